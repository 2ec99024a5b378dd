// Minifies pages with other tools, and compares what a browser shows of all results. Arguments: a file with the pages
// as JSON, and a Chromium. Prints for each page the sizes of each tool, and whether its result is shown as the page.
const crypto = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const url = require('node:url');
const zlib = require('node:zlib');
const { PNG } = require('pngjs');

// All options that claim to change nothing of what is shown.
const ofTerser = {
    collapseBooleanAttributes: true,
    collapseWhitespace: true,
    decodeEntities: true,
    minifyCSS: true,
    minifyJS: {
        ecma: 2020,
        compress: { passes: 3 },
        format: { comments: false },
        // The names of the top level belong to all scripts of a page.
        toplevel: false,
    },
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

const tools = {
    'html-minifier-terser': async text => require('html-minifier-terser').minify(text, ofTerser),
    'minify-html': async text => require('@minify-html/node')
        .minify(Buffer.from(text), { minify_css: true, minify_js: true, minify_doctype: true }).toString(),
};

// A page as it is at one moment: random numbers, the clock and animations are the same each time.
const still = () => {
    let seed = 1;
    Math.random = () => (seed = seed * 16807 % 2147483647) / 2147483647;
    const start = 1600000000000;
    Date.now = () => start;
    Date = new Proxy(Date, { construct: (it, words) => new it(...words.length ? words : [start]) });
    performance.now = () => 0;
    let frames = 0;
    window.requestAnimationFrame = call => frames++ < 20 ? setTimeout(() => call(16 * frames), 0) : 0;
    const every = setInterval;
    window.setInterval = (call, time, ...words) => {
        let left = 3;
        const id = every(() => left-- > 0 ? call(...words) : clearInterval(id), Math.min(time, 10));
        return id;
    };
};

const SIZES = [[800, 600], [360, 640]];

// Chromium draws layers at fractions of a pixel with edges that differ from run to run, by less than this of 255.
const NOISE = 32;

// Whether two pages show the same texts and pictures.
function isAlike(left, right) {
    return left.every((one, at) => {
        const other = right[at];
        if (one.text !== other.text) return false;
        const pictures = [one, other].map(({ picture }) => PNG.sync.read(picture));
        const [a, b] = pictures;
        return a.width === b.width && a.height === b.height
            && a.data.every((channel, at) => Math.abs(channel - b.data[at]) < NOISE);
    });
}

async function shown(browser, file, text) {
    const place = path.join(path.dirname(file), 'shown.html');
    fs.writeFileSync(place, text);
    const seen = [];
    for (const [width, height] of SIZES) {
        const page = await browser.newPage();
        await page.setViewport({ width, height });
        await page.evaluateOnNewDocument(still);
        await page.setRequestInterception(true);
        // The network would give something else each time.
        page.on('request', request => /^(file|data|blob):/.test(request.url()) ? request.continue() : request.abort());
        page.on('dialog', dialog => dialog.dismiss());
        await page.goto(url.pathToFileURL(place).href, { waitUntil: 'load' });
        await page.addStyleTag({
            content: '*,*::before,*::after{animation:none!important;transition:none!important;caret-color:transparent!important}',
        });
        await new Promise(done => setTimeout(done, 500));
        const text = await page.evaluate(() => `${document.title}\n${document.body.innerText}`);
        seen.push({ text, picture: Buffer.from(await page.screenshot({ fullPage: true })) });
        await page.close();
    }
    fs.unlinkSync(place);
    return seen;
}

async function row(browser, { name, file, sha256, ours }) {
    const bytes = fs.readFileSync(file);
    const found = crypto.createHash('sha256').update(bytes).digest('hex');
    if (found !== sha256) throw new Error(`${file} has the SHA-256 ${found}`);
    const text = bytes.toString('utf8');
    const results = { gen: ours };
    for (const [tool, minify] of Object.entries(tools)) {
        results[tool] = await minify(text).catch(error => error);
    }
    // A busy machine may take a picture too early.
    let expected = await shown(browser, file, text);
    for (let tries = 5; ; tries--) {
        const again = await shown(browser, file, text);
        if (isAlike(again, expected)) break;
        if (!tries) throw new Error(`${file} is shown differently each time`);
        expected = again;
    }
    const isShownAlike = async result => {
        for (let tries = 3; tries--;) if (isAlike(await shown(browser, file, result), expected)) return true;
        return false;
    };
    const measured = [];
    for (const [tool, result] of Object.entries(results)) {
        const error = result instanceof Error ? result.message.split('\n')[0] : null;
        measured.push(error ? { tool, error, right: false, sizes: [0, 0] } : {
            tool,
            right: await isShownAlike(result),
            sizes: [Buffer.byteLength(result), zlib.gzipSync(result, { level: 9 }).length],
        });
    }
    return { name, before: bytes.length, measured };
}

(async () => {
    const [file, program] = process.argv.slice(1);
    const browser = await require('puppeteer-core').launch({ executablePath: program, args: ['--no-sandbox'] });
    const jobs = JSON.parse(fs.readFileSync(file, 'utf8'));
    // The first picture of a browser may have other fonts.
    await shown(browser, jobs[0].file, jobs[0].ours);
    const rows = [];
    for (const page of jobs) rows.push(await row(browser, page));
    await browser.close();
    process.stdout.write(JSON.stringify(rows), () => process.exit());
})().catch(error => {
    console.error(error.stack);
    process.exit(1);
});
