// Prints the names of properties that the language and browsers use, one a line, sorted. Argument: a Chromium.
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const url = require('node:url');
const puppeteer = require('puppeteer-core');
const ts = require('typescript');

// Names that browsers read from objects of a script without any declaration: those of custom elements (HTML,
// 4.13.6) and worklets.
const READ = [
    'adoptedCallback', 'attributeChangedCallback', 'connectedCallback', 'connectedMoveCallback',
    'disconnectedCallback', 'disabledFeatures', 'formAssociated', 'formAssociatedCallback',
    'formDisabledCallback', 'formResetCallback', 'formStateRestoreCallback', 'observedAttributes',
    'contextOptions', 'inputArguments', 'inputProperties', 'paint', 'parameterDescriptors', 'process',
];

// Declarations for TypeScript have the members of dictionaries too, which no object of a browser shows.
function ofTypes() {
    const names = [];
    const typescript = path.dirname(require.resolve('typescript'));
    const libraries = fs.readdirSync(typescript).filter(file => /^lib\..*\.d\.ts$/.test(file));
    const files = libraries.map(file => path.join(typescript, file));
    files.push(require.resolve('@webgpu/types/dist/index.d.ts'));
    const visit = node => {
        const { name } = node;
        // The names of elements and events are no properties.
        if (ts.isInterfaceDeclaration(node) && /(TagName|Event)Map$/.test(name.text)) return;
        const isMember = name && !ts.isParameter(node) && !ts.isTypeParameterDeclaration(node);
        if (isMember && (ts.isIdentifier(name) || ts.isStringLiteral(name))) names.push(name.text);
        ts.forEachChild(node, visit);
    };
    for (const file of files) {
        const text = fs.readFileSync(file, 'utf8');
        ts.forEachChild(ts.createSourceFile(file, text, ts.ScriptTarget.Latest), visit);
    }
    return names;
}

// The own properties of all objects that a page without content finds from its window.
const ofWindow = () => {
    const names = new Set(), seen = new Set();
    const kinds = ['a', 'canvas', 'form', 'img', 'input', 'select', 'style', 'video'];
    const open = [window, ...kinds.map(kind => document.createElement(kind)),
        getComputedStyle(document.body), document.createElement('canvas').getContext('2d'),
        new Error('a'), /(?<a>b)?/d.exec(''), function () { return arguments; }(), function () {}];
    while (open.length) {
        const object = open.pop();
        if (Object(object) !== object || seen.has(object)) continue;
        seen.add(object);
        open.push(Object.getPrototypeOf(object));
        for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(object))) {
            names.add(name);
            open.push(property.value, property.get, property.set);
            try { open.push(object[name]); } catch { /* It belongs to instances. */ }
        }
    }
    return [...names];
};

async function main([program]) {
    const page = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'properties-')), 'empty.html');
    fs.writeFileSync(page, '<!doctype html><body>');
    const browser = await puppeteer.launch({ executablePath: program, args: ['--no-sandbox'] });
    try {
        const tab = await browser.newPage();
        // A file counts as secure, so its window has all properties.
        await tab.goto(url.pathToFileURL(page).href);
        const all = new Set([...READ, ...ofTypes(), ...await tab.evaluate(ofWindow)]);
        const isName = name => /^[A-Za-z_$][\w$]*$/.test(name);
        console.log([...all].filter(isName).sort().join('\n'));
    } finally {
        await browser.close();
        fs.rmSync(path.dirname(page), { recursive: true });
    }
}

main(process.argv.slice(1).filter(word => word != '--')).catch(error => {
    console.error(error);
    process.exitCode = 1;
});
