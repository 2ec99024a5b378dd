// Opens a page in a frame with fakes (fakes.js), and sends it events, keys with their effects (fields.js). The script
// `before` runs before those of the page. `window.events` then has
// - play: waits for the page and does all steps; returns a promise of what the page has shown,
// - loaded: whether the page has loaded, 'yes' or 'no',
// - step: does one step; returns what the page has shown since the last call,
// - end: returns the rest.
// What promises do after a step runs between two calls, and in `play` between two messages.
(fakesOf, fieldsOf, page, answers, seed, before) => {
  document.body.textContent = '';
  const frame = document.body.appendChild(document.createElement('iframe'));
  frame.style.cssText = 'position:fixed;left:0;top:0;border:0;width:640px;height:480px';
  const realm = frame.contentWindow;
  realm.document.open(); // takes the handlers of a window with it
  const fakes = fakesOf(realm, answers, seed);
  let loaded = 'no';
  const loading = new Promise(done => realm.addEventListener('load', () => done(loaded = 'yes')));
  fakes.watch();
  // A link or a form would open another page in the frame, and this one would be gone.
  realm.addEventListener('click', event => {
    const link = event.target.closest?.('a[href], area[href]');
    const leads = link && !/^\s*(#|javascript:)/i.test(link.getAttribute('href'));
    if (leads) event.preventDefault();
  });
  realm.addEventListener('submit', event => event.preventDefault());
  // An image whose handler names another missing image would fail for ever, and the page would never load.
  let failures = 0;
  realm.addEventListener('error', event => {
    if (event.target != realm && ++failures > 20) event.stopImmediatePropagation();
  }, true);

  // The last values; they are shown when they change. A title in the HTML is no output of the script.
  const parsed = new DOMParser().parseFromString(page, 'text/html');
  const last = { title: parsed.title, text: '' };
  const change = (kind, value, key = kind) => {
    if ((last[key] ?? '') != value) fakes.add(kind, value);
    last[key] = value;
  };
  // Nor is one in the HTML that the script writes.
  const { write } = realm.Document.prototype;
  realm.Document.prototype.write = function (...texts) {
    last.title ||= new DOMParser().parseFromString(texts.join(''), 'text/html').title;
    return write.apply(this, texts);
  };
  const scratch = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const digest = canvas => {
    const { width, height } = canvas;
    if (!width || !height) return `${width}x${height}`;
    scratch.canvas.width = width;
    scratch.canvas.height = height;
    scratch.drawImage(canvas, 0, 0);
    const { data } = scratch.getImageData(0, 0, width, height);
    let low = 0x811c9dc5, high = 0x9747b28c;
    for (const pixel of new Uint32Array(data.buffer)) {
      low = Math.imul(low ^ pixel, 0x01000193);
      high = Math.imul(high ^ pixel ^ high >>> 15, 0x85ebca6b);
    }
    const hex = number => (number >>> 0).toString(16).padStart(8, '0');
    return `${width}x${height} ${hex(high ^ low >>> 13)}${hex(low)}`;
  };
  const field = ({ type, checked, value }) =>
    type == 'checkbox' || type == 'radio' ? `[${checked ? 'x' : ' '}]` : `[${value}]`;
  const observe = () => {
    const { document } = realm;
    if (!document) return;
    change('title', document.title);
    const lines = (document.body?.innerText ?? '').split('\n');
    const fields = document.querySelectorAll('input, textarea, select');
    lines.push(...[...fields].map(field));
    const words = lines.map(line => line.replace(/\s+/g, ' ').trim());
    change('text', words.filter(line => line).join('\n'));
    const canvases = [...document.querySelectorAll('canvas')];
    canvases.forEach((canvas, at) => {
      const number = canvases.length > 1 ? `${at + 1}: ` : '';
      change('canvas', number + digest(canvas), `canvas ${at}`);
    });
  };

  const CODES = {
    Backspace: 8, Tab: 9, Enter: 13, Shift: 16, Control: 17, Alt: 18, Escape: 27, Space: 32,
    PageUp: 33, PageDown: 34, End: 35, Home: 36, ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39,
    ArrowDown: 40, Insert: 45, Delete: 46,
  };
  const focused = () => realm.document.activeElement ?? realm.document.documentElement;
  const send = (target, type, name, settings) => target.dispatchEvent(new realm[type](name, {
    bubbles: true, cancelable: true, composed: true, view: realm, ...settings,
  }));
  const fields = fieldsOf(realm, send);
  // WebKit lets these events have some of their effects. Its listener comes last, and takes them.
  const sendKey = (target, name, settings) => {
    let accepted;
    const take = event => {
      accepted = !event.defaultPrevented;
      event.preventDefault();
    };
    realm.addEventListener(name, take);
    const isFree = send(target, 'KeyboardEvent', name, settings);
    realm.removeEventListener(name, take);
    return accepted ?? isFree;
  };
  // The keys that are held, such as `Shift+`, and the key.
  const HELD = /^((?:(?:Alt|Control|Meta|Shift)\+)*)(.+)$/s;
  const key = (name, words) => {
    const [, held, word] = HELD.exec(words);
    const [altKey, ctrlKey, metaKey, shiftKey] = ['Alt', 'Control', 'Meta', 'Shift'].map(one => held.includes(one));
    const types = !(altKey || ctrlKey || metaKey);
    const one = word.length == 1;
    const code = /^[a-z]$/i.test(word) ? `Key${word.toUpperCase()}`
      : /^\d$/.test(word) ? `Digit${word}` : word;
    const keyCode = CODES[word] ?? (/^F\d+$/.test(word) ? 111 + +word.slice(1) : one ? word.toUpperCase().charCodeAt(0) : 0);
    const text = word == 'Space' ? ' ' : word;
    const settings = { key: text, code, keyCode, which: keyCode, altKey, ctrlKey, metaKey, shiftKey };
    const target = focused();
    let accepted = sendKey(target, name, settings);
    const isText = [...text].length == 1;
    if (accepted && name == 'keydown' && types && (isText || word == 'Enter')) {
      const charCode = isText ? text.codePointAt(0) : keyCode;
      accepted = sendKey(focused(), 'keypress', { ...settings, keyCode: charCode, charCode });
    }
    if (!accepted || !types) return;
    if (name == 'keydown') fields.down(focused(), word, text);
    else fields.up(target, word);
  };
  // The element at a place, with the coordinates of the event.
  const at = place => {
    const { document } = realm;
    const point = /^(-?\d+) (-?\d+)$/.exec(place);
    if (point) {
      const [clientX, clientY] = [+point[1], +point[2]];
      const element = document.elementFromPoint(clientX, clientY) ?? document.documentElement;
      return { element, clientX, clientY };
    }
    const number = /^@(\d+)$/.exec(place);
    let element;
    if (number) {
      const all = document.querySelectorAll(
        'button, a, input, select, textarea, canvas, summary, [onclick], [onmousedown], [onpointerdown]');
      element = all.length ? all[number[1] % all.length] : document.body;
    } else {
      element = document.querySelector(place);
    }
    if (!element) throw `no element matches ${place}`;
    const { left, top, width, height } = element.getBoundingClientRect();
    return { element, clientX: Math.floor(left + width / 2), clientY: Math.floor(top + height / 2) };
  };
  const pointer = (place, ...names) => {
    const { element, clientX, clientY } = at(place);
    for (const name of names) {
      const pressed = /down$/.test(name) ? 1 : 0;
      const settings = { clientX, clientY, button: 0, buttons: pressed, detail: 1 };
      const type = name.startsWith('pointer') || name == 'click' ? 'PointerEvent' : 'MouseEvent';
      const accepted = send(element, realm[type] ? type : 'MouseEvent', name, settings);
      if (name == 'mousedown' && accepted) {
        fields.focus(element.closest('button, a, input, select, textarea, [tabindex], [contenteditable]'));
      }
    }
  };
  const type = text => {
    for (const letter of text) {
      const word = letter == ' ' ? 'Space' : letter;
      key('keydown', word);
      key('keyup', word);
    }
    fields.commit();
  };
  const verbs = {
    key: word => (key('keydown', word), key('keyup', word)),
    down: word => key('keydown', word),
    up: word => key('keyup', word),
    click: place => pointer(place, 'pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'),
    move: place => pointer(place, 'pointermove', 'mousemove'),
    type,
    set: fields.set,
    clear: fields.set,
    frames: count => fakes.frames(+count),
    wait: time => fakes.wait(+time),
  };
  const step = (verb, rest) => {
    observe();
    fakes.add('step', rest ? `${verb} ${rest}` : verb);
    try {
      verbs[verb](rest);
    } catch (error) {
      fakes.fail(error);
    }
  };
  const { port1, port2 } = new MessageChannel();
  const message = () => new Promise(done => {
    port1.onmessage = done;
    port2.postMessage(0);
  });
  const events = window.events = {
    play: async steps => {
      await loading;
      await message();
      for (const words of steps) {
        step(...words);
        await message();
      }
      port1.close();
      return events.end();
    },
    loaded: () => loaded,
    step: (verb, rest) => {
      step(verb, rest);
      return fakes.take();
    },
    take: fakes.take,
    end: () => {
      observe();
      return fakes.take();
    },
  };
  if (before) fakes.run(() => realm.eval(before));
  realm.document.write(page);
  realm.document.close();
  return events;
}
