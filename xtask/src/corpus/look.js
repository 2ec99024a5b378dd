// Which files of a package are programs with a record: the first `most` of `files`. A record must be the same twice,
// and say something.
const fs = require('node:fs');

const LEAST_VALUES = 2;

const looked = async (job, file) => {
    const code = fs.readFileSync(file, 'utf8');
    const kind = kindOf(file, code, job.module);
    const names = keptNames(kind, code);
    const [run, text] = runnable(kind, code);
    const [one, other] = [await record(job, run, text, names), await record(job, run, text, names)];
    return one.values >= LEAST_VALUES && one.text === other.text ? kind : null;
};

main(async job => {
    const found = [];
    for (const file of job.files) {
        const kind = await looked(job, file).catch(() => null);
        if (kind) found.push([file, kind]);
        if (found.length === job.most) break;
    }
    return found;
});
