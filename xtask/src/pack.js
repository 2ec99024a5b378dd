// Packs programs with other tools, and compares what all results do. Argument: a file with the programs as
// JSON. Prints for each program the sizes and times of each tool, and whether its script is right.
const fs = require('node:fs');
const zlib = require('node:zlib');

const { cmdRegPack } = require('regpack');
const { minify_sync } = require('terser');

// RegPack takes minutes above this.
const MOST_FOR_REGPACK = 5000;

// The headers of a zip file with the name `index.html` twice.
const zip = text => zlib.deflateRawSync(text, { level: 9 }).length + 118;

const terser = (code, keep) => minify_sync(code, {
    ecma: 2020,
    toplevel: true,
    compress: { passes: 3 },
    mangle: { toplevel: true, reserved: keep },
    format: { comments: false, ascii_only: true },
}).code;

// The names that packers give their variables: as parameters, the variables are as fast as those of a page.
const letters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$'];

// All settings that the tool's page offers for scores.
const regpack = (code, keep) => {
    const results = [];
    console.warn = () => {};
    for (const crushGainFactor of [1, 2])
        for (const crushLengthFactor of [0, 1])
            for (const crushCopiesFactor of [0, 1])
                for (const reassignVars of [true, false]) {
                    const varsNotReassigned = keep;
                    try {
                        results.push(cmdRegPack(code, {
                            crushGainFactor, crushLengthFactor, crushCopiesFactor, reassignVars, varsNotReassigned,
                        }));
                    } catch { /* no result with these settings */ }
                }
    return results;
};

const roadroller = async code => {
    const { Packer } = await import('roadroller');
    for (const type of ['js', 'text']) {
        try {
            const packer = new Packer([{ data: code, type, action: 'eval' }], {});
            await packer.optimize(1);
            const { firstLine, secondLine } = packer.makeDecoder();
            return [firstLine + secondLine];
        } catch (error) {
            // It takes some scripts for none.
            if (type === 'text') throw error;
        }
    }
};

(async () => {
    const rows = [];
    for (const program of JSON.parse(fs.readFileSync(process.argv[1], 'utf8'))) {
        const { name, keep, exercise, ours, packed } = program;
        const { code, expected } = original(program);
        const theirs = terser(code, keep);
        const measured = [];
        const measure = (tool, milliseconds, texts) => {
            const judged = texts.map(text => ({
                tool,
                milliseconds,
                // A script may declare one of the letters itself.
                right: [letters, []].some(names => value(text, exercise, names) === expected),
                sizes: [Buffer.byteLength(text), zip(text)],
            }));
            // The smallest right one.
            judged.sort((a, b) => b.right - a.right || a.sizes[0] - b.sizes[0]);
            if (judged[0]) measured.push(judged[0]);
        };
        const timed = async (tool, pack) => {
            const started = performance.now();
            const texts = await pack();
            measure(tool, Math.round(performance.now() - started), texts);
        };
        measure('gen', 0, [ours]);
        measure('terser', 0, [theirs]);
        for (const { metric, text, milliseconds } of packed) measure(`gen ${metric}`, milliseconds, [text]);
        for (const [input, text] of [['gen', ours], ['terser', theirs]]) {
            if (text.length <= MOST_FOR_REGPACK) await timed(`RegPack on ${input}`, () => regpack(text, keep));
            await timed(`Roadroller on ${input}`, () => roadroller(text));
        }
        rows.push({ name, before: Buffer.byteLength(code), values: expected.length, measured });
        process.stderr.write(`${name}\n`);
    }
    console.log(JSON.stringify(rows));
    process.exit();
})();
