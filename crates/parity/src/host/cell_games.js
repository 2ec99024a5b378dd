// Plays games with the mouse on the cells of a page (cells.js), each in a new frame with fakes (fakes.js).
// Returns an object with
// - open: opens the page, and reads it; if `again`, its onload handlers get a scope that is faster
//   (scope.js), where that makes no difference,
// - act: does some steps; after the time of a step, and after each of its presses, the cells are read,
// - take: what the page has shown since the last call, as JSON.
// A step is [milliseconds that pass, [[cell, milliseconds for which the button is held], ...]].
(fakesOf, cellsOf, narrowScope, page, rows, look) => {
  const MOST = 1e5;
  let fakes, realm, cells, last;
  const read = () => {
    let reading;
    try {
      reading = cells.read();
    } catch (error) {
      fakes.fail(error);
      return;
    }
    // Most presses change nothing.
    fakes.add('cells', reading === last ? '=' : reading);
    last = reading;
  };
  // A script that only reads a member of `body` finds the same in the window.
  const narrow = loader => {
    const script = loader.getAttribute('onload');
    if (/\.\s*body\b|\bbody\b(?!\.)/.test(script)) return narrowScope(loader, realm.Function);
    Object.defineProperty(realm, 'body', { get: () => realm.document.body, configurable: true });
    return narrowScope(loader, realm.Function, ['body']);
  };
  const open = (again, seed, address) => {
    window.last = undefined; // the document of other games, which goes
    document.body.textContent = '';
    const frame = document.body.appendChild(document.createElement('iframe'));
    frame.style.cssText = 'position:fixed;left:0;top:0;border:0;width:390px;height:844px';
    realm = frame.contentWindow;
    const { document: inner } = realm;
    inner.open(); // takes the handlers of a window with it
    if (address) realm.location.hash = address;
    fakes = fakesOf(realm, [], seed, MOST);
    fakes.watch();
    // Not every browser sends these events at once: they are dropped, and sent below. (Those of elements do
    // not reach the window.)
    const names = ['load', 'SVGLoad'];
    const drop = event => event.isTrusted && event.stopImmediatePropagation();
    for (const name of names) {
      for (const target of [realm, inner]) target.addEventListener(name, drop, true);
    }
    inner.write(page);
    inner.close();
    const loaders = [...inner.querySelectorAll('[onload]')];
    for (const loader of loaders) {
      if (again && loader != inner.body) narrow(loader);
      const target = loader == inner.body ? realm : loader;
      for (const name of names) target.dispatchEvent(new realm.Event(name));
    }
    cells = cellsOf(realm, rows, look, window.layouts ??= new Map());
    last = undefined;
    read();
  };
  const send = (cell, name, buttons) => {
    const { x: clientX, y: clientY, element } = cell;
    const kind = name.startsWith('pointer') || name == 'click' ? 'PointerEvent' : 'MouseEvent';
    element.dispatchEvent(new (realm[kind] ?? realm.MouseEvent)(name, {
      bubbles: true, cancelable: true, composed: true, view: realm, clientX, clientY, buttons, detail: 1,
    }));
  };
  const press = (number, hold) => {
    const down = cells.find()[number];
    if (!down) throw new RangeError(`there is no cell ${number}`);
    send(down, 'pointerdown', 1);
    send(down, 'mousedown', 1);
    if (hold) fakes.wait(hold);
    // A redraw may have put another element there.
    const up = down.element.isConnected ? down : cells.find()[number] ?? down;
    send(up, 'pointerup', 0);
    send(up, 'mouseup', 0);
    if (up.element == down.element && up.element.isConnected) send(up, 'click', 0);
  };
  const act = steps => {
    for (const [wait, presses] of steps) {
      if (wait) {
        fakes.wait(wait);
        read();
      }
      for (const [number, hold] of presses) {
        try {
          press(number, hold);
        } catch (error) {
          fakes.fail(error);
        }
        read();
      }
    }
  };
  const take = () => fakes?.take() ?? '[]';
  return { open, act, take };
}
