// The scripts that other minifiers make of a program, or why they make none.
const fs = require('node:fs');

// Names of the top level stay in classic scripts: other scripts use them. TypeScript and modules have no such names.
const TERSER = ({ kind, keep }) => ({
    ecma: 2020,
    module: kind === 'module',
    toplevel: kind !== 'script',
    compress: { passes: 3, toplevel: kind !== 'script' },
    mangle: { toplevel: kind !== 'script', reserved: keep },
    format: { comments: false },
});

const tools = {
    terser: async (job, code) => [(await require('terser').minify(code, TERSER(job))).code],
    // It renames names of the top level only with a format; the smallest right result counts.
    esbuild: ({ kind, loader }, code) => (kind === 'module' ? ['esm'] : kind === 'commonjs' ? [undefined, 'iife', 'cjs'] : [undefined])
        .map(format => require('esbuild').transformSync(code, {
            minify: true, loader, target: 'esnext', format, legalComments: 'none',
        }).code),
    swc: (job, code) => {
        const { kind, keep, loader } = job;
        const swc = require('@swc/core');
        const minify = {
            compress: { passes: 3, toplevel: kind !== 'script', module: kind === 'module' },
            mangle: { toplevel: kind !== 'script', reserved: keep },
        };
        if (loader === 'js') {
            return [swc.minifySync(code, {
                ...minify, ecma: 2020, module: kind === 'module', toplevel: kind !== 'script', format: { comments: false },
            }).code];
        }
        return [swc.transformSync(code, {
            swcrc: false,
            configFile: false,
            isModule: true,
            minify: true,
            jsc: {
                parser: { syntax: 'typescript', decorators: true },
                target: 'esnext',
                minify: { ...minify, ecma: 2020, module: true, toplevel: true, format: { comments: false } },
            },
        }).code];
    },
    oxc: ({ kind }, code) => {
        const { code: text, errors } = require('oxc-minify').minifySync(kind === 'module' ? 'program.mjs' : 'program.cjs', code, {
            module: kind === 'module',
            compress: { target: 'esnext' },
            mangle: { toplevel: kind !== 'script' },
            codegen: { removeWhitespace: true },
        });
        if (errors && errors.length) throw Error(errors[0].message);
        return [text];
    },
};

main(async ({ kind, file }) => {
    const code = fs.readFileSync(file, 'utf8');
    const keep = keptNames(kind, code);
    const [run, plain] = runnable(kind, code);
    const results = {};
    for (const [tool, minify] of Object.entries(tools)) {
        const isOfTypeScript = kind === 'typescript' && (tool === 'esbuild' || tool === 'swc');
        const job = { kind: run, keep, loader: isOfTypeScript ? 'ts' : 'js' };
        try {
            // What an empty program leaves may be empty.
            results[tool] = { texts: (await minify(job, isOfTypeScript ? code : plain)).map(text => (text ?? '').trim()) };
        } catch (error) {
            results[tool] = { error: String(error && error.message).split('\n')[0] };
        }
    }
    return { keep, results };
});
