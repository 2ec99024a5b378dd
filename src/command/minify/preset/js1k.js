// The names of js1k: `a` is a canvas, `b` the body, `c` the context of the canvas, `d` the document. Without a document, the
// frames say how they have been used.
const WIDTH = 640, HEIGHT = 480;
const METHODS = 'save restore scale rotate translate transform setTransform resetTransform getTransform createLinearGradient '
    + 'createRadialGradient createConicGradient createPattern clearRect fillRect strokeRect beginPath fill stroke clip '
    + 'isPointInPath isPointInStroke fillText strokeText measureText drawImage createImageData getImageData putImageData '
    + 'setLineDash getLineDash closePath moveTo lineTo quadraticCurveTo bezierCurveTo arcTo rect roundRect arc ellipse';
if (isBrowser) {
    document.write('<body style="margin:0"><canvas id="c"></canvas>');
    d = document;
    b = d.body;
    a = d.getElementById('c');
    a.width = WIDTH;
    a.height = HEIGHT;
    c = a.getContext('2d');
} else {
    const named = (name, own, methods) => recorder({ toString: () => name, ...own }, methods);
    const imageData = (width, height) => {
        const size = Math.min(Math.abs(width * height) | 0, 4e6);
        return { width, height, data: new Uint8ClampedArray(4 * size) };
    };
    const drawn = (method, values) => {
        switch (method) {
            case 'createLinearGradient':
            case 'createRadialGradient':
            case 'createConicGradient':
            case 'createPattern': return named(method, {});
            case 'measureText': return { width: 6 * String(values[0]).length };
            case 'getImageData': return imageData(values[2], values[3]);
            case 'createImageData': return imageData(values[0].width ?? values[0], values[0].height ?? values[1]);
            case 'putImageData': return noteAll(values[0].data);
            case 'getLineDash': return [];
            case 'isPointInPath':
            case 'isPointInStroke': return false;
        }
    };
    const element = (name, own) => named(name, {
        style: recorder({}), width: WIDTH, height: HEIGHT, innerHTML: '', clientWidth: WIDTH, clientHeight: HEIGHT, ...own,
    }, (method, values) => {
        switch (method) {
            case 'appendChild':
            case 'insertBefore': return values[0];
            case 'toDataURL': return 'data:,';
            case 'getBoundingClientRect': return { left: 0, top: 0, width: WIDTH, height: HEIGHT };
        }
    });
    const canvas = () => {
        const made = element('canvas', {});
        // A script may list them, or use them with `with`.
        const methods = METHODS.split(' ').map(name => [name, (...values) => {
            noteCall(name, values);
            return drawn(name, values);
        }]);
        const context = named('context', {
            ...Object.fromEntries(methods),
            canvas: made, fillStyle: '#000000', strokeStyle: '#000000', lineWidth: 1, globalAlpha: 1, font: '10px sans-serif',
            globalCompositeOperation: 'source-over', lineCap: 'butt', lineJoin: 'miter', textAlign: 'start', shadowBlur: 0,
        }, drawn);
        made.getContext = () => context;
        return made;
    };
    a = canvas();
    c = a.getContext('2d');
    b = element('body', {});
    d = named('document', { body: b, documentElement: b }, (method, values) => {
        switch (method) {
            case 'createElement': return values[0] == 'canvas' ? canvas() : element(values[0], {});
            case 'getElementById':
            case 'querySelector': return a;
            case 'getElementsByTagName':
            case 'querySelectorAll': return [a];
        }
    });
    globalThis.innerWidth = WIDTH;
    globalThis.innerHeight = HEIGHT;
    [uses, sum, shown] = [0, 0, 0];
    const request = requestAnimationFrame;
    const frame = () => {
        report('canvas');
        request(frame);
    };
    request(frame);
    after(() => report('canvas'));
}
