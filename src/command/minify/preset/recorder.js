// Objects that do not draw: they count how often they were used, with a checksum of the uses.
let uses = 0, sum = 0, shown = 0;
const note = text => {
    uses++;
    for (let at = 0; at < text.length; at++) sum = (Math.imul(sum, 31) + text.charCodeAt(at)) | 0;
};
// Texts of functions have names that change. They count where they are drawn.
const words = values => values.map(value => typeof value == 'function' ? 'function' : String(value)).join();
const noteCall = (name, values) => note(`${name}(${/Text$/.test(name) ? values : words(values)})`);
const failed = error => note(error instanceof Error ? error.name : String(error));
// The uses since the last line.
const report = (...before) => {
    if (shown != uses) console.log(...before, uses, sum);
    shown = uses;
};
// An object with some properties. Others are methods that do nothing.
const recorder = (own, methods = () => undefined) => new Proxy(own, {
    get: (from, key) => key in from || typeof key == 'symbol'
        ? from[key]
        : (...values) => {
            noteCall(key, values);
            return methods(key, values);
        },
    set: (from, key, value) => {
        note(`${String(key)}=${words([value])}`);
        from[key] = value;
        return true;
    },
});
// The values of an image, but not all of a large one.
const noteAll = data => {
    for (let at = 0; at < data.length; at += Math.ceil(data.length / 4096)) note(String(data[at]));
};
