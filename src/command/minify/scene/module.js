// Runs a module that is a script: other modules are stubs, and what the module exports is called.
let exported = {};
const later = [];
globalThis.$meta$ = { url: 'file:///module.js' };
globalThis.$live$ = () => { };
globalThis.$default$ = value => later.push(() => use('default', value));
globalThis.$export$ = all => exported = all;
globalThis.$module$ = run => {
    const done = () => {
        for (const one of later) one();
        for (const name of Object.keys(exported)) use(name, tried(name, exported[name]));
    };
    const imports = [...Array(99)].map((_, at) => stub(`import ${at}`));
    const ends = tried('module', () => run(...imports));
    if (ends && ends.then) ends.then(done, done); else done();
};
