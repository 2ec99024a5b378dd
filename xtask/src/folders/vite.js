// Makes a page of a folder with js13k-vite-plugins and Vite.

// The plugins that make the container start programs which their packages download. Ours makes it for all tools.
const OF_CONTAINER = ['js13k:ect', 'js13k:advzip'];

async function byVite(root, page) {
    const { build } = await import('vite');
    const { js13kViteConfig } = await import('js13k-vite-plugins');
    const folder = fs.mkdtempSync(path.join(process.cwd(), 'vite-'));
    try {
        const source = path.join(folder, 'source');
        fs.cpSync(root, source, { recursive: true, filter: file => !/node_modules|vite\.config/.test(path.relative(root, file)) });
        const config = js13kViteConfig();
        const plugins = config.plugins.flat().filter(plugin => !OF_CONTAINER.includes(plugin?.name));
        const out = path.join(folder, 'out');
        await build({
            ...config,
            plugins,
            root: source,
            configFile: false,
            logLevel: 'silent',
            build: {
                ...config.build,
                outDir: out,
                rollupOptions: { ...config.build?.rollupOptions, input: path.join(source, page) },
            },
        });
        const base = path.dirname(path.join(out, page));
        const names = fs.readdirSync(out, { recursive: true }).map(name => path.join(out, name));
        const files = names.filter(file => fs.statSync(file).isFile()).map(file => {
            const name = path.relative(base, file);
            return [name === path.basename(page) ? 'index.html' : name, fs.readFileSync(file)];
        });
        return files.sort(([a], [b]) => (b === 'index.html') - (a === 'index.html'));
    } finally {
        fs.rmSync(folder, { recursive: true });
    }
}
