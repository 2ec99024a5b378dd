// Opens pages in Chromium, plays with them, and compares what they show.
const http = require('node:http');
const esbuild = require('esbuild');

const TYPES = {
    css: 'text/css', gif: 'image/gif', html: 'text/html; charset=utf-8', jpg: 'image/jpeg', js: 'text/javascript',
    json: 'application/json', mjs: 'text/javascript', png: 'image/png', svg: 'image/svg+xml', ts: 'text/javascript', woff: 'font/woff',
};

// Serves the files that a function finds on a port of this machine. `asked` gets the paths, those without a file too.
async function served(find, use) {
    const asked = [];
    const server = http.createServer(async (request, response) => {
        const name = decodeURIComponent(new URL(request.url, 'http://a').pathname).slice(1);
        const found = await find(name);
        if (name !== 'favicon.ico') asked.push([name, !!found]);
        const type = TYPES[name.split('.').pop()] ?? 'application/octet-stream';
        response.writeHead(found ? 200 : 404, { 'content-type': type });
        response.end(found);
    });
    await new Promise(done => server.listen(0, '127.0.0.1', done));
    try {
        return await use(`http://127.0.0.1:${server.address().port}/`, asked);
    } finally {
        server.close();
        server.closeAllConnections();
    }
}

// The files of a folder. No browser runs TypeScript: esbuild bundles it, without making it smaller.
const ofFolder = root => async name => {
    const file = path.join(root, name);
    if (!fs.existsSync(file) || !fs.statSync(file).isFile()) return null;
    if (!/\.[cm]?ts$/.test(name)) return fs.readFileSync(file);
    const options = { bundle: true, format: 'esm', write: false, logLevel: 'error' };
    const { outputFiles } = await esbuild.build({ ...options, entryPoints: [file] });
    return outputFiles[0].contents;
};

// The same random numbers each time, and a clock that runs only when the driver says so.
const still = () => {
    let seed = 1;
    Math.random = () => (seed = seed * 16807 % 2147483647) / 2147483647;
    const start = 1600000000000;
    let now = 0, number = 0;
    const waiting = new Map();
    const add = (time, call, words, every) => {
        if (typeof call !== 'function') call = Function(call);
        waiting.set(++number, { time: now + Math.max(+time || 0, 1), call, words, every });
        return number;
    };
    window.setTimeout = (call, time, ...words) => add(time, call, words);
    window.setInterval = (call, time, ...words) => add(time, call, words, Math.max(+time || 0, 4));
    window.requestAnimationFrame = call => add(16 - now % 16, () => call(now), []);
    window.clearTimeout = window.clearInterval = window.cancelAnimationFrame = id => { waiting.delete(id); };
    const Real = Date;
    Date = new Proxy(Date, {
        construct: (it, words, target) => Reflect.construct(it, words.length ? words : [start + now], target),
        apply: () => new Real(start + now).toString(),
    });
    Real.now = () => start + now;
    performance.now = () => now;
    Object.defineProperty(Event.prototype, 'timeStamp', { get: () => now });
    // Chromium sends movements of its own to where the mouse was on another page.
    let isPlaying = false;
    Object.defineProperty(window, '$play', { value: plays => { isPlaying = plays; } });
    for (const device of ['mouse', 'pointer']) for (const name of ['move', 'over', 'out', 'enter', 'leave'])
        window.addEventListener(device + name, event => { if (!isPlaying) event.stopImmediatePropagation(); }, true);
    Object.defineProperty(window, '$advance', {
        value: async time => {
            const until = now + time;
            for (let calls = 5000; calls--;) {
                const next = [...waiting].filter(([, one]) => one.time <= until)
                    .sort(([a, one], [b, other]) => one.time - other.time || a - b)[0];
                if (!next) break;
                const [id, one] = next;
                now = Math.max(now, one.time);
                if (one.every) one.time = now + one.every; else waiting.delete(id);
                try { one.call(...one.words); } catch (error) { reportError(error); }
                // What a promise brings comes before the next timer.
                await null;
            }
            now = until;
        },
    });
};

const KEYS = ['ArrowRight', 'ArrowUp', 'ArrowLeft', ' ', 'Enter', 'a'];

// Whether the right page shows at each moment what the left one shows.
function isAlike(left, right) {
    // Code that was made smaller may have fewer errors, not more.
    if (right.errors > left.errors || right.moments.length !== left.moments.length) return false;
    return left.moments.every((one, at) => isSame(one, right.moments[at]));
}

// What a page shows after it was loaded, after some time, after keys, and after clicks, on screens of two sizes.
async function shown(browser, address) {
    const { origin } = new URL(address);
    const moments = [];
    let errors = 0;
    for (const [width, height] of SCREENS) {
        const page = await browser.newPage();
        await page.setViewport({ width, height });
        await page.evaluateOnNewDocument(still);
        await page.setRequestInterception(true);
        let isOpen = false;
        page.on('request', request => {
            const isLocal = request.url().startsWith(`${origin}/`) || /^(data|blob):/.test(request.url());
            // The network would give something else each time, and a click may follow a link.
            const leaves = isOpen && request.isNavigationRequest() && request.frame() === page.mainFrame();
            return isLocal && !leaves ? request.continue() : request.abort();
        });
        page.on('dialog', dialog => dialog.dismiss());
        // A file that is missing shows, or is not needed.
        page.on('pageerror', () => errors++);
        await page.goto(address, { waitUntil: 'load' });
        isOpen = true;
        await page.addStyleTag(WITHOUT_MOTION);
        const after = time => page.evaluate(async time => {
            await document.fonts.ready;
            await Promise.all([...document.images].map(image => image.decode().catch(() => {})));
            await $advance(time);
        }, time);
        const look = async () => {
            const text = await page.evaluate(() => `${document.title}\n${document.body?.innerText}`);
            moments.push({ text, picture: Buffer.from(await page.screenshot()) });
        };
        await after(100);
        await look();
        await after(1500);
        await look();
        for (const key of KEYS) {
            await page.keyboard.down(key);
            await after(200);
            await page.keyboard.up(key);
        }
        await look();
        await page.evaluate(() => $play(true));
        for (const [x, y] of [[.5, .5], [.25, .35], [.7, .6]]) {
            await page.mouse.move(width * x, height * y);
            await page.mouse.down();
            await after(50);
            await page.mouse.move(width * x + 40, height * y + 25, { steps: 4 });
            await after(50);
            await page.mouse.up();
        }
        await page.evaluate(() => $play(false));
        for (let at = 0; at < 4; at++) {
            await page.evaluate(at => document.querySelectorAll('button,input[type=button]')[at]?.click(), at);
            await after(100);
        }
        await after(1000);
        await look();
        await page.close();
    }
    return { errors, moments };
}
