// What all scripts before those of the file begin with.
const isBrowser = Object.prototype.toString.call(globalThis) == '[object Window]';
// Does something when the scripts have run, also those in event handlers of the page.
const after = go => isBrowser ? addEventListener('load', () => go()) : Promise.resolve().then(go);
