// Makes a page of a folder with js13k-vite-plugins and Vite.
const { execFileSync } = require('node:child_process');

// The level of Roadroller in these plugins takes many minutes for large scripts.
const MOST_TIME = 600000;

// The plugins that make the container start programs which their packages download. Ours makes it for all tools.
// (The workers of Vite fail under --input-type=module.)
const VITE = `(async () => {
    const { build } = await import('vite');
    const { js13kViteConfig } = await import('js13k-vite-plugins');
    const [root, page, outDir] = process.argv.slice(1);
    const config = js13kViteConfig();
    await build({
        ...config,
        plugins: config.plugins.flat().filter(plugin => !['js13k:ect', 'js13k:advzip'].includes(plugin?.name)),
        root,
        configFile: false,
        logLevel: 'silent',
        build: { ...config.build, outDir, rollupOptions: { input: require('node:path').join(root, page) } },
    });
})()`;

// The files of the container, the page first.
function byVite(root, page) {
    const folder = fs.mkdtempSync(path.join(process.cwd(), 'vite-'));
    try {
        const [source, out] = ['source', 'out'].map(name => path.join(folder, name));
        const filter = file => !/node_modules|vite\.config/.test(path.relative(root, file));
        fs.cpSync(root, source, { recursive: true, filter });
        const words = ['--input-type=commonjs', '-e', VITE, '--', source, page, out];
        execFileSync(process.execPath, words, { stdio: ['ignore', 'ignore', 'pipe'], timeout: MOST_TIME });
        const base = path.dirname(path.join(out, page));
        const names = fs.readdirSync(out, { recursive: true }).map(name => path.join(out, name));
        const files = names.filter(file => fs.statSync(file).isFile()).map(file => {
            const name = path.relative(base, file);
            return [name === path.basename(page) ? 'index.html' : name, fs.readFileSync(file)];
        });
        return files.sort(([a], [b]) => (b === 'index.html') - (a === 'index.html'));
    } catch (error) {
        const said = /^.*Error.*$/m.exec(`${error.stderr}`)?.[0] ?? 'no page';
        throw new Error(error.code === 'ETIMEDOUT' ? `more than ${MOST_TIME / 1000} s` : said);
    } finally {
        fs.rmSync(folder, { recursive: true });
    }
}
