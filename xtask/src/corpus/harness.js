// Runs inside of a fresh context: stubs for all that a program is not, and a record of what it does. The value of
// this script is an object for `worker.js`.
(() => {
    'use strict';
    const MOST_LINES = 4000, MOST_IN_LINE = 1500, MOST_CALLS = 2500, MOST_CALLBACKS = 30, MOST_TURNS = 30;
    const START = 1600000000000;
    const lines = [];
    // `values` counts what says something.
    let values = 0, calls = 0;
    const log = (what, text) => {
        values++;
        if (lines.length < MOST_LINES) lines.push(`${what} ${text}`.slice(0, MOST_IN_LINE));
    };
    const sourceOf = Function.prototype.call.bind(Function.prototype.toString);

    // Stubs: every property of one is another, every call is recorded. A read alone is not: all minifiers take reads
    // for free of effects.
    const paths = new WeakMap(), made = new Map(), callbacks = [];
    const keepCallbacks = words => words.forEach(word => {
        if (typeof word == 'function' && !paths.has(word) && callbacks.length < MOST_CALLBACKS) callbacks.push(word);
    });
    const asText = path => () => `<${path}>`;
    const read = (path, key) => {
        switch (key) {
            case Symbol.toPrimitive: return hint => hint == 'number' ? 1 : `<${path}>`;
            case Symbol.iterator: return () => [stub(`${path}.0`), stub(`${path}.1`)][Symbol.iterator]();
            case 'length': return 0;
            case 'toString': case 'valueOf': case 'toJSON': return asText(path);
            case 'then': return undefined;
        }
        if (typeof key == 'symbol') return undefined;
        return stub(path.length > 200 ? path : `${path}.${key}`);
    };
    // Methods of documents, canvases, texts and lists take the text of a template where they want a text.
    const CONVERTING = new RegExp('\\.(createElement|endsWith|getContext|getElementById|getElementsBy(ClassName|TagName)|join'
        + '|querySelector(All)?|split|startsWith)$');
    const asConverted = (path, words) => CONVERTING.test(path)
        ? words.map(word => Array.isArray(word) && Array.isArray(word.raw) ? String(word) : word)
        : words;
    // The lines of a program are others in each result.
    Error.prepareStackTrace = () => '';
    const stub = path => {
        if (made.has(path)) return made.get(path);
        const own = new Map();
        const call = (word, words) => {
            keepCallbacks(words);
            log(word, `${path}(${words.map(one => summary(one)).join()})`);
            return stub(path.length > 200 ? path : `${path}()`);
        };
        const proxy = new Proxy(function () {}, {
            get: (_, key) => own.has(key) ? own.get(key) : read(path, key),
            set: (_, key, value) => {
                keepCallbacks([value]);
                log('set', `${path}.${String(key)} = ${summary(value)}`);
                own.set(key, value);
                return true;
            },
            has: () => true,
            apply: (_, self, words) => call('call', asConverted(path, words)),
            construct: (_, words, target) => {
                const result = call('new', words);
                return target === proxy ? result : Reflect.construct(Object, [], target);
            },
            deleteProperty: (_, key) => (log('delete', `${path}.${String(key)}`), own.delete(key), true),
            defineProperty: (_, key, { value }) => (log('define', `${path}.${String(key)}`), own.set(key, value), true),
            getPrototypeOf: () => Function.prototype,
            setPrototypeOf: () => true,
            ownKeys: target => Reflect.ownKeys(target),
        });
        paths.set(proxy, path);
        made.set(path, proxy);
        return proxy;
    };

    // The name of the nearest constructor of the language: those of the program may have other names.
    const builtIn = new Map(['AggregateError', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError',
        'URIError', 'Error'].map(name => [globalThis[name].prototype, name]));
    const kindOf = error => {
        if (paths.has(Object(error))) return 'stub';
        for (let at = error; at && typeof at == 'object'; at = Object.getPrototypeOf(at)) {
            if (builtIn.has(at)) return builtIn.get(at);
        }
        return typeof error;
    };

    const methods = (object, most) => {
        const names = [];
        for (let at = object; at && names.length < most; at = Object.getPrototypeOf(at)) {
            if (paths.has(at) || known.has(at)) break;
            for (const name of Object.getOwnPropertyNames(at)) if (name != 'constructor') names.push(name);
        }
        return names.slice(0, most);
    };
    const known = new Set([Object, Function, Array, Map, Set, WeakMap, WeakSet, Promise, Date, RegExp, Error, String,
        Number, Boolean, ArrayBuffer, Uint8Array, Symbol, Object.getPrototypeOf(Uint8Array)].map(type => type.prototype));
    const tag = value => Object.prototype.toString.call(value).slice(8, -1);

    const summary = (value, depth = 3, seen = []) => {
        if (value === null) return 'null';
        switch (typeof value) {
            case 'undefined': case 'boolean': return String(value);
            case 'number': return Object.is(value, -0) ? '-0' : String(value);
            case 'bigint': return `${value}n`;
            case 'string': return JSON.stringify(value.length > 400 ? `${value.slice(0, 400)} ${value.length}` : value);
            case 'symbol': return 'symbol';
        }
        if (paths.has(value)) return `<${paths.get(value)}>`;
        if (seen.includes(value)) return '^';
        const inner = [...seen, value];
        try {
            const one = key => {
                try { return summary(value[key], depth - 1, inner); } catch (error) { return `throws ${kindOf(error)}`; }
            };
            const keys = Object.keys(value).slice(0, 60);
            const fields = () => depth ? `{${keys.map(key => `${JSON.stringify(key)}:${one(key)}`)}}` : '{…}';
            if (typeof value == 'function') {
                const own = value.prototype && typeof value.prototype == 'object' ? methods(value.prototype, 40) : [];
                return `function${own.length ? `[${own}]` : ''}${keys.length ? fields() : ''}`;
            }
            const name = tag(value);
            if (Array.isArray(value)) {
                return depth ? `[${Array.from({ length: Math.min(value.length, 40) }, (_, at) => one(at))}]${value.length}` : '[…]';
            }
            if (name == 'Error') return `error ${kindOf(value)}`;
            if (name == 'Date') return `date ${+value}`;
            if (name == 'RegExp') return `regexp ${value.source} ${value.flags}`;
            if (name == 'Map' || name == 'Set') return `${name}${summary([...value], depth, inner)}`;
            if (ArrayBuffer.isView(value)) return `${name}${Array.from(value.buffer ? new Uint8Array(value.buffer) : []).slice(0, 60)}`;
            const type = Object.getPrototypeOf(value);
            const own = type && !known.has(type) && !paths.has(type) ? methods(type, 40) : [];
            return `${name == 'Object' ? '' : name}${own.length ? `[${own}]` : ''}${fields()}`;
        } catch (error) {
            return `cannot be read: ${kindOf(error)}`;
        }
    };

    // One line of the record; what says something counts as a value.
    const note = (what, text) => {
        log(what, `= ${text}`);
        if (/^(undefined|throws|<|function$|\{\}$)/.test(text)) values--;
    };
    const tried = (what, run, then) => {
        if (++calls > MOST_CALLS) return;
        let result;
        try {
            result = run();
            note(what, summary(result));
        } catch (error) {
            return note(what, `throws ${kindOf(error)}`);
        }
        if (result instanceof Promise) {
            result.then(value => note(`${what} resolves`, summary(value)), error => note(`${what} rejects`, kindOf(error)));
        } else if (then) then(result);
    };

    // The arguments, new ones for each call.
    const TUPLES = [
        () => [], () => [1], () => ['a b'], () => [[3, 1, 2]], () => [{ a: 1, b: 'x' }],
        what => [(...words) => (log('calls back', `${what}(${words.map(one => summary(one, 2))})`), words[0])],
        () => ['a-b_c', 2], () => [5, 3], () => [[{ a: 2 }, { a: 1 }], 'a'], () => ['<p class="x">1 &amp; 2</p>', { a: true }],
        what => [[3, 1, 2], one => (log('calls back', `${what}(${summary(one, 2)})`), one)],
        () => ['10', '#ff8000'], () => ['https://a.example/b.html?c=1&d=%20#e', '1h'],
        () => ['2020-02-03T04:05:06Z', 'x,y', 'z'], () => [null, undefined, true],
    ];
    const isClass = value => /^class\b/.test(sourceOf(value))
        || !!value.prototype && typeof value.prototype == 'object' && methods(value.prototype, 1).length > 0;
    const each = (what, self, value, tuples, then) => tuples.forEach((tuple, at) =>
        tried(`${what}#${at}`, () => Reflect.apply(value, self, tuple(what)), result => then && then(result, at)));
    const members = (what, object, names, tuples) => names.forEach(name => {
        let value;
        try { value = object[name]; } catch { return; }
        if (typeof value == 'function' && !paths.has(value)) each(`${what}.${name}`, object, value, tuples);
    });
    const exercise = (what, self, value) => {
        if (isClass(value)) {
            TUPLES.slice(0, 9).forEach((tuple, at) => tried(`new ${what}#${at}`, () => Reflect.construct(value, tuple(what)), made => {
                if (Object(made) === made && !paths.has(made)) members(`new ${what}#${at}`, made, methods(made, 20), TUPLES.slice(0, 4));
            }));
            if (/^class\b/.test(sourceOf(value))) return;
        }
        each(what, self, value, TUPLES, (result, at) => {
            if (paths.has(Object(result)) || at > 4) return;
            if (typeof result == 'function') each(`${what}#${at}()`, undefined, result, TUPLES.slice(0, 6));
            else if (result && typeof result == 'object') members(`${what}#${at}`, result, Object.keys(result).slice(0, 12), TUPLES.slice(0, 3));
        });
    };
    const walk = (what, self, value, depth, seen) => {
        if (Object(value) !== value || paths.has(value) || seen.has(value) || seen.size > 60) return;
        seen.add(value);
        if (typeof value == 'function') exercise(what, self, value);
        if (!depth) return;
        for (const key of Object.keys(value).sort().slice(0, 60)) {
            let inner;
            try { inner = value[key]; } catch { continue; }
            walk(`${what}.${key}`, value, inner, depth - 1, seen);
        }
    };

    // Timers run from a queue.
    let timers = [], ids = 0, now = 0;
    const later = (call, time, words, every) => {
        timers.push({ id: ++ids, at: now + (+time || 0), call, words, every });
        return ids;
    };
    const clear = id => { timers = timers.filter(one => one.id !== id); };
    const turns = async () => {
        for (let turn = 0; turn < MOST_TURNS; turn++) {
            for (let at = 0; at < 20; at++) await null;
            timers.sort((a, b) => a.at - b.at || a.id - b.id);
            const one = timers.shift();
            if (!one) break;
            now = one.at;
            if (one.every) timers.push({ ...one, at: now + Math.max(1, +one.every || 0) });
            if (typeof one.call == 'function') tried('timer', () => one.call(...one.words));
        }
    };

    const define = (name, value) =>
        Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });
    for (const name of ['window', 'self', 'global', 'top', 'parent', 'frames']) define(name, globalThis);
    for (const name of NAMES) define(name, stub(name));
    define('setTimeout', (call, time, ...words) => later(call, time, words));
    define('setInterval', (call, time, ...words) => later(call, time, words, time || 1));
    define('setImmediate', (call, ...words) => later(call, 0, words));
    define('requestAnimationFrame', call => later(call, 16, [16 * (ids + 1)]));
    define('requestIdleCallback', call => later(call, 1, []));
    define('queueMicrotask', call => void Promise.resolve().then(() => tried('microtask', call)));
    for (const name of ['clearTimeout', 'clearInterval', 'clearImmediate', 'cancelAnimationFrame']) define(name, clear);
    define('performance', { now: () => 0, mark() {}, measure() {} });
    define('innerWidth', 800), define('innerHeight', 600), define('devicePixelRatio', 1);
    let seed = 1;
    Math.random = () => (seed = seed * 16807 % 2147483647) / 2147483647;
    const RealDate = Date;
    define('Date', new Proxy(RealDate, {
        construct: (type, words, target) => Reflect.construct(type, words.length ? words : [START], target),
        apply: () => new RealDate(START).toString(),
        get: (type, key) => key == 'now' ? () => START : type[key],
    }));
    RealDate.prototype.constructor = Date;
    Function.prototype.toString = function toString() { return 'function () { }'; };

    const before = new Set(Reflect.ownKeys(globalThis));
    return {
        stub,
        failed: error => note('load', `throws ${kindOf(error)}`),
        globals: () => Reflect.ownKeys(globalThis).filter(key => typeof key == 'string' && !before.has(key)),
        // The record of what a program has left: its exports or names with their values.
        async finish(left) {
            await turns();
            if (Object(left) === left && !paths.has(left)) {
                if (typeof left == 'function') note('exports', summary(left, 1));
                for (const key of Object.keys(left).sort().slice(0, 200)) {
                    let text;
                    try { text = summary(left[key]); } catch (error) { text = `throws ${kindOf(error)}`; }
                    note(`exports.${key}`, text);
                }
            } else note('exports', summary(left));
            walk('exports', undefined, left, 2, new Set());
            await turns();
            for (let at = 0; at < callbacks.length; at++) {
                tried(`callback ${at}`, () => callbacks[at]());
                tried(`callback ${at} of an event`, () => callbacks[at](stub('event'), stub('other')));
            }
            await turns();
            return { text: lines.join('\n'), values };
        },
    };
})()
