// Minifies scripts with one tool; arguments: tool, file of scripts, rounds. Prints the median
// milliseconds for all scripts as they are, and the length of the shortest page of each.
const fs = require('node:fs');
const [tool, file, rounds] = process.argv.slice(1);

// Each script as it is, and once more with a declaration for its implicit globals: only then may
// these tools rename them.
const scripts = JSON.parse(fs.readFileSync(file, 'utf8'));

const terser = code => require('terser').minify_sync(code, {
    ecma: 2020,
    toplevel: true,
    compress: { passes: 3 },
    format: { quote_style: 1 },
}).code;
const esbuild = (code, format) =>
    require('esbuild').transformSync(code, { minify: true, target: 'esnext', format }).code.trim();

const page = script =>
    script.includes('"') ? `<script>${script}</script>` : `<svg onload="${script}">`;
const shortest = forms => Math.min(
    ...forms.flatMap(code => tool === 'terser' ? [terser(code)] : [esbuild(code), esbuild(code, 'iife')])
        .map(script => page(script).length));

const minify = { terser, esbuild }[tool];
const times = [];
for (let round = 0; round < Number(rounds); round++) {
    const started = process.hrtime.bigint();
    scripts.forEach(([code]) => minify(code));
    times.push(Number(process.hrtime.bigint() - started) / 1e6);
}
times.sort((a, b) => a - b);
const bytes = scripts.map(shortest).reduce((sum, length) => sum + length);
console.log(JSON.stringify([times[times.length >> 1], bytes]));
process.exit();
