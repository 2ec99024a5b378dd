// The global mode of p5.js without drawing: what `setup`, `draw` and the functions for events do is counted. `NAMES` has what
// p5.js defines, `KEYS` the keys that are pressed, with their numbers.
const define = (name, value) => Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
const random = (seed => () => {
    seed = seed + 0x6d2b79f5 | 0;
    let bits = Math.imul(seed ^ seed >>> 15, 1 | seed);
    bits = bits + Math.imul(bits ^ bits >>> 7, 61 | bits) ^ bits;
    return ((bits ^ bits >>> 14) >>> 0) / 2 ** 32;
});
let next = random(1), isDegrees = false, isLooping = true, redraws = 0;
const TAU = 2 * Math.PI;
const radians = angle => isDegrees ? angle * TAU / 360 : angle;
const angle = radians => isDegrees ? radians * 360 / TAU : radians;
const list = values => Array.isArray(values[0]) ? values[0] : values;

// What p5.js makes: its methods give it back.
const thing = (name, own = {}) => {
    const made = recorder({ toString: () => name, width: 100, height: 100, style: () => made, ...own }, (method, values) => {
        if (method in drawing) return drawing[method](...values);
        return made;
    });
    return made;
};
const element = (name, value) => thing(name, {
    value: (...given) => given.length ? (value = given[0]) : value,
    checked: (...given) => given.length ? (value = given[0]) : !!value,
    elt: recorder({ style: {} }),
    style: (...given) => note(`style(${words(given)})`),
});
const image = (name, width = 100, height = 100) => {
    const made = thing(name, {
        width, height, pixels: [],
        loadPixels: () => { made.pixels = new Uint8ClampedArray(4 * Math.min(made.width * made.height | 0, 4e6)); },
        updatePixels: () => noteAll(made.pixels),
    });
    return made;
};

const shuffled = values => {
    const all = [...values];
    for (let at = all.length; at > 1;) {
        const other = Math.floor(next() * at--);
        [all[at], all[other]] = [all[other], all[at]];
    }
    return all;
};
const padded = (value, left = 0, right) => {
    const [whole, part] = (right === undefined ? String(value) : Math.abs(value).toFixed(right)).split('.');
    return (value < 0 && right !== undefined ? '-' : '') + whole.padStart(left, '0') + (part ? `.${part}` : '');
};
const each = convert => value => Array.isArray(value) ? value.map(convert) : convert(value);

