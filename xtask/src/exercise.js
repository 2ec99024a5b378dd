// The values of exercises. Part of other scripts.
const vm = require('node:vm');
const { createHash } = require('node:crypto');

// The value of the exercise after the script has run, as text. `variables` are parameters of the script.
const value = (code, exercise, variables = []) => {
    const module = { exports: {} };
    const context = vm.createContext();
    try {
        // As a module of Node: its top-level names are not those of the exercise.
        const run = vm.compileFunction(code, ['module', 'exports', ...variables], { parsingContext: context });
        run.call(module.exports, module, module.exports);
        context.f = module.exports;
        vm.runInContext('tried=a=>{try{return a()}catch(b){return String(b)}}', context);
        const one = text => vm.runInContext(
            `JSON.stringify((${text}),(_,a)=>typeof a=='number'&&!isFinite(a)?String(a):a)`,
            context, { timeout: 60000 });
        return one(exercise);
    } catch (error) {
        return `error: ${error && error.message}`;
    }
};

// The text of a program, which must have this digest, and the value of its exercise.
const original = ({ name, file, sha256, exercise }) => {
    const code = fs.readFileSync(file, 'utf8');
    const digest = createHash('sha256').update(code).digest('hex');
    if (digest !== sha256) throw Error(`${name}: the file has the digest ${digest}`);
    const expected = value(code, exercise);
    if (expected.startsWith('error')) throw Error(`${name}: the exercise fails: ${expected}`);
    return { code, expected };
};
