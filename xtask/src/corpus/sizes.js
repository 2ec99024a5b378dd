// The sizes of a text by all metrics. Part of other scripts.
const sizes = text => {
    const zlib = require('node:zlib');
    const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN } = zlib.constants;
    const brotli = zlib.brotliCompressSync(text, { params: { [BROTLI_PARAM_QUALITY]: 11, [BROTLI_PARAM_LGWIN]: 22 } });
    return [Buffer.byteLength(text), zlib.gzipSync(text, { level: 9 }).length, brotli.length];
};
