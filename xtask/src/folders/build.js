// Makes pages of folders as people make them for js13k: esbuild, terser, html-minifier-terser and Roadroller.
const { minify } = require('terser');
const htmlMinifier = require('html-minifier-terser');

const LOADERS = Object.fromEntries(['eot', 'gif', 'ico', 'jpg', 'png', 'svg', 'woff'].map(type => [`.${type}`, 'dataurl']));

const BUNDLED = { bundle: true, target: 'esnext', write: false, logLevel: 'error', loader: LOADERS };

const IMAGE = { gif: 'image/gif', ico: 'image/x-icon', jpg: 'image/jpeg', png: 'image/png', svg: 'image/svg+xml' };

const isLocal = address => address !== undefined && !/^([a-z]+:|\/\/|#)/i.test(address);

const attribute = (tag, name) => {
    const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'i').exec(tag);
    return found ? found[1] ?? found[2] ?? found[3] : undefined;
};

// An image in the address: SVG as text, others in base64.
function address(file) {
    const [bytes, type] = [fs.readFileSync(file), IMAGE[file.split('.').pop()]];
    if (!type) return null;
    if (type !== IMAGE.svg) return `data:${type};base64,${bytes.toString('base64')}`;
    const text = bytes.toString('utf8').replace(/>\s+</g, '><').replace(/\s+/g, ' ').trim();
    return `data:${type},${text.replace(/"/g, "'").replace(/[%#<>]/g, encodeURIComponent)}`;
}

// A script by terser. Names of the top level belong to all scripts of a page, unless there is only one.
const terser = async (code, toplevel, isAscii) => (await minify(code, {
    ecma: 2020,
    toplevel,
    compress: { passes: 3, ecma: 2020 },
    mangle: { toplevel },
    format: { comments: false, ascii_only: isAscii, inline_script: true },
})).code;

async function roadroller(code) {
    const { Packer } = await import('roadroller');
    for (const type of ['js', 'text']) {
        try {
            const packer = new Packer([{ data: code, type, action: 'eval' }], {});
            // The second level takes minutes for more.
            await packer.optimize(code.length < 4000 ? 2 : 1);
            const { firstLine, secondLine } = packer.makeDecoder();
            return firstLine + secondLine;
        } catch (error) {
            // It takes some scripts for none.
            if (type === 'text') throw error;
        }
    }
}

const escaped = code => code.replace(/<\/(script)/gi, '<\\/$1');

