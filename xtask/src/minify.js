// Minifies programs with other tools, and compares what all results do. Argument: a file with the
// programs as JSON. Prints for each program the scripts of each tool, their sizes, and whether they are right.
const fs = require('node:fs');
const zlib = require('node:zlib');

const brotli = text => zlib.brotliCompressSync(text, {
    params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 11, [zlib.constants.BROTLI_PARAM_LGWIN]: 22 },
});

// Every tool may rename top-level names except those in `keep`, and print modern syntax.
const tools = {
    terser: (code, keep) => require('terser').minify_sync(code, {
        ecma: 2020,
        toplevel: true,
        compress: { passes: 3 },
        mangle: { toplevel: true, reserved: keep },
        format: { comments: false },
    }).code,
    // It renames top-level names only with a format; the smallest right result counts.
    esbuild: code => [undefined, 'iife', 'cjs'].map(format => require('esbuild').transformSync(
        code, { minify: true, target: 'esnext', format, legalComments: 'none' }).code.trim()),
    swc: (code, keep) => require('@swc/core').minifySync(code, {
        ecma: 2020,
        module: false,
        toplevel: true,
        compress: { passes: 3, toplevel: true },
        mangle: { toplevel: true, reserved: keep },
        format: { comments: false },
    }).code,
    oxc: code => require('oxc-minify').minifySync('program.cjs', code, {
        module: false,
        compress: { target: 'esnext' },
        mangle: { toplevel: true },
        codegen: { removeWhitespace: true },
    }).code,
};

const programs = JSON.parse(fs.readFileSync(process.argv[1], 'utf8'));
const rows = programs.map(program => {
    const { name, keep, exercise, ours } = program;
    const { code, expected } = original(program);
    const results = Object.entries(ours).map(([metric, text]) => ['gen', metric, text]);
    for (const [tool, minify] of Object.entries(tools)) {
        for (const text of [minify(code, keep)].flat()) results.push([tool, null, text]);
    }
    const scripts = results.map(([tool, metric, text]) => {
        const right = value(text, exercise) === expected;
        const sizes = [
            Buffer.byteLength(text), [...text].length, zlib.gzipSync(text, { level: 9 }).length, brotli(text).length,
        ];
        return { tool, metric, right, text, sizes };
    });
    return { name, before: Buffer.byteLength(code), values: expected.length, scripts };
});
// `exit` does not wait for a pipe.
process.stdout.write(JSON.stringify(rows), () => process.exit());
