// What the benchmarks of pages and of folders share: the options of html-minifier-terser, how two looks at a page are
// compared, and the run of a browser over all inputs.
const crypto = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const zlib = require('node:zlib');
const { PNG } = require('pngjs');

// All options that claim to change nothing of what is shown.
const OF_HTML = {
    collapseBooleanAttributes: true,
    collapseWhitespace: true,
    decodeEntities: true,
    minifyCSS: true,
    processConditionalComments: true,
    removeAttributeQuotes: true,
    removeComments: true,
    removeEmptyAttributes: true,
    removeOptionalTags: true,
    removeRedundantAttributes: true,
    removeScriptTypeAttributes: true,
    removeStyleLinkTypeAttributes: true,
    sortAttributes: true,
    sortClassName: true,
    useShortDoctype: true,
};

const SCREENS = [[800, 600], [360, 640]];

const WITHOUT_MOTION = {
    content: '*,*::before,*::after{animation:none!important;transition:none!important;caret-color:transparent!important}',
};

// Chromium draws layers at fractions of a pixel with edges that differ from run to run, by less than this of 255.
const NOISE = 32;

// Whether two looks at a page have the same text and the same picture.
function isSame(one, other) {
    if (one.text !== other.text) return false;
    const [a, b] = [one, other].map(({ picture }) => PNG.sync.read(picture));
    return a.width === b.width && a.height === b.height
        && a.data.every((channel, at) => Math.abs(channel - b.data[at]) < NOISE);
}

// What is seen twice in a row: a busy machine may take a picture too early.
async function steady(name, isAlike, look) {
    let expected = await look();
    for (let tries = 4; ; tries--) {
        const again = await look();
        if (isAlike(expected, again)) return again;
        if (!tries) throw new Error(`${name} is shown differently each time`);
        expected = again;
    }
}

// Prints a row for each input. Arguments of the script: a file with the inputs as JSON, and a Chromium. `look` looks at
// the first one, because the first picture of a browser may have other fonts.
function drive(args, look, row) {
    (async () => {
        const [file, executablePath] = process.argv.slice(1);
        const jobs = JSON.parse(fs.readFileSync(file, 'utf8'));
        const browser = await require('puppeteer-core').launch({ executablePath, args: ['--no-sandbox', ...args] });
        await look(browser, jobs[0]);
        const rows = [];
        for (const job of jobs) rows.push(await row(browser, job));
        await browser.close();
        process.stdout.write(JSON.stringify(rows), () => process.exit());
    })().catch(error => {
        console.error(error.stack);
        process.exit(1);
    });
}