// The page with its files in it, and its scripts apart. Each script: its code, and whether it is a bundle of modules.
async function parts(root, page, areImagesInside) {
    const base = path.dirname(path.join(root, page));
    const beside = new Set();
    const place = name => path.join(base, decodeURIComponent(name.replace(/[?#].*/s, '')));
    const scripts = [];
    let html = fs.readFileSync(path.join(root, page), 'utf8');
    // What only old versions of Internet Explorer read.
    html = html.replace(/<!--.*?-->/gs, '');
    const isAscii = !/<meta[^>]*charset=["']?utf-8/i.test(html);
    const charset = isAscii ? 'ascii' : 'utf8';
    const replaced = async (expression, change) => {
        const changed = [];
        for (const found of html.matchAll(expression)) changed.push(await change(...found));
        html = html.replace(expression, () => changed.shift());
    };
    await replaced(/(<script\b[^>]*>)(.*?)<\/script\s*>/gis, async (whole, tag, inside) => {
        const [source, type] = [attribute(tag, 'src'), attribute(tag, 'type') ?? ''];
        const isModule = type === 'module';
        if (source !== undefined ? !isLocal(source) : isModule || !/^$|javascript/.test(type)) return whole;
        if (isModule) {
            const { outputFiles } = await esbuild.build({
                ...BUNDLED, entryPoints: [place(source)], format: 'iife', charset, outdir: base,
            });
            const text = type => outputFiles.filter(one => one.path.endsWith(type)).map(one => one.text).join('');
            scripts.push({ code: text('.js'), isModule });
            return (text('.css') && `<style>${text('.css')}</style>`) + `<script>$${scripts.length - 1}$</script>`;
        }
        scripts.push({ code: source === undefined ? inside : fs.readFileSync(place(source), 'utf8'), isModule });
        return `<script>$${scripts.length - 1}$</script>`;
    });
    await replaced(/<link\b[^>]*>/gi, async tag => {
        const [name, rel, media] = ['href', 'rel', 'media'].map(name => attribute(tag, name));
        if (!isLocal(name)) return tag;
        if (/icon|apple/.test(rel)) {
            if (fs.existsSync(place(name))) beside.add(place(name));
            return tag;
        }
        if (rel !== 'stylesheet') return tag;
        const { outputFiles } = await esbuild.build({
            ...BUNDLED, entryPoints: [place(name)], minify: true, charset, outdir: base,
            external: ['http:*', 'https:*', '//*'],
        });
        return `<style${media ? ` media="${media}"` : ''}>${outputFiles[0].text}</style>`;
    });
    await replaced(/<img\b[^>]*>/gi, tag => {
        const name = attribute(tag, 'src');
        if (!isLocal(name) || !fs.existsSync(place(name))) return tag;
        const inside = areImagesInside && address(place(name));
        if (!inside) beside.add(place(name));
        return inside ? tag.replace(name, () => inside) : tag;
    });
    const files = [...beside].map(file => [path.relative(base, file), fs.readFileSync(file)]);
    return { html, scripts, isAscii, files };
}

// A page of these parts. Placeholders keep the scripts away from the minifier of HTML.
async function pageOf({ html, scripts, isAscii }, spaces, { merged, toplevel, packs }) {
    let codes = [];
    if (merged) {
        // A bundle of modules runs after all classic scripts.
        const ordered = [...scripts].sort((a, b) => a.isModule - b.isModule);
        const code = await terser(ordered.map(one => one.code).join('\n;'), toplevel, isAscii);
        html = html.replace(/<script>\$\d+\$<\/script>/g, '');
        const tag = '<script>$0$</script>';
        html = /<\/body/i.test(html) ? html.replace(/<\/body/i, () => `${tag}</body`) : html + tag;
        codes = [packs ? await packs(code) : code];
    } else {
        for (const { code } of scripts) codes.push(await terser(code, toplevel, isAscii));
        if (packs) {
            const largest = codes.reduce((most, code, at) => code.length > codes[most].length ? at : most, 0);
            codes[largest] = await packs(codes[largest]);
        }
    }
    const small = await htmlMinifier.minify(html, { ...OF_HTML, minifyJS: true, ...spaces });
    return small.replace(/\$(\d+)\$;?(?=<\/script)/g, (_, at) => escaped(codes[at]));
}

// What may become of white space, smallest first: to remove it may move what is shown.
const SPACES = [{}, { conservativeCollapse: true }, { collapseWhitespace: false }];

// The ways to put the scripts into the page. In a script of its own, nothing else uses the names of the top level.
const WAYS = [[true, true], [true, false], [false, false]].map(([merged, toplevel]) => ({ merged, toplevel }));

// The smallest container that `judge` takes for right, or the smallest one.
async function byHand(root, page, more, judge) {
    const known = new Map();
    // Two ways may have the same script.
    const packs = code => known.get(code) ?? known.set(code, roadroller(code)).get(code);
    const inside = await parts(root, page, true);
    const files = (all, text) => [['index.html', Buffer.from(text)], ...all.files, ...more];
    // The white space of the page does not depend on its scripts.
    let spaces;
    for (spaces of SPACES) {
        const text = await pageOf(inside, spaces, WAYS[2]);
        if ((await judge(await archive(files(inside, text), true))).right) break;
    }
    const made = [];
    for (const all of [inside, await parts(root, page, false)]) for (const way of WAYS) for (const one of [null, packs]) {
        try {
            const own = files(all, await pageOf(all, spaces, { ...way, packs: one }));
            made.push({ files: own, bytes: (await archive(own, true)).length });
        } catch (error) {
            process.stderr.write(`${page}: ${error.message}\n`);
        }
    }
    made.sort((a, b) => a.bytes - b.bytes);
    let first;
    for (const { files } of made) {
        const one = await judge(await container(files));
        if (one.right) return one;
        first ??= one;
    }
    return first;
}
