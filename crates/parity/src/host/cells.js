// The cells of a page: its elements that have an attribute of a mouse event. Returns
// - find: the cells column by column, each with its element and the coordinates of its centre,
// - place: the rectangle of an element in the window,
// - read: what they show, as JSON.
// `rows` is the number of cells in a column. With `look`, `read` has their colours and least size too. `layouts` keeps
// what is known of other documents with the same elements.
(realm, rows, look, layouts = new Map()) => {
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
  // The places of the cells, in pixels and in the document, and whether they stand in rows and columns.
  const measured = elements => {
    const cells = elements.map((element, at) => {
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
    const smallest = key => Math.floor(Math.min(...cells.map(cell => cell[key])) * 10) / 10;
    return {
      cells: columns.flat().map(({ at, x, y }) => ({ at, x, y })),
      grid: apart(columns, 'x') && apart(turned, 'y'),
      least: [smallest('width'), smallest('height')],
      colours: look && columns.flat().map(({ element }) => colour(element)),
    };
  };
  // Layout takes most of the time of a reading. Documents that differ in their texts only have the same layout: on
  // some pages one in SAMPLE of them is measured all the same. Where a style sheet has rules, each is.
  const SAMPLE = 8;
  // A tag, and the text behind it.
  const TEXTS = /(<[^">]*(?:"[^"]*"[^">]*)*>)[^<]+/g;
  let layout, known, left = 0;
  const find = () => {
    const { document } = realm;
    const elements = [...document.querySelectorAll(selector)];
    const html = document.documentElement.outerHTML;
    if (html !== known) {
      const sheets = [...document.styleSheets, ...document.adoptedStyleSheets ?? []];
      const form = sheets.some(sheet => sheet.cssRules.length) ? '' : html.replace(TEXTS, '$1');
      layout = layouts.get(form);
      if (!form || !layout || look && !left--) {
        layout = measured(elements);
        left = SAMPLE;
        if (layouts.size > 999) layouts.clear();
        if (form) layouts.set(form, layout);
      }
      known = html;
    }
    return layout.cells.map(cell => ({ ...cell, element: elements[cell.at] }));
  };
  const outside = cells => {
    const { document } = realm;
    const shown = new Set(cells.map(({ element }) => element));
    const isLeftOut = node => shown.has(node) || /^(script|style|title)$/.test(node.localName);
    // Elements (1) and texts (4), each taken (1), or left out with what is inside (2).
    const texts = document.createTreeWalker(document.body ?? document, 1 | 4, node => isLeftOut(node) ? 2 : 1);
    let text = '';
    while (texts.nextNode()) text += texts.currentNode.data ?? '';
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
    const cells = find();
    const on = new Set(cells.flatMap(({ element }) => names.filter(name => element.hasAttribute(name))));
    const reading = {
      on: [...on].join(' '),
      outside: outside(cells),
      cells: cells.map(({ element }) => element.textContent.trim()),
      grid: layout.grid,
    };
    if (look) {
      const isPhone = realm.innerWidth == 390 && realm.innerHeight == 844;
      reading.look = { colours: layout.colours, least: isPhone ? layout.least : null };
    }
    return JSON.stringify(reading);
  };
  return { find, place, read };
}
