// A page with a board of its own in a frame, unchanged: reads what it shows, clicks its squares, and
// runs its clock. This file contains no chess rules.

// What the squares of a page have, and nothing else in it.
const clickable = '[onclick], [onmouseup]';

// The chess symbols from U+2654 on.
const symbols = 'KQRBNPkqrbnp';

// Half a turn of the board, and of each square in it.
const turned = ':is(body > :has([onclick], [onmouseup]), [onclick], [onmouseup]) { rotate: 180deg; }';

const pause = wait => new Promise(done => { setTimeout(done, wait); });

class BoardFrame {
  // `seen` is called with the number of a square that was clicked, and with nothing after a second.
  constructor(variant, flipped, seen) {
    this.variant = variant;
    this.flipped = flipped;
    this.seen = seen;
    // Whether the page itself shows the board as Black sees it.
    this.asBlack = false;
    // All that happens to the page: numbers of squares, and `null` for a second.
    this.log = [];
    this.frame = document.createElement('iframe');
    this.frame.title = variant.name;
    this.frame.width = 560;
    this.frame.height = 660;
  }

  // Starts the page, when the frame is in the document. The page takes its random numbers from a list,
  // which grows as long as it asks for more: with the same list it does the same.
  async open(random) {
    const realm = this.frame.contentWindow, shown = realm.document;
    shown.open(); // also removes the window's event handlers
    let used = 0;
    realm.Math.random = () => random[used++] ??= Math.random();
    // The only timer of a page: its clock.
    realm.setInterval = (second, wait, ...values) => {
      this.second = () => second(...values);
      this.wait = wait;
    };
    shown.write(this.variant.page);
    shown.close();
    while (shown.querySelectorAll(clickable).length != 64) {
      await pause(10);
      if (this.closed) return;
    }
    this.style = shown.createElement('style');
    shown.head.append(this.style);
    this.flip(this.flipped);
    const event = shown.querySelector('[onmouseup]') ? 'mouseup' : 'click';
    let square;
    // The page may replace the square that is clicked.
    realm.addEventListener(event, ({ target }) => {
      square = this.squares().findIndex(({ element }) => element.contains(target));
    }, true);
    realm.addEventListener(event, () => {
      if (square < 0) return;
      this.log.push(square);
      this.seen(square);
    });
    this.event = event;
  }

  // The squares in the order of a board: a8 first, h1 last.
  squares() {
    const found = [...this.frame.contentDocument.querySelectorAll(clickable)].map(element => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { element, x: x + width / 2, y: y + height / 2, right: x + width, bottom: y + height };
    });
    found.sort((one, other) => one.x - other.x);
    const files = [0, 8, 16, 24, 32, 40, 48, 56].map(start => found.slice(start, start + 8)
      .sort((one, other) => one.y - other.y));
    const order = found.map((square, at) => files[at % 8][at >> 3]);
    return this.flipped == this.asBlack ? order : order.reverse();
  }

  // The board, the side to move or the result, and the seconds of both sides, as far as the page
  // shows them.
  read() {
    const shown = this.frame.contentDocument;
    const board = this.squares().map(({ element }) => {
      const text = element.textContent.trim();
      return symbols[text.codePointAt() - 0x2654] ?? (text || '_');
    }).join('');
    const walk = shown.createTreeWalker(shown.body, NodeFilter.SHOW_TEXT);
    let around = '';
    while (walk.nextNode()) {
      if (!walk.currentNode.parentElement.closest(clickable)) around += walk.currentNode.data;
    }
    const [, word = '', white, black] = around.trim().match(/^(D!|[WB]#?)?(?:,(-?\d+),(-?\d+))?/);
    return { board, word, clocks: white && { w: +white, b: +black } };
  }

  // The width and the height of what the page shows.
  size() {
    const squares = this.squares();
    const margin = Math.min(...squares.map(({ element }) => element.getBoundingClientRect().x));
    return ['right', 'bottom'].map(side => Math.max(...squares.map(square => square[side])) + margin);
  }

  // Does what a visitor and the clock did.
  do(event) {
    if (event === null) return this.tick();
    const { MouseEvent } = this.frame.contentWindow;
    this.squares()[event].element.dispatchEvent(new MouseEvent(this.event, { bubbles: true }));
  }

  tick() {
    this.second();
    this.log.push(null);
    this.seen();
  }

  start() { if (this.second) this.clock ??= setInterval(() => this.tick(), this.wait); }
  stop() { clearInterval(this.clock); }

  flip(flipped) {
    this.flipped = flipped;
    // Two quick clicks promote; they do not zoom.
    this.style.textContent = `* { touch-action: manipulation; } ${flipped ? turned : ''}`;
  }

  close() {
    this.closed = true;
    this.stop();
  }
}