const canvas = (width = 100, height = 100) => {
    define('width', width);
    define('height', height);
    return element('canvas', '');
};
const drawing = {
    createCanvas: (width, height) => canvas(width, height),
    resizeCanvas: (width, height) => canvas(width, height),
    createGraphics: (width, height) => image('graphics', width, height),
    createImage: (width, height) => image('image', width, height),
    createVector: (...values) => new Vector(...values),
    color, red: level(0), green: level(1), blue: level(2), alpha: level(3), hue: level(0), saturation: level(1),
    brightness: level(2), lightness: level(2),
    lerpColor: (from, to, part) => new Color(color(from).levels.map((value, at) => value + (color(to).levels[at] - value) * part)),
    abs: Math.abs, ceil: Math.ceil, exp: Math.exp, floor: Math.floor, log: Math.log, pow: Math.pow, sqrt: Math.sqrt,
    sq: value => value * value,
    fract: value => value - Math.floor(value),
    round: (value, places = 0) => Math.round(value * 10 ** places) / 10 ** places,
    max: (...values) => Math.max(...list(values)),
    min: (...values) => Math.min(...list(values)),
    constrain: (value, low, high) => Math.max(Math.min(value, high), low),
    dist: (...all) => Math.hypot(...all.slice(all.length / 2).map((value, at) => value - all[at])),
    mag: (x, y) => Math.hypot(x, y),
    lerp: (from, to, part) => from + (to - from) * part,
    norm: (value, from, to) => (value - from) / (to - from),
    map: (value, from, to, first, last, within) => {
        const mapped = (value - from) / (to - from) * (last - first) + first;
        return within ? Math.max(Math.min(mapped, Math.max(first, last)), Math.min(first, last)) : mapped;
    },
    sin: value => Math.sin(radians(value)), cos: value => Math.cos(radians(value)), tan: value => Math.tan(radians(value)),
    asin: value => angle(Math.asin(value)), acos: value => angle(Math.acos(value)), atan: value => angle(Math.atan(value)),
    atan2: (y, x) => angle(Math.atan2(y, x)),
    degrees: value => value * 360 / TAU, radians: value => value * TAU / 360,
    angleMode: mode => { isDegrees = mode == 'degrees'; },
    random: (...values) => {
        if (Array.isArray(values[0])) return values[0][Math.floor(next() * values[0].length)];
        const [low, high] = values.length > 1 ? values : [0, values[0] ?? 1];
        return low + next() * (high - low);
    },
    randomSeed: seed => { next = random(seed | 0); },
    randomGaussian: (mean = 0, spread = 1) => mean + spread * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(TAU * next()),
    noise,
    noLoop: () => { isLooping = false; },
    loop: () => { isLooping = true; },
    isLooping: () => isLooping,
    redraw: (times = 1) => { redraws += times; },
    frameRate: rate => rate === undefined ? 60 : note(`frameRate(${rate})`),
    getFrameRate: () => 60, getTargetFrameRate: () => 60,
    millis: () => frameCount * 1000 / 60,
    pixelDensity: () => 1, displayDensity: () => 1,
    year: () => 2024, month: () => 1, day: () => 2, hour: () => 3, minute: () => 4, second: () => frameCount / 60 | 0,
    loadPixels: () => define('pixels', new Uint8ClampedArray(4 * Math.min(width * height | 0, 4e6))),
    updatePixels: () => noteAll(pixels),
    get: (...place) => place.length == 2 ? [0, 0, 0, 255] : image('image'),
    loadImage: (path, done) => loaded(image(path), done),
    loadFont: (path, done) => loaded(thing(path, { textBounds: text => ({ x: 0, y: 0, w: 6 * text.length, h: 12 }), textToPoints: () => [] }), done),
    loadSound: (path, done) => loaded(thing(path, { isPlaying: () => false, isLoaded: () => true }), done),
    loadJSON: (path, done) => loaded({}, done),
    loadStrings: (path, done) => loaded([], done),
    loadTable: (path, done) => loaded(thing(path, { getRowCount: () => 0, getColumnCount: () => 0, rows: [] }), done),
    textWidth: text => 6 * String(text).length,
    textAscent: () => 10, textDescent: () => 2,
    keyIsDown: code => keyIsPressed && keyCode == code,
    createSlider: (low, high, value) => element('slider', value ?? (low + high) / 2),
    createInput: (value = '') => element('input', value),
    createCheckbox: (label, value = false) => element('checkbox', value),
    createColorPicker: value => element('picker', String(value ?? '#000000')),
    select: () => element('element', ''),
    selectAll: () => [],
    int: each(value => Math.trunc(+value)), float: each(parseFloat), str: each(String), boolean: each(Boolean),
    byte: each(value => value << 24 >> 24), char: each(code => String.fromCharCode(code)), unchar: each(text => text.charCodeAt()),
    hex: (value, digits = 8) => (value >>> 0).toString(16).toUpperCase().padStart(digits, '0').slice(-digits),
    unhex: text => parseInt(text, 16),
    join: (all, between) => all.join(between), split: (text, between) => text.split(between), trim: each(text => text.trim()),
    splitTokens: (text, marks = ' \t\n') => text.split(new RegExp(`[${marks.replace(/[\]\\^-]/g, '\\$&')}]`)).filter(part => part),
    match: (text, pattern) => text.match(pattern), matchAll: (text, pattern) => [...text.matchAll(RegExp(pattern, 'g'))],
    nf: padded, nfc: (value, right) => padded(value, 0, right).replace(/\B(?=(\d{3})+(?!\d))/, ','),
    nfp: (...values) => (values[0] >= 0 ? '+' : '') + padded(...values), nfs: (...values) => (values[0] >= 0 ? ' ' : '') + padded(...values),
    append: (all, value) => (all.push(value), all),
    concat: (first, second) => first.concat(second),
    reverse: all => all.reverse(),
    shorten: all => (all.pop(), all),
    shuffle: (all, inPlace) => {
        const mixed = shuffled(all);
        return inPlace ? Object.assign(all, mixed) : mixed;
    },
    sort: (all, count = all.length) => {
        const first = all.slice(0, count);
        first.sort(typeof all[0] == 'string' ? undefined : (a, b) => a - b);
        return first.concat(all.slice(count));
    },
    subset: (all, start, count = all.length) => all.slice(start, start + count),
    bezierPoint: (a, b, c, d, t) => (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t * t * c + t ** 3 * d,
    getItem: () => null,
    getURL: () => '', getURLPath: () => [], getURLParams: () => ({}),
    print: (...values) => console.log(...values),
};
const loaded = (value, done) => {
    if (typeof done == 'function') guarded(() => done(value));
    return value;
};
const guarded = run => {
    try { return run(); } catch (error) { failed(error); }
};

const values = {
    PI: Math.PI, TWO_PI: TAU, TAU, HALF_PI: TAU / 4, QUARTER_PI: TAU / 8, DEG_TO_RAD: TAU / 360, RAD_TO_DEG: 360 / TAU,
    DEGREES: 'degrees', RADIANS: 'radians', BACKSPACE: 8, DELETE: 46, ENTER: 13, RETURN: 13, TAB: 9, ESCAPE: 27, SHIFT: 16, CONTROL: 17,
    OPTION: 18, ALT: 18, UP_ARROW: 38, DOWN_ARROW: 40, LEFT_ARROW: 37, RIGHT_ARROW: 39,
    width: 100, height: 100, windowWidth: 640, windowHeight: 480, displayWidth: 640, displayHeight: 480,
    frameCount: 0, deltaTime: 1000 / 60, focused: true, mouseX: 0, mouseY: 0, pmouseX: 0, pmouseY: 0, winMouseX: 0, winMouseY: 0,
    pwinMouseX: 0, pwinMouseY: 0, movedX: 0, movedY: 0, mouseButton: '', mouseIsPressed: false, keyIsPressed: false, key: '', keyCode: 0,
    touches: [], pixels: [], rotationX: 0, rotationY: 0, rotationZ: 0, accelerationX: 0, accelerationY: 0, accelerationZ: 0,
    turnAxis: '', deviceOrientation: 'landscape', webglVersion: 'webgl2', disableFriendlyErrors: false,
    drawingContext: recorder({ canvas: {}, setLineDash: () => note('setLineDash') }),
};
for (const name of NAMES) {
    if (name in values) {
        define(name, values[name]);
    } else if (/^[A-Z]/.test(name)) {
        define(name, name.toLowerCase());
    } else {
        const own = drawing[name];
        define(name, (...given) => {
            note(`${name}(${words(given)})`);
            return own ? own(...given) : thing(name);
        });
    }
}
// In instance mode, a sketch gets an object with all of these.
const sketches = [];
define('p5', function (sketch) {
    const own = {};
    const p = new Proxy(own, {
        get: (_, name) => name in own ? own[name] : NAMES.includes(name) ? globalThis[name] : undefined,
    });
    sketches.push(own);
    if (typeof sketch == 'function') guarded(() => sketch(p));
    return p;
});
Object.assign(p5, { Vector, Color, prototype: {} });

// A function of the sketch, which is no property if it is declared with `let` or `const`.
const call = (name, ...given) => {
    const global = guarded(() => (0, eval)(`typeof ${name} == 'function' ? ${name} : 0`));
    for (const run of [global, ...sketches.map(own => own[name])]) {
        if (typeof run == 'function') guarded(() => run(...given));
    }
    if (redraws > 0) {
        redraws--;
        call('draw');
    }
};
const key = (word, keyCode, isDown) => {
    const text = word == 'Space' ? ' ' : word;
    define('key', text);
    define('keyCode', keyCode);
    define('keyIsPressed', isDown);
    const event = { key: text, keyCode, preventDefault() { } };
    call(isDown ? 'keyPressed' : 'keyReleased', event);
    if (isDown && text.length == 1) call('keyTyped', event);
};
const mouse = (isPressed, ...names) => {
    define('mouseIsPressed', isPressed);
    define('mouseButton', 'left');
    for (const name of names) call(name, { button: 0, delta: 1, x: mouseX, y: mouseY, preventDefault() { } });
};
const events = [
    () => mouse(false, 'mouseMoved'), () => mouse(true, 'mousePressed', 'touchStarted'), () => mouse(true, 'mouseDragged', 'touchMoved'),
    () => mouse(false, 'mouseReleased', 'mouseClicked', 'touchEnded'), () => mouse(false, 'doubleClicked'),
    () => mouse(false, 'mouseWheel'), () => call('windowResized'),
    ...KEYS.flatMap(([word, code]) => [() => key(word, code, true), () => key(word, code, false)]),
];
const FRAMES = Math.max(30, 6 + events.length);
after(() => {
    call('preload');
    call('setup');
    report('setup');
    for (let frame = 1; frame <= FRAMES; frame++) {
        for (const name of ['mouseX', 'mouseY']) {
            define(`p${name}`, globalThis[name]);
            define(name, frame * (name == 'mouseX' ? 37 : 53) % (name == 'mouseX' ? width : height));
        }
        if (isLooping || frame == 1) {
            define('frameCount', frame);
            call('draw');
        }
        events[frame - 6]?.();
        report('frame', frame);
    }
});
