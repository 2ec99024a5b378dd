// Minifies pages with other tools, and compares what a browser shows of all results. A row has the sizes of each tool, and
// whether its result is shown as the page.
async function row(browser, { name, file, sha256, ours }) {
    const bytes = fs.readFileSync(file);
    const found = crypto.createHash('sha256').update(bytes).digest('hex');
    if (found !== sha256) throw new Error(`${file} has the SHA-256 ${found}`);
    const text = bytes.toString('utf8');
    const results = { gen: ours };
    for (const [tool, minify] of Object.entries(tools)) {
        results[tool] = await minify(text).catch(error => error);
    }
    const expected = await steady(file, isAlike, () => shown(browser, file, text));
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

drive([], (browser, { file, ours }) => shown(browser, file, ours), row);
