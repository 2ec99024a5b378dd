// The functions of dwitter, and a canvas.
globalThis.c = recorder({ width: 1920, height: 1080, style: {} });
globalThis.x = recorder({ canvas: c, fillStyle: '#000000', strokeStyle: '#000000', lineWidth: 1, globalAlpha: 1 });
[globalThis.S, globalThis.C, globalThis.T] = [Math.sin, Math.cos, Math.tan];
globalThis.R = (r, g, b, a = 1) => `rgba(${r | 0},${g | 0},${b | 0},${a})`;
after(() => {
    for (const time of [0, 1 / 60, 1, 2.5, 60]) {
        try { u(time); } catch (error) { failed(error); }
        console.log(uses, sum);
    }
});
