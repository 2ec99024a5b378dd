// How pages are minified with other tools, and what a browser shows of a page. Part of other scripts.
const url = require('node:url');

const ofTerser = {
    ...OF_HTML,
    minifyJS: {
        ecma: 2020,
        compress: { passes: 3 },
        format: { comments: false },
        // The names of the top level belong to all scripts of a page.
        toplevel: false,
    },
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

// Whether two pages show the same texts and pictures.
const isAlike = (left, right) => left.every((one, at) => isSame(one, right[at]));

async function shown(browser, file, text) {
    const place = path.join(path.dirname(file), `shown${process.pid}.html`);
    fs.writeFileSync(place, text);
    const seen = [];
    for (const [width, height] of SCREENS) {
        const page = await browser.newPage();
        await page.setViewport({ width, height });
        await page.evaluateOnNewDocument(still);
        await page.setRequestInterception(true);
        // The network would give something else each time.
        page.on('request', request => /^(file|data|blob):/.test(request.url()) ? request.continue() : request.abort());
        page.on('dialog', dialog => dialog.dismiss());
        await page.goto(url.pathToFileURL(place).href, { waitUntil: 'load' });
        await page.addStyleTag(WITHOUT_MOTION);
        await new Promise(done => setTimeout(done, 500));
        const text = await page.evaluate(() => `${document.title}\n${document.body.innerText}`);
        seen.push({ text, picture: Buffer.from(await page.screenshot({ fullPage: true })) });
        await page.close();
    }
    fs.unlinkSync(place);
    return seen;
}
