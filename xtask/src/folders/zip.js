// Zip containers: reads those of all tools, and writes those of the other tools, as small as a zopfli makes them.
const os = require('node:os');
const { spawnSync } = require('node:child_process');
const zopfli = require('@gfx/zopfli');

const withZopfli = (data, numiterations) => new Promise((done, failed) =>
    zopfli.deflate(data, { numiterations }, (error, packed) => error ? failed(error) : done(Buffer.from(packed))));

// More steps than that find nothing in a large file, and take long.
const STEPS = data => data.length > 50000 ? 15 : 60;

// The smallest form of an entry: [method, bytes].
async function entry(data, isQuick) {
    const forms = [[8, zlib.deflateRawSync(data, { level: 9 })], [0, data]];
    if (!isQuick) forms.push([8, await withZopfli(data, STEPS(data))]);
    return forms.sort((a, b) => a[1].length - b[1].length)[0];
}

// A container without anything that the format lets one leave out.
async function archive(files, isQuick) {
    const [locals, directory] = [[], []];
    let at = 0;
    for (const [name, data] of files) {
        const [method, packed] = await entry(data, isQuick);
        // Versions, flags, method, time, date (1 January 1980), checksum, sizes, lengths.
        const head = Buffer.alloc(26);
        head.writeUInt16LE(20, 0);
        head.writeUInt16LE(method, 4);
        head.writeUInt16LE(33, 8);
        head.writeUInt32LE(zlib.crc32 ? zlib.crc32(data) : crc32(data), 10);
        head.writeUInt32LE(packed.length, 14);
        head.writeUInt32LE(data.length, 18);
        head.writeUInt16LE(Buffer.byteLength(name), 22);
        const text = Buffer.from(name);
        const place = Buffer.alloc(14);
        place.writeUInt32LE(at, 10);
        const local = Buffer.concat([Buffer.from('PK\x03\x04'), head, text, packed]);
        locals.push(local);
        directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0', 'latin1'), head, place, text]));
        at += local.length;
    }
    const list = Buffer.concat(directory);
    const end = Buffer.alloc(22);
    end.write('PK\x05\x06', 'latin1');
    end.writeUInt16LE(files.length, 8);
    end.writeUInt16LE(files.length, 10);
    end.writeUInt32LE(list.length, 12);
    end.writeUInt32LE(at, 16);
    return Buffer.concat([...locals, list, end]);
}

const TABLE = Array.from({ length: 256 }, (_, value) => {
    for (let bit = 8; bit--;) value = value & 1 ? value >>> 1 ^ 0xedb88320 : value >>> 1;
    return value;
});

const crc32 = data => {
    let sum = ~0;
    for (const byte of data) sum = sum >>> 8 ^ TABLE[(sum ^ byte) & 255];
    return ~sum >>> 0;
};

// A container after advzip, if this program is installed.
function withAdvzip(container) {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'folders-'));
    const file = path.join(folder, 'a.zip');
    fs.writeFileSync(file, container);
    const { status } = spawnSync('advzip', ['-z', '-4', '-i', '100', '-q', file]);
    const packed = status === 0 ? fs.readFileSync(file) : container;
    fs.rmSync(folder, { recursive: true });
    return packed.length < container.length ? packed : container;
}

// The smallest container with these files: the page first.
const container = async files => withAdvzip(await archive(files, false));

// The files of a container, by their names.
function unpacked(bytes) {
    const files = new Map();
    const end = bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1');
    let at = bytes.readUInt32LE(end + 16);
    for (let left = bytes.readUInt16LE(end + 10); left--;) {
        const [length, extra, comment] = [28, 30, 32].map(field => bytes.readUInt16LE(at + field));
        const name = bytes.toString('utf8', at + 46, at + 46 + length);
        const local = bytes.readUInt32LE(at + 42);
        const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
        const packed = bytes.subarray(start, start + bytes.readUInt32LE(at + 20));
        files.set(name, bytes.readUInt16LE(at + 10) ? zlib.inflateRawSync(packed) : packed);
        at += 46 + length + extra + comment;
    }
    return files;
}
