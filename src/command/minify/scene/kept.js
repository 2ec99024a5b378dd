// Calls the functions that other code uses: those of `NAMES`, and with `EXPORTS` what the script exports, as in Node, and the
// names of `FOUND` that it has given to the global object.
const earlier = new Set([...NAMES, ...FOUND].filter(name => name in globalThis));
// A declaration with `let`, `const` or `class` is no property.
const valueOf = name => {
    try {
        return (0, eval)(`typeof ${name} == 'undefined' ? undefined : ${name}`);
    } catch { }
};
// An object that holds functions.
const library = (name, value) => {
    use(name, value);
    if (value && typeof value == 'object' && !stubs.has(value)) {
        for (const key of Object.keys(value).slice(0, 40)) use(`${name}.${key}`, tried(`${name}.${key}`, () => value[key]));
    }
    if (typeof value == 'function') methods(name, value);
};
if (EXPORTS) {
    globalThis.exports = {};
    globalThis.module = { exports };
    globalThis.require = name => stub(`require ${name}`);
}
after(() => {
    for (const name of NAMES) if (!earlier.has(name)) library(name, valueOf(name));
    if (EXPORTS) {
        // Nothing but what the script has set.
        if (typeof module.exports != 'object' || Object.keys(module.exports).length) library('exports', module.exports);
        for (const name of FOUND) {
            const own = Object.getOwnPropertyDescriptor(globalThis, name);
            if (own?.configurable && !earlier.has(name)) library(name, own.value);
        }
    }
});
