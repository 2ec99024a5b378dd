// What other minifiers make of a page, and which results a browser shows as the page. Arguments: a file with the jobs as
// JSON, and a Chromium. A job without `texts` asks for the results of the tools.
const made = async text => {
    const results = {};
    for (const [tool, minify] of Object.entries(tools)) {
        try {
            results[tool] = { texts: [await minify(text)] };
        } catch (error) {
            results[tool] = { error: String(error && error.message).split('\n')[0] };
        }
    }
    return { keep: [], results };
};

const judgedOf = async (browser, { file, texts }, text) => {
    const judged = texts.map(one => ({ sizes: sizes(one), difference: 'shown differently' }));
    let expected;
    try {
        await shown(browser, file, text);
        expected = await steady('the page', isAlike, () => shown(browser, file, text));
    } catch (error) {
        return { values: 0, failed: String(error && error.message), judged };
    }
    for (const [at, one] of texts.entries()) {
        for (let tries = 3; tries-- && judged[at].difference;) {
            const found = await shown(browser, file, one).catch(() => null);
            if (found && isAlike(found, expected)) judged[at].difference = null;
        }
    }
    return { values: expected[0].text.length, failed: null, judged };
};

(async () => {
    const [file, executablePath] = process.argv.slice(1);
    const results = [];
    for (const job of JSON.parse(fs.readFileSync(file, 'utf8'))) {
        const text = fs.readFileSync(job.file, 'utf8');
        if (!job.texts) {
            results.push(await made(text));
            continue;
        }
        const browser = await require('puppeteer-core').launch({ executablePath, args: ['--no-sandbox'] });
        results.push(await judgedOf(browser, job, text));
        await browser.close();
    }
    process.stdout.write(JSON.stringify(results), () => process.exit());
})().catch(error => {
    console.error(error.stack);
    process.exit(1);
});
