// The cells of a page: its elements that have an attribute of a mouse event. Returns
// - find: the cells column by column, each with its element and the coordinates of its centre,
// - place: the rectangle of an element in the window,
// - read: what they show, as JSON.
// `rows` is the number of cells in a column. With `look`, `read` has their colours and least size too.
(realm, rows, look) => {
  const names = [
    'click', 'dblclick', 'contextmenu', 'auxclick', 'mousedown', 'mouseup', 'mouseover', 'mouseout',
    'mouseenter', 'mouseleave', 'mousemove', 'pointerdown', 'pointerup', 'pointerover', 'pointerout',
    'pointerenter', 'pointerleave', 'pointermove', 'touchstart', 'touchend',
  ].map(name => `on${name}`);
  const selector = names.map(name => `[${name}]`).join();
  // WebKit gives an element's rectangle in the pixels of the element, which `zoom` enlarges.
  const probe = document.createElement('p');
  probe.style.cssText = 'position:fixed;width:9px;zoom:2';
  document.documentElement.append(probe);
  const isZoomed = probe.getBoundingClientRect().width > 9;
  probe.remove();
  const place = element => {
    const { left, top, width, height } = element.getBoundingClientRect();
    let zoom = 1;
    for (let around = element; around && !isZoomed; around = around.parentElement) {
      zoom *= Number(realm.getComputedStyle(around).zoom) || 1;
    }
    // (Its place in the document is in these pixels too, the part that is scrolled away is not.)
    const at = (place, scrolled) => (place + scrolled) * zoom - scrolled;
    return {
      left: at(left, realm.scrollX),
      top: at(top, realm.scrollY),
      width: width * zoom,
      height: height * zoom,
    };
  };
  // What cells are cannot change while the document is the same but for its texts.
  let known, cells = [], grid = true, least = [0, 0];
  const find = () => {
    const { document } = realm;
    const elements = [...document.querySelectorAll(selector)];
    const form = look || document.documentElement.innerHTML.replace(/>[^<]+/g, '>');
    if (form === known) {
      cells = cells.map(cell => ({ ...cell, element: elements[cell.at] }));
      return cells;
    }
    known = look ? undefined : form;
    cells = elements.map((element, at) => {
      const { left, top, width, height } = place(element);
      return { element, at, x: left + width / 2, y: top + height / 2, width, height };
    });
    cells.sort((one, other) => one.x - other.x);
    const columns = [];
    for (let at = 0; at < cells.length; at += rows) {
      columns.push(cells.slice(at, at + rows).sort((one, other) => one.y - other.y));
    }
    const turned = Array.from({ length: rows }, (_, row) => columns.flatMap(column => column[row] ?? []));
    // Each line lies wholly before the next one.
    const apart = (lines, key) => lines.every((line, at) => !at ||
      Math.max(...lines[at - 1].map(cell => cell[key])) < Math.min(...line.map(cell => cell[key])) - 1);
    grid = apart(columns, 'x') && apart(turned, 'y');
    const smallest = key => Math.floor(Math.min(...cells.map(cell => cell[key])) * 10) / 10;
    least = [smallest('width'), smallest('height')];
    cells = columns.flat();
    return cells;
  };
  const outside = () => {
    const { document } = realm;
    const texts = document.createTreeWalker(document.body ?? document, 4);
    let text = '';
    while (texts.nextNode()) {
      const node = texts.currentNode;
      if (!node.parentElement?.closest(`${selector},script,style,title`)) text += node.data;
    }
    return text.trim();
  };
  // The colour that is seen behind an element: its own over those of the elements around it, over white.
  const colour = element => {
    const layers = [];
    for (; element; element = element.parentElement) {
      const [red, green, blue, alpha = 1] =
        realm.getComputedStyle(element).backgroundColor.match(/[\d.]+/g)?.map(Number) ?? [0, 0, 0, 0];
      layers.unshift([[red, green, blue], alpha]);
      if (alpha == 1) break;
    }
    const over = (below, [above, alpha]) => below.map((part, at) => part + (above[at] - part) * alpha);
    return `rgb(${layers.reduce(over, [255, 255, 255]).map(Math.round).join(', ')})`;
  };
  let seen, last;
  const read = () => {
    const { innerHTML } = realm.document.documentElement;
    if (innerHTML !== seen) last = show();
    seen = innerHTML;
    return last;
  };
  const show = () => {
    find();
    const on = new Set(cells.flatMap(({ element }) => names.filter(name => element.hasAttribute(name))));
    const reading = {
      on: [...on].join(' '),
      outside: outside(),
      cells: cells.map(({ element }) => element.textContent.trim()),
      grid,
    };
    if (look) {
      const isPhone = realm.innerWidth == 390 && realm.innerHeight == 844;
      reading.look = { colours: cells.map(({ element }) => colour(element)), least: isPhone ? least : null };
    }
    return JSON.stringify(reading);
  };
  return { find, place, read };
}
