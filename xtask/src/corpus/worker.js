// A worker: runs one program in a fresh context and posts its record.
const vm = require('node:vm');
const { parentPort, workerData: { kind, code, names, harness, imports } } = require('node:worker_threads');

// Names of browsers and of Node that are stubs.
const STUBS = `document navigator location localStorage sessionStorage history screen customElements fetch XMLHttpRequest
WebSocket EventSource Worker SharedWorker Image Audio AudioContext webkitAudioContext FileReader File Blob FormData Headers
Request Response URL URLSearchParams AbortController AbortSignal TextEncoder TextDecoder HTMLElement HTMLCanvasElement
HTMLImageElement HTMLInputElement HTMLVideoElement SVGElement Element Node NodeList Document DocumentFragment Event
CustomEvent EventTarget KeyboardEvent MouseEvent TouchEvent PointerEvent MessageChannel BroadcastChannel MutationObserver
IntersectionObserver ResizeObserver DOMParser Option Path2D OffscreenCanvas ImageData indexedDB caches crypto alert confirm
prompt open close focus scroll scrollTo scrollBy print postMessage addEventListener removeEventListener dispatchEvent
getComputedStyle getSelection matchMedia structuredClone atob btoa console process Buffer $ jQuery React ReactDOM THREE d3
Phaser PIXI Vue angular _ Backbone chrome browser importScripts ga gtag`.split(/\s+/);

process.on('uncaughtException', () => {});
process.on('unhandledRejection', () => {});

(async () => {
    const context = vm.createContext();
    vm.runInContext(`var NAMES = ${JSON.stringify(STUBS)}`, context);
    const tool = vm.runInContext(harness.trim(), context);
    vm.runInContext('NAMES = undefined', context);
    const synthetic = specifier => {
        const all = [...new Set(['default', ...imports])];
        const module = new vm.SyntheticModule(all, () => {
            for (const name of all) module.setExport(name, tool.stub(`import(${specifier}).${name}`));
        }, { context });
        return module;
    };
    const importModuleDynamically = async specifier => {
        const module = synthetic(String(specifier));
        await module.link(() => {});
        await module.evaluate();
        return module;
    };
    const text = code.replace(/^#!.*/, '');
    let left;
    try {
        if (kind === 'module') {
            const module = new vm.SourceTextModule(text, {
                context,
                importModuleDynamically,
                initializeImportMeta: meta => { meta.url = 'file:///program.mjs'; },
            });
            await module.link(synthetic);
            left = module.namespace;
            await module.evaluate();
        } else if (kind === 'commonjs') {
            const words = ['exports', 'require', 'module', '__filename', '__dirname'];
            const run = vm.compileFunction(text, words, { parsingContext: context, importModuleDynamically });
            const module = vm.runInContext('({exports:{}})', context);
            const require = tool.stub('require');
            left = module.exports;
            try {
                run.call(module.exports, module.exports, require, module, '/program.cjs', '/');
            } finally {
                left = module.exports;
            }
        } else {
            try {
                new vm.Script(text, { importModuleDynamically }).runInContext(context);
            } finally {
                const read = name => `${JSON.stringify(name)}:(()=>{try{return ${name}}catch{}})()`;
                const all = [...new Set([...names, ...tool.globals()])].filter(name => /^[\w$]+$/.test(name));
                left = vm.runInContext(`({${all.map(read)}})`, context);
            }
        }
    } catch (error) {
        tool.failed(error);
    }
    parentPort.postMessage(await tool.finish(left));
})().catch(error => parentPort.postMessage({ text: `failed: ${error && error.stack}`, values: 0 }));
