// Which texts do the same as their program. For each a first difference, or nothing.
const fs = require('node:fs');

const difference = (expected, found) => {
    if (found === expected) return null;
    const [left, right] = [expected, found].map(text => text.split('\n'));
    const at = left.findIndex((line, at) => line !== right[at]);
    return `${left[at] ?? '(end)'}\n${right[at < 0 ? left.length : at] ?? '(end)'}`.slice(0, 1000);
};

main(async job => {
    const code = fs.readFileSync(job.file, 'utf8');
    const [kind, text] = runnable(job.kind, code);
    // A result may look for a member by a text.
    if (kind === 'module') job.members = imported(text);
    const expected = await record(job, kind, text, job.names);
    const judged = [];
    for (const one of job.texts) {
        let found = await record(job, kind, one, job.names);
        // A busy machine may be too slow once.
        if (found.text.startsWith('failed')) found = await record(job, kind, one, job.names);
        judged.push({ sizes: sizes(one), difference: difference(expected.text, found.text) });
    }
    return { values: expected.values, failed: expected.text.startsWith('failed') ? expected.text : null, judged };
});
