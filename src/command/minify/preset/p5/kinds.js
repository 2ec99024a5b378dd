// The vectors and colors of p5.js, and its noise. They use the random numbers and angles of p5.js behind them.
class Vector {
    constructor(x = 0, y = 0, z = 0) { this.x = x; this.y = y; this.z = z; }
    toString() { return `vector(${this.x},${this.y},${this.z})`; }
    #of(x, y = 0, z = 0) { return x instanceof Vector ? x : Array.isArray(x) ? new Vector(...x) : { x: x ?? 0, y, z }; }
    #each(values, compute) {
        // A number alone is for all three.
        const { x, y, z } = values.length == 1 && typeof values[0] == 'number'
            ? { x: values[0], y: values[0], z: values[0] } : this.#of(...values);
        return this.set(compute(this.x, x), compute(this.y, y), compute(this.z, z || (values.length == 2 ? 1 : z)));
    }
    set(...values) { const { x, y, z } = this.#of(...values); this.x = x; this.y = y; this.z = z; return this; }
    copy() { return new Vector(this.x, this.y, this.z); }
    add(...values) { const { x, y, z } = this.#of(...values); return this.set(this.x + x, this.y + y, this.z + z); }
    sub(...values) { const { x, y, z } = this.#of(...values); return this.set(this.x - x, this.y - y, this.z - z); }
    mult(...values) { return this.#each(values, (own, by) => own * by); }
    div(...values) { return this.#each(values, (own, by) => by ? own / by : own); }
    rem(...values) { return this.#each(values, (own, by) => by ? own % by : own); }
    dot(...values) { const { x, y, z } = this.#of(...values); return this.x * x + this.y * y + this.z * z; }
    cross({ x, y, z }) { return new Vector(this.y * z - this.z * y, this.z * x - this.x * z, this.x * y - this.y * x); }
    magSq() { return this.dot(this); }
    mag() { return Math.sqrt(this.magSq()); }
    dist(other) { return this.copy().sub(other).mag(); }
    normalize() { const mag = this.mag(); return mag ? this.mult(1 / mag) : this; }
    limit(most) { return this.mag() > most ? this.setMag(most) : this; }
    setMag(mag) { return this.normalize().mult(mag); }
    heading() { return angle(Math.atan2(this.y, this.x)); }
    setHeading(to) { const mag = this.mag(); return this.set(mag * Math.cos(radians(to)), mag * Math.sin(radians(to)), this.z); }
    rotate(by) { return this.setHeading(this.heading() + by); }
    angleBetween(other) { return angle(Math.acos(Math.max(-1, Math.min(1, this.dot(other) / (this.mag() * other.mag()))))); }
    lerp(other, amount, ...more) {
        if (more.length) return this.lerp(new Vector(other, amount, more[0]), more[1] ?? 0);
        return this.add(new Vector(other.x - this.x, other.y - this.y, other.z - this.z).mult(amount));
    }
    reflect(normal) { const unit = normal.copy().normalize(); return this.sub(unit.mult(2 * this.dot(unit))); }
    array() { return [this.x, this.y, this.z]; }
    equals(...values) { const { x, y, z } = this.#of(...values); return this.x == x && this.y == y && this.z == z; }
    static fromAngle(angle, length = 1) { return new Vector(length * Math.cos(radians(angle)), length * Math.sin(radians(angle))); }
    static random2D() { const turn = next() * TAU; return new Vector(Math.cos(turn), Math.sin(turn)); }
    static random3D() { const turn = next() * TAU, z = 2 * next() - 1, flat = Math.sqrt(1 - z * z); return new Vector(flat * Math.cos(turn), flat * Math.sin(turn), z); }
}
for (const name of ['add', 'sub', 'mult', 'div', 'rem', 'lerp', 'normalize', 'limit', 'rotate', 'setMag', 'reflect', 'copy']) {
    Vector[name] = (vector, ...values) => vector.copy()[name](...values);
}
for (const name of ['dist', 'dot', 'cross', 'mag', 'magSq', 'angleBetween', 'heading', 'equals', 'array']) {
    Vector[name] = (vector, ...values) => vector[name](...values);
}

class Color {
    constructor(values) { this.levels = values; }
    toString() { return `color(${this.levels})`; }
    setAlpha(alpha) { this.levels[3] = alpha; }
    setRed(red) { this.levels[0] = red; }
    setGreen(green) { this.levels[1] = green; }
    setBlue(blue) { this.levels[2] = blue; }
}
const color = (...values) => {
    const all = list(values);
    if (all[0] instanceof Color) return new Color([...all[0].levels]);
    if (typeof all[0] == 'string') {
        let sum = 0;
        for (const letter of all[0]) sum = sum * 31 + letter.charCodeAt() & 0xffffff;
        return new Color([sum >> 16, sum >> 8 & 255, sum & 255, all[1] ?? 255]);
    }
    return new Color(all.length < 3 ? [all[0], all[0], all[0], all[1] ?? 255] : [...all.slice(0, 3), all[3] ?? 255]);
};
const level = at => of => color(of).levels[at];
// Smooth values that only depend on the place.
const lattice = (x, y, z) => {
    let bits = Math.imul(x, 374761393) + Math.imul(y, 668265263) + Math.imul(z, 2147483647) | 0;
    bits = Math.imul(bits ^ bits >>> 13, 1274126177);
    return ((bits ^ bits >>> 16) >>> 0) / 2 ** 32;
};
const noise = (...place) => {
    const [x, y, z] = [0, 1, 2].map(at => +place[at] || 0);
    const [left, top, near] = [x, y, z].map(Math.floor);
    const smooth = part => part * part * (3 - 2 * part);
    const mix = (from, to, part) => from + (to - from) * smooth(part);
    const row = (y, z) => mix(lattice(left, y, z), lattice(left + 1, y, z), x - left);
    const layer = z => mix(row(top, z), row(top + 1, z), y - top);
    return mix(layer(near), layer(near + 1), z - near);
};
