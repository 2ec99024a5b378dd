// Makes containers of folders with other tools, and compares what a browser shows of all containers with the folders.

const HAND = 'esbuild, terser, Roadroller';
const PLUGINS = 'js13k-vite-plugins';

// The digest of all files of a folder.
function digest(root) {
    const hash = crypto.createHash('sha256');
    const names = fs.readdirSync(root, { recursive: true }).map(name => name.split(path.sep).join('/')).sort();
    for (const name of names) {
        const file = path.join(root, name);
        if (/(^|\/)(node_modules)(\/|$)/.test(name) || !fs.statSync(file).isFile()) continue;
        hash.update(`${name}\0`).update(fs.readFileSync(file));
    }
    return hash.digest('hex');
}

async function row(browser, { name, root, page, sha256, before, ours }) {
    if (sha256 && digest(root) !== sha256) throw new Error(`${root} has the SHA-256 ${digest(root)}`);
    // The files that scripts load go into each container.
    const more = new Map();
    const source = () => served(ofFolder(root), async (address, asked) => {
        const seen = await shown(browser, address + page);
        const html = fs.readFileSync(path.join(root, page), 'utf8');
        for (const [file, isThere] of asked) {
            const relative = path.relative(path.dirname(page), file);
            const isLoaded = isThere && /\.(png|gif|jpg|svg|json|mp3|wav|txt)$/.test(file) && !html.includes(relative);
            if (isLoaded && !relative.startsWith('..')) more.set(relative, fs.readFileSync(path.join(root, file)));
        }
        return seen;
    });
    const expected = await steady(name, isAlike, source);
    const isShownAlike = async bytes => {
        const files = unpacked(bytes);
        for (let tries = 2; tries--;) {
            const seen = await served(name => files.get(name), address => shown(browser, `${address}index.html`));
            if (isAlike(expected, seen)) return true;
        }
        return false;
    };
    const measured = [];
    const add = async (tool, make) => {
        const started = performance.now();
        let one;
        try {
            one = await make();
        } catch (error) {
            one = { error: `${error.message ?? error}`.split('\n')[0], right: false, sizes: [0] };
        }
        measured.push({ tool, milliseconds: Math.round(performance.now() - started), ...one });
        process.stderr.write(`${name}: ${JSON.stringify(measured.at(-1))}\n`);
    };
    const judged = async bytes => ({ right: await isShownAlike(bytes), sizes: [bytes.length] });
    await add('gen', () => {
        if (ours.error) throw ours.error;
        return judged(fs.readFileSync(ours.container));
    });
    await add(HAND, () => byHand(root, page, [...more], judged));
    await add(PLUGINS, async () => judged(await container(byVite(root, page))));
    return { name, before, measured };
}

const lookAt = (browser, { root, page }) => served(ofFolder(root), address => shown(browser, address + page));

drive(['--disable-smooth-scrolling'], lookAt, row);
