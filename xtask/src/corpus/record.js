// Records of programs: what each text of a program does, in a worker with limits. Part of other scripts.
const { Worker } = require('node:worker_threads');

process.env.TZ = 'UTC';

// What a program does, as `{ text, values }`; the text tells of a limit that it has reached.
const record = ({ worker, harness, milliseconds, members = [] }, kind, code, names) => new Promise(resolve => {
    const one = new Worker(worker, {
        eval: true,
        execArgv: ['--experimental-vm-modules', '--no-warnings'],
        resourceLimits: { maxOldGenerationSizeMb: 384, stackSizeMb: 2 },
        workerData: { kind, code, names, harness, imports: kind === 'module' ? [...new Set([...imported(code), ...members])] : [] },
        stdout: true,
        stderr: true,
    });
    const end = result => {
        clearTimeout(timer);
        one.terminate();
        resolve(result);
    };
    const timer = setTimeout(() => end({ text: 'failed: too long', values: 0 }), milliseconds);
    one.on('message', end);
    one.on('error', error => end({ text: `failed: ${error.code || error.message}`, values: 0 }));
    one.on('exit', () => end({ text: 'failed: ended', values: 0 }));
});

// What is run of a program: TypeScript is made JavaScript first.
const runnable = (kind, code) => kind !== 'typescript' ? [kind, code] : ['module', require('esbuild').transformSync(code, {
    loader: 'ts',
    format: 'esm',
    target: 'esnext',
}).code];

// Prints what a function makes of each job. Argument: a file with the jobs as JSON.
const main = async make => {
    const results = [];
    for (const job of JSON.parse(require('node:fs').readFileSync(process.argv[1], 'utf8'))) results.push(await make(job));
    // `exit` does not wait for a pipe.
    process.stdout.write(JSON.stringify(results), () => process.exit());
};
