// A grid of buttons with one tab stop; arrow keys move inside it.
class BoardView {
  // `choose` receives the number of a clicked square, `drag` that of a square whose piece is
  // dragged, and `drop` that of the square on which it is dropped.
  constructor(frame, { choose, drag, drop }) {
    this.grid = frame.querySelector('#board');
    this.frame = frame;
    this.flipped = false;
    this.squares = Array.from({ length: 64 }, (none, at) => this.square(at, choose));
    this.stop = squareAt('e2');
    this.arrange();
    this.grid.addEventListener('keydown', event => this.key(event));
    this.grid.addEventListener('pointerdown', event => this.press(event, drag, drop));
    onLanguage(() => this.name());
  }

  square(at, choose) {
    const button = document.createElement('button');
    button.type = 'button';
    button.dataset.square = squareName(at);
    button.className = `piece ${(at + (at >> 3)) % 2 ? 'dark' : 'light'}`;
    button.tabIndex = -1;
    button.addEventListener('focus', () => this.rove(at));
    button.addEventListener('click', () => choose(at));
    return button;
  }

  // Square numbers in display order.
  order() {
    const order = [...this.squares.keys()];
    return this.flipped ? order.reverse() : order;
  }

  arrange() {
    const order = this.order();
    const part = (role, ...children) => {
      const element = document.createElement('div');
      element.setAttribute('role', role);
      element.append(...children);
      return element;
    };
    const row = start => part('row', ...order.slice(start, start + 8)
      .map(at => part('gridcell', this.squares[at])));
    this.grid.replaceChildren(...[0, 8, 16, 24, 32, 40, 48, 56].map(row));
    const letters = (selector, names) => {
      this.frame.querySelector(selector).replaceChildren(...names.map(name => {
        const letter = document.createElement('span');
        letter.textContent = name;
        return letter;
      }));
    };
    letters('.files', order.slice(0, 8).map(at => squareName(at)[0]));
    letters('.ranks', order.filter((at, place) => place % 8 == 0).map(at => squareName(at)[1]));
    this.rove(this.stop);
  }

  flip() {
    this.flipped = !this.flipped;
    this.arrange();
  }

  rove(at) {
    this.squares[this.stop].tabIndex = -1;
    this.squares[at].tabIndex = 0;
    this.stop = at;
  }

  key(event) {
    const order = this.order();
    const place = order.indexOf(this.stop), column = place % 8;
    const next = {
      ArrowLeft: column > 0 ? place - 1 : place,
      ArrowRight: column < 7 ? place + 1 : place,
      ArrowUp: place - 8,
      ArrowDown: place + 8,
      Home: place - column,
      End: place - column + 7,
    }[event.key];
    if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.squares[order[next] ?? this.stop].focus();
  }

  // The number of the square at a point of the window.
  at(x, y) {
    return this.squares.indexOf(document.elementFromPoint(x, y)?.closest('[data-square]'));
  }

  // Drags the piece of a pressed square as soon as the pointer has moved by more than a shaky click.
  press(start, drag, drop) {
    const from = this.at(start.clientX, start.clientY), button = this.squares[from];
    if (start.button || !start.isPrimary || !button?.classList.contains('movable')) return;
    let piece;
    const listening = new AbortController();
    const listen = (type, listener) => addEventListener(type, event => {
      if (event.pointerId == start.pointerId) listener(event);
    }, { signal: listening.signal });
    const end = () => {
      listening.abort();
      piece?.remove();
      button.classList.remove('lifted');
    };
    listen('pointermove', ({ clientX, clientY }) => {
      if (!piece && Math.hypot(clientX - start.clientX, clientY - start.clientY) < 6) return;
      if (!piece) {
        drag(from);
        piece = document.createElement('span');
        piece.className = 'dragged piece';
        piece.dataset.side = button.dataset.side;
        piece.textContent = button.textContent;
        piece.style.font = getComputedStyle(button).font;
        piece.ariaHidden = true;
        this.frame.append(piece);
        button.classList.add('lifted');
      }
      piece.style.left = `${clientX}px`;
      piece.style.top = `${clientY}px`;
    });
    listen('pointerup', ({ clientX, clientY }) => {
      end();
      const to = this.at(clientX, clientY);
      if (piece && to >= 0 && to != from) drop(to);
    });
    listen('pointercancel', end);
  }

  // `marks`: the chosen square, the targets, both squares of the last move, and the side whose pieces
  // can be moved.
  draw(board, marks) {
    this.board = board;
    this.marks = marks;
    this.squares.forEach((button, at) => {
      const piece = board[at];
      // Filled glyphs for both sides; CSS sets colour and outline.
      const glyph = { k: '♚', q: '♛', r: '♜', b: '♝', n: '♞', p: '♟' }[piece.toLowerCase()];
      button.textContent = glyph ? `${glyph}\ufe0e` : '';
      button.dataset.piece = piece;
      button.dataset.side = sideOf(piece) ?? '';
      button.classList.toggle('movable', sideOf(piece) && sideOf(piece) == marks.side);
      button.classList.toggle('chosen', at === marks.chosen);
      button.classList.toggle('target', marks.targets.includes(at));
      button.classList.toggle('last', marks.last.includes(at));
    });
    this.name();
  }

  // Sets the labels for screen readers in the current language.
  name() {
    if (!this.board) return;
    const { chosen, targets } = this.marks;
    this.squares.forEach((button, at) => {
      const side = sideOf(this.board[at]);
      const piece = text(side ? `js_${side}${this.board[at].toLowerCase()}` : 'js_empty');
      const mark = at === chosen ? text('js_chosen') : targets.includes(at) ? text('js_target') : '';
      button.setAttribute('aria-label', [squareName(at), piece, mark].filter(Boolean).join(', '));
    });
  }
}
