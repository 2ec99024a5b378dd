// Calls functions with a few values, and says what they return or throw. Names, lengths and texts of functions are not
// looked at, nor are messages of errors. A stub says what is done to it.
const log = console.log.bind(console);
const stubs = new WeakMap();
let lines = 300;
const say = text => lines-- > 0 && log(text);
const show = (value, depth = 3) => {
    if (value === null || typeof value != 'object' && typeof value != 'function') {
        return typeof value == 'string' ? JSON.stringify(value) : String(value);
    }
    if (stubs.has(value)) return stubs.get(value);
    if (typeof value == 'function') return 'function';
    // An error has texts, lines and names.
    if (value instanceof Error) return kind(value);
    if (!depth) return '…';
    const keys = Object.keys(value).slice(0, 20);
    const all = keys.map(key => `${key}:${show(value[key], depth - 1)}`);
    return Array.isArray(value) ? `[${all}]` : `{${all}}`;
};
const stub = path => {
    if (path.length > 200) return;
    const it = new Proxy(function () { }, {
        get: (target, key) => {
            if (key == 'then') return;
            if (key == Symbol.toPrimitive) return () => path;
            if (key == Symbol.iterator) return function* () { };
            if (typeof key == 'symbol') return;
            return key == 'prototype' ? target.prototype : stub(`${path}.${key}`);
        },
        set: (_, key, value) => (say(`${path}.${String(key)} = ${show(value)}`), true),
        apply: (_, self, values) => {
            say(`${path}(${values.map(value => show(value))})`);
            return stub(`${path}()`);
        },
        construct: (target, values, maker) => {
            say(`new ${path}(${values.map(value => show(value))})`);
            return Reflect.construct(target, [], maker);
        },
    });
    stubs.set(it, path);
    return it;
};
const tried = (what, work) => {
    try {
        const value = work();
        say(`${what}: ${show(value)}`);
        if (value && typeof value.then == 'function' && !stubs.has(value)) {
            value.then(
                value => say(`${what}, later: ${show(value)}`),
                error => say(`${what}, later: ${kind(error)}`));
        }
        return value;
    } catch (error) {
        say(`${what}: ${kind(error)}`);
    }
};
// Classes of the module may have other names.
const errors = new Map([Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError]
    .map(type => [type.prototype, type.name]));
const kind = error => {
    for (let type = error; type && !stubs.has(type); type = Object.getPrototypeOf(type)) {
        if (errors.has(type)) return errors.get(type);
    }
    return error instanceof Object ? 'throws an object' : `throws ${String(error)}`;
};
const values = () => [
    [], [1], ['a b'], [[3, 1, 2]], [{ a: 1, b: 'x' }], [value => value], ['a b', 2], [3, 'a'],
];
const use = (name, value) => {
    say(`${name}: ${show(value)}`);
    if (typeof value == 'function' && !stubs.has(value)) {
        for (const [at, some] of values().entries()) tried(`${name} ${at}`, () => value(...some));
        const made = tried(`new ${name}`, () => new value('a', 2));
        if (made && !(made instanceof Error)) methods(name, made);
    } else if (value && typeof value == 'object' && !Array.isArray(value) && !(value instanceof Error)) {
        methods(name, value);
    }
};
const methods = (name, object) => {
    const names = new Set(Object.keys(object));
    const type = Object.getPrototypeOf(object);
    if (type && type != Object.prototype && typeof object != 'function') for (const key of Object.getOwnPropertyNames(type)) names.add(key);
    for (const key of ['constructor', 'name', 'length', 'message', 'stack', 'toString', 'arguments', 'caller']) {
        names.delete(key);
    }
    for (const key of [...names].slice(0, 30)) {
        const method = tried(`${name}.${key}`, () => object[key]);
        if (typeof method != 'function' || stubs.has(method)) continue;
        for (const [at, some] of values().slice(0, 4).entries()) {
            tried(`${name}.${key} ${at}`, () => object[key](...some));
        }
    }
};
