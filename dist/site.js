(() => {
const drive =
// Replaces `prompt`, `alert` and the clock in the realm `global`. Returns a log that
// fills while the page runs: `?` and the text of each prompt, `!` and that of each
// alert. `answers` holds [text or null, think time in ms] for each prompt. After the
// last answer `prompt` throws, which ends every loop that does not catch the error.
// `tick` is called with each entry of the log. `pace` is the number of milliseconds that
// pass with each call of an array's `map`: a measure of the page's work.
(global, answers, tick, pace = 0) => {
  const log = [], cap = answers.length + 8, RealDate = global.Date;
  // Not a whole second, so that a page cannot rely on the fraction.
  let now = 1.7e12 + 567, turn = 0;
  const note = (kind, text) => {
    // A flood of dialogs is cut; its length shows it.
    if (log.length < cap) {
      log.push(kind + (text === undefined ? '' : text));
      tick(log[log.length - 1]);
    }
    if (log.length >= cap) throw 'more dialogs than answers';
  };
  global.prompt = text => {
    note('?', text);
    if (turn >= answers.length) throw 'a prompt after the end';
    const [answer, think] = answers[turn++];
    now += think;
    return answer;
  };
  global.alert = text => note('!', text);
  global.Date = new Proxy(RealDate, {
    construct: (date, from) => from.length ? new date(...from) : new date(now),
    apply: () => new RealDate(now).toString(),
    get: (date, name) => name == 'now' ? () => now : date[name],
  });
  // The same random numbers in each run of a game. The first think time selects them.
  let seed = Math.imul(answers.length ? answers[0][1] + 1 : 1, 0x9e3779b1);
  global.Math.random = () => {
    seed = Math.imul(seed, 1664525) + 1013904223 | 0;
    return (seed >>> 8) / 2 ** 24;
  };
  // A document that is used again may still count the work of its last game.
  const { prototype } = global.Array;
  const map = prototype.map.original ?? prototype.map;
  const counted = function (...parameters) {
    now += pace;
    return map.apply(this, parameters);
  };
  counted.original = map;
  prototype.map = pace ? counted : map;
  const performance = { now: () => now - 1.7e12 };
  Object.defineProperty(global, 'performance', { value: performance, configurable: true });
  return log;
}
;
// Shared by all pages of the site: start, language, clipboard.

const languages = ['en', 'tr'];
const listeners = [];

// Private windows may have no local storage.
const memory = {
  get: key => { try { return localStorage.getItem(key); } catch { return null; } },
  set: (key, value) => { try { localStorage.setItem(key, value); } catch { /* not stored */ } },
};

let language = 'en';

// A text in the current language, with `{name}` replaced by its value.
const texts = () => JSON.parse(document.getElementById('texts').textContent);
const filled = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
const text = (key, values = {}) => {
  const found = texts()[key];
  return found ? filled(found[language], values) : key;
};

// Puts a text into an element in all languages; CSS shows the current one.
const say = (element, key, values = {}) => {
  const found = texts()[key] ?? {};
  element.replaceChildren(...languages.map(name => {
    const part = document.createElement('span');
    part.lang = name;
    part.textContent = filled(found[name] ?? key, values);
    return part;
  }));
};

const onLanguage = callback => listeners.push(callback);

const speak = name => {
  language = languages.includes(name) ? name : 'en';
  document.documentElement.lang = language;
  const title = document.querySelector(`#title [lang=${language}]`);
  if (title) document.title = `${title.textContent} – golfchess`;
  for (const button of document.querySelectorAll('[data-language]')) {
    button.setAttribute('aria-pressed', button.dataset.language == language);
  }
  listeners.forEach(callback => callback(language));
};

const copy = async string => {
  try {
    await navigator.clipboard.writeText(string);
  } catch {
    // Pages opened from disk may not use the clipboard API.
    const area = document.createElement('textarea');
    area.value = string;
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
  }
};

const download = (name, string) => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([string], { type: 'text/html' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
};

const pages = {};
const page = (name, start) => { pages[name] = start; };

document.addEventListener('DOMContentLoaded', () => {
  const wanted = memory.get('golfchess-language') ?? navigator.language.slice(0, 2);
  speak(wanted);
  for (const button of document.querySelectorAll('[data-language]')) {
    button.addEventListener('click', () => {
      memory.set('golfchess-language', button.dataset.language);
      speak(button.dataset.language);
    });
  }
  pages[document.body.dataset.page]?.(document.querySelector('main'));
});
// Runs an unchanged page of the catalog in a frame. A list answers its prompts, and its
// dialogs are logged. A page that starts on an event is restarted with the same event,
// so that it is not compiled again for each game.

// Events that run `onload` of an SVG element; Firefox uses the second one.
const startEvents = ['load', 'SVGLoad'];

class Runner {
  constructor(html) {
    this.html = html;
    this.frame = undefined;
    this.loaders = [];
  }

  // `answers` has [text or null, think time in ms] for each prompt. After the last answer
  // the driver stops the page; the last entry of the log is then the open prompt.
  run(answers) {
    const again = this.loaders.length > 0 && this.error === undefined;
    if (!again) this.open();
    const realm = this.frame.contentWindow;
    realm.Date = this.date;
    const log = drive(realm, answers, () => {});
    let loaders = this.loaders;
    if (!again) {
      realm.document.write(this.html);
      realm.document.close();
      loaders = [...realm.document.querySelectorAll('svg[onload]')];
      const other = realm.document.querySelector('script, body[onload]');
      if (!other) this.loaders = loaders;
    }
    for (const loader of loaders) {
      for (const name of startEvents) loader.dispatchEvent(new realm.Event(name));
    }
    // The driver throws an error to stop a page after the last answer.
    if (log.filter(line => line[0] == '?').length > answers.length) this.error = undefined;
    return { log: [...log], error: this.error };
  }

  open() {
    this.close();
    this.frame = document.createElement('iframe');
    this.frame.hidden = true;
    this.frame.title = 'engine';
    document.body.append(this.frame);
    const realm = this.frame.contentWindow;
    realm.document.open(); // also removes the window's event handlers
    // Browsers send the event at different times: drop theirs; `run` dispatches its own.
    const drop = event => {
      if (event.isTrusted && event.target.localName == 'svg') event.stopImmediatePropagation();
    };
    for (const name of startEvents) realm.document.addEventListener(name, drop, true);
    this.date = realm.Date;
    this.error = undefined;
    realm.addEventListener('error', event => {
      this.error ??= event.message;
      event.preventDefault();
    });
  }

  close() {
    this.frame?.remove();
    this.loaders = [];
  }
}

// Normalizes a prompt's text as the reference does: ASCII letters, and no white space at
// the end of a line or of the text.
const canonical = shown => shown.trimEnd().split('\n')
  .map(line => line.trimEnd())
  .map(line => line.replace(/[！-～]/g, glyph => String.fromCodePoint(glyph.codePointAt() - 65248)))
  .join('\n');
// Shows the explanation of the part under the pointer.
page('anatomy', main => {
  const panel = main.querySelector('.now');
  const whole = main.querySelector('.whole');
  const parts = [...main.querySelectorAll('[data-part]')];
  let shown;

  const show = number => {
    if (number == shown) return;
    shown = number;
    parts.forEach(part => part.classList.toggle('lit', part.dataset.part == number));
    const explanation = document.getElementById(`part-${number}`).querySelector('.explanation').cloneNode(true);
    // Replace each reference to an earlier part by its text.
    for (const again of explanation.querySelectorAll('.again')) {
      again.replaceWith(document.getElementById(`remark-${again.dataset.remark}`).cloneNode(true));
    }
    explanation.querySelectorAll('[id]').forEach(part => part.removeAttribute('id'));
    panel.replaceChildren(...explanation.children);
  };

  panel.hidden = false;
  show(1);
  for (const area of [whole, main.querySelector('.strip')]) {
    for (const kind of ['pointerover', 'focusin']) {
      area.addEventListener(kind, event => {
        const part = event.target.closest('[data-part]');
        if (part) show(part.dataset.part);
      });
    }
  }
});
// A table for each collection: sorts by any column, filters by name and flags.
page('catalog', main => {
  const rows = [...main.querySelectorAll('#table tbody tr')];
  const sections = [...main.querySelectorAll('.collection')];
  const search = main.querySelector('#search');
  const switches = [...main.querySelectorAll('.tri')];
  const states = ['any', 'with', 'without'];

  const filter = () => {
    const fits = row => row.dataset.name.toLowerCase().includes(search.value.trim().toLowerCase())
      && switches.every(({ dataset: { flag, state } }) =>
        state == 'any' || row.dataset.flags.includes(flag) == (state == 'with'));
    for (const row of rows) row.hidden = !fits(row);
    for (const section of sections) section.hidden = !section.querySelector('tbody tr:not([hidden])');
    const count = rows.filter(row => !row.hidden).length;
    say(main.querySelector('#count'), 'js_count', { count, all: rows.length });
  };

  const show = button => say(button, `js_${button.dataset.state}`);
  for (const button of switches) {
    show(button);
    button.addEventListener('click', () => {
      const next = (states.indexOf(button.dataset.state) + 1) % states.length;
      button.dataset.state = states[next];
      show(button);
      filter();
    });
  }
  search.addEventListener('input', filter);
  filter();

  for (const table of main.querySelectorAll('#table table')) {
    const [body] = table.tBodies, rows = [...body.rows];
    const heads = [...table.querySelectorAll('thead th')];
    heads.forEach((head, column) => head.querySelector('button')?.addEventListener('click', () => {
      const up = head.getAttribute('aria-sort') != 'ascending';
      for (const other of heads) other.removeAttribute('aria-sort');
      head.setAttribute('aria-sort', up ? 'ascending' : 'descending');
      const value = row => row.cells[column].dataset.value;
      const order = head.classList.contains('number')
        ? (a, b) => value(a) - value(b)
        : (a, b) => (value(a) > value(b)) - (value(a) < value(b));
      rows.sort((a, b) => up ? order(a, b) : order(b, a));
      body.append(...rows);
    }));
  }
});
// Shows a game on a page with a board of its own: the page in its frame, and beside it whose move it
// is, the moves, and buttons.
const clickBoard = main => {
  const at = id => main.querySelector(`#${id}`);
  const place = at('frame');
  let game, busy = true, flipped = false, size = [560, 660];

  // The whole board is seen at once, in the window and beside what stands next to it.
  const fit = () => {
    const [width, height] = size, { top } = place.getBoundingClientRect();
    const room = Math.max(innerHeight - top - scrollY - 16, innerHeight * .55);
    const scale = Math.min(place.parentElement.clientWidth / width, room / height, 4);
    place.style.width = `${Math.floor(width * scale)}px`;
    place.style.height = `${Math.floor(height * scale)}px`;
    const { frame } = game.page;
    [frame.width, frame.height] = size;
    frame.style.transform = `scale(${scale})`;
  };

  const turnText = () => {
    const { side, state: { word } } = game;
    if (!game.isOver) return game.plays(side) ? 'js_thinking' : `js_${game.isInCheck ? 'check' : 'turn'}_${side}`;
    if (game.isLate) return `js_late_${game.has('S') ? '' : 'silent_'}${side}`;
    return { 'W#': 'js_white', 'B#': 'js_black', 'D!': 'js_draw' }[word] ?? 'js_over';
  };

  const draw = (event, values) => {
    if (event) say(at('event'), event, values);
    else at('event').textContent = '';
    at('undo').disabled = busy || !game.beforeLast();
    at('flip').disabled = place.inert = busy;
    showMoves(main, game.moves.map(({ san }) => san));
    const over = !busy && game.isOver;
    say(at('turn'), busy ? 'js_replaying' : turnText(), busy ? values : {});
    at('again').hidden = !over;
    at('new').hidden = over;
    const refused = /^js_(illegal|exposed|not_yours)/.test(event);
    at('status').dataset.state = over ? 'over' : refused ? 'refused' : 'open';
    if (over) game.page.stop();
  };

  // Begins a game with what has happened in another one.
  const begin = async (variant, { log = [], random = [], event, values } = {}) => {
    busy = place.inert = true;
    const changed = (event, values) => {
      if (busy) return;
      // The clock of the page waits for the first click.
      game.page.start();
      draw(event, values);
    };
    game?.close();
    const mine = game = new ClickGame(variant, { random, flipped, changed });
    await mine.open(place);
    if (mine != game) return;
    size = game.page.size();
    fit();
    await game.replay(log, percent => draw(undefined, { percent }));
    if (mine != game) return;
    busy = false;
    if (log.length) game.page.start();
    draw(event ?? (game.has('A') ? 'js_begin_A' : 'js_begin'), values);
  };

  const again = () => begin(game.variant);
  for (const id of ['new', 'again']) at(id).addEventListener('click', again);
  at('undo').addEventListener('click', () => {
    const { log, taken } = game.beforeLast();
    begin(game.variant, { log, random: game.random, event: 'js_undone', values: { move: taken } });
  });
  at('flip').addEventListener('click', () => {
    flipped = !flipped;
    game.page.flip(flipped);
  });
  addEventListener('resize', fit);
  return begin;
};

const clicked = name => golfchess.variants.find(variant => variant.name == name && variant.flags.includes('C'));

page('home', main => {
  const variant = clicked(golfchess.board);
  if (variant) clickBoard(main)(variant);
});

page('click', main => {
  const at = id => main.querySelector(`#${id}`);
  const select = at('variant'), begin = clickBoard(main);
  const show = variant => {
    select.value = variant.name;
    at('open').href = `catalog/${variant.name}.html`;
    for (const part of main.querySelectorAll('[data-needs]')) {
      const { needs } = part.dataset;
      part.hidden = needs[0] == '-' ? variant.flags.includes(needs[1]) : !variant.flags.includes(needs);
    }
    begin(variant);
  };
  select.addEventListener('change', () => {
    history.replaceState(null, '', `#${select.value}`);
    show(clicked(select.value));
  });
  // Other address fragments are anchors on this page.
  const asked = () => clicked(location.hash.slice(1));
  addEventListener('hashchange', () => asked() && show(asked()));
  const first = asked() ?? clicked(golfchess.board) ?? clicked(select.value);
  if (first) show(first);
});
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
// A game on a page with a board of its own. The page decides which moves are legal. This file finds
// the moves in what it shows, and says why a click changed nothing.
class ClickGame {
  // `changed` receives the text of an event and its values.
  constructor(variant, { random = [], flipped, changed }) {
    this.variant = variant;
    this.random = random;
    this.changed = changed;
    this.moves = [];
    this.page = new BoardFrame(variant, flipped, square => this.look(square));
  }

  async open(place) {
    place.replaceChildren(this.page.frame);
    await this.page.open(this.random);
    if (this.page.closed) return;
    this.state = this.page.read();
    this.first = this.state.word == 'B' ? 'b' : 'w';
  }

  has(flag) { return this.variant.flags.includes(flag); }
  get side() { return this.moves.length % 2 ? opposite(this.first) : this.first; }

  // Whether the page itself plays a side.
  plays(side) { return this.has('A') && side == 'b'; }

  get isLate() { return this.state.clocks?.[this.side] <= 0; }
  get isInCheck() { return isInCheck(this.state.board, this.side); }

  // Whether the game is over. A page without S does not say so.
  get isOver() {
    const { word, board } = this.state;
    if (/[#!]/.test(word) || this.isLate) return true;
    return !this.has('S') && !movesOf(board, this.side, 'q').some(move => this.isSafe(board, move));
  }

  // Whether a move leaves the own king unattacked.
  isSafe(board, move) { return !isInCheck(boardAfter(board, move), sideOf(board[move.from])); }

  // Compares what the page shows with what it showed before.
  look(square) {
    const { board } = this.state, from = this.last, taps = square === from ? this.taps + 1 : 1;
    if (square !== undefined) [this.last, this.taps] = [square, taps];
    this.state = this.page.read();
    if (this.state.board == board) {
      if (square !== undefined) this.explain(from, square);
      else if (this.isOver) this.changed();
      return;
    }
    this.last = undefined;
    if (this.has('V')) {
      this.page.asBlack = !this.page.asBlack;
      this.state = this.page.read();
    }
    const count = this.moves.length, end = this.page.log.length;
    const between = square === undefined ? undefined : { from, to: square };
    for (const turn of this.between(board, between)) this.moves.push({ ...turn, side: this.side, end });
    const own = this.moves.length - count > 1 || this.plays(this.moves.at(-1)?.side);
    this.changed(own ? 'js_answered' : 'js_played', { move: this.moves.at(-1)?.san });
  }

  // The one or two moves that lead from a board to the present one; the second is the page's own.
  between(board, clicked) {
    const turn = (board, move, sign) => ({ san: this.san(board, move) + sign });
    const sign = (board, side) => (isInCheck(board, side) ? '+' : '');
    const wanted = this.state.board, other = opposite(this.side);
    const last = side => (this.state.word.includes('#') && !this.isLate ? '#' : sign(wanted, side));
    const all = movesOf(board, this.side, 'qrbn');
    const one = all.find(move => boardAfter(board, move) == wanted);
    if (one) return [turn(board, one, last(other))];
    for (const move of all.filter(({ from, to }) => from == clicked?.from && to == clicked.to)) {
      const middle = boardAfter(board, move);
      const reply = movesOf(middle, other, 'qrbn').find(reply => boardAfter(middle, reply) == wanted);
      if (reply) return [turn(board, move, sign(middle, other)), turn(middle, reply, last(this.side))];
    }
    // A move of other rules: as it was clicked.
    return [{ san: clicked ? squareName(clicked.from) + squareName(clicked.to) : '?' }];
  }

  san(board, move) {
    const accepts = (from, to) => this.isSafe(board, { from, to });
    return sanOf({ state: { board }, accepts }, move);
  }

  // Says what a click means that played nothing.
  explain(from, square) {
    const { board } = this.state, { side } = this;
    if (this.isOver || this.plays(side)) return this.changed();
    if (sideOf(board[square]) == side) return this.changed(this.picked(square), { square: squareName(square) });
    if (sideOf(board[from] ?? '_') != side) return this.changed('js_not_yours', { square: squareName(square) });
    const isMove = reachable(board, from).includes(square);
    const exposed = isMove && !this.isSafe(board, { from, to: square });
    this.changed(exposed ? `js_exposed_${side}` : 'js_illegal', { move: squareName(from) + squareName(square) });
  }

  // The clicks on a pawn choose what it becomes.
  picked(square) {
    const isNext = isPawn(this.state.board, square) && square >> 3 == (this.side == 'w' ? 1 : 6);
    return isNext && this.has('P') ? `js_becomes_${'qbrn'[(this.taps - 1) % 4]}` : 'js_picked';
  }

  // What had happened before the last move of a visitor, and this move.
  beforeLast() {
    const last = this.moves.findLastIndex(({ side }) => !this.plays(side));
    if (last < 0) return;
    return { log: this.page.log.slice(0, last && this.moves[last - 1].end), taken: this.moves[last].san };
  }

  // Repeats what happened in another game, with pauses in which the window shows it.
  async replay(log, progress) {
    let slice = Date.now();
    for (const [at, event] of log.entries()) {
      this.page.do(event);
      if (Date.now() - slice < 50) continue;
      progress(Math.round(100 * at / log.length));
      await pause(0);
      if (this.page.closed) return;
      slice = Date.now();
    }
  }

  close() { this.page.close(); }
}
// Shows moves in pairs, the last ones in sight.
const showMoves = (main, turns) => {
  const at = id => main.querySelector(`#${id}`);
  const rows = turns.filter((san, place) => place % 2 == 0).map((san, row) => {
    const item = document.createElement('li');
    for (const word of turns.slice(2 * row, 2 * row + 2)) {
      const move = document.createElement('span');
      move.textContent = word;
      item.append(move, ' ');
    }
    return item;
  });
  at('moves').replaceChildren(...rows);
  at('no-moves').hidden = rows.length > 0;
  at('moves-scroll').scrollTop = at('moves-scroll').scrollHeight;
};
// The results of pages with F, by their codes.
const resultTexts = Object.fromEntries(
  ['SM', 'DP', '75', '5R', '50', '3R', 'DA', 'WT', 'BT', 'WR', 'BR', 'TM', 'RM']
    .map(code => [code, `js_end_${code}`]),
);

// Plays any page of the catalog on a board. The page itself decides which moves are legal.
page('play', main => {
  const at = id => main.querySelector(`#${id}`);
  const select = at('variant'), dialog = at('promotion');
  let game, opened, chosen, targets, offering, asked = 0, reply;

  const board = new BoardView(at('frame'), {
    choose: square => pick(square),
    drag: square => { if (chosen !== square) pick(square); },
    drop: square => (sideOf(game.state.board[square]) == game.side ? cancel() : pick(square)),
  });

  // Whether it is a person's turn: the game goes on, and the page does not play this side.
  const pagePlays = side => game.has('A')
    && main.querySelector('[name=page-side]:checked').value.includes(side);
  const isOpen = () => !game.state.over && !pagePlays(game.side);

  const think = () => Date.now() - opened;
  // Seconds left on a clock, minus the time that the prompt has been open.
  const left = side => {
    const running = !game.state.over && side == game.side;
    return Math.max(0, game.state.clocks[side] - (running ? Math.floor(think() / 1000) : 0));
  };
  const drawClocks = () => {
    at('clocks').hidden = !game.state.clocks;
    if (!game.state.clocks) return;
    for (const side of ['w', 'b']) {
      const clock = at(`clock-${side}`), seconds = left(side);
      clock.dataset.seconds = seconds;
      clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
      clock.parentElement.classList.toggle('running', !game.state.over && side == game.side);
    }
  };

  const drawBoard = () => {
    const move = game.moves.at(-1)?.move;
    board.draw(game.state.board, {
      chosen, targets, last: move ? [move.from, move.to] : [], side: isOpen() ? game.side : undefined,
    });
  };

  // The side to move, or the end of the game as far as the page reports it.
  const turnText = () => {
    const { over, late, alert, board: shown } = game.state;
    const side = game.side;
    if (!over) return isInCheck(shown, side) ? `js_check_${side}` : `js_turn_${side}`;
    if (late && !game.has('F')) return alert ? `js_late_${side}` : `js_late_silent_${side}`;
    return resultTexts[alert] ?? { 'W#': 'js_white', 'B#': 'js_black', 'D!': 'js_draw' }[alert] ?? 'js_over';
  };

  // Shows an event, if there is one, and the side to move.
  const tell = (event, values) => {
    if (event) say(at('event'), event, values);
    else at('event').textContent = '';
    const { over, alert } = game.state;
    const status = at('status');
    status.dataset.state = over ? 'over' : event == 'js_refused' ? 'refused' : 'open';
    status.dataset.alert = alert ?? '';
    say(at('turn'), !over && pagePlays(game.side) ? 'js_thinking' : turnText());
  };

  // With a standing offer of a draw, the next move that is made on the board carries `=`.
  const offer = on => {
    offering = on;
    at('offer').setAttribute('aria-pressed', on);
  };

  const release = () => {
    asked++;
    chosen = undefined;
    targets = [];
    if (dialog.open) dialog.close();
  };

  const cancel = () => {
    release();
    drawBoard();
    tell();
  };

  // What does nothing now looks so: after the end, and while the page moves.
  const drawControls = () => {
    const idle = !isOpen();
    for (const id of ['let-move', 'claim', 'offer', 'resign', 'typed', 'send']) at(id).disabled = idle;
    at('undo').disabled = game.moves.length == 0;
  };

  // Lets the page make the moves of its sides. The pause shows the last move before the page thinks.
  const letPageMove = () => {
    clearTimeout(reply);
    if (game.state.over || !pagePlays(game.side)) return;
    reply = setTimeout(() => submit(''), 250);
  };

  const draw = () => {
    drawBoard();
    drawControls();
    drawClocks();
    showMoves(main, game.moves.map(({ san }) => san));
    at('prompt').textContent = game.state.over ? game.state.alert ?? '' : game.state.shown;
    at('prompt').hidden = game.state.over && !game.state.alert;
    at('closed').hidden = !game.state.over;
    at('fen').textContent = fenOf(game);
    at('pgn').textContent = pgnOf(game);
    at('copied').textContent = '';
    at('offered').hidden = game.state.over || !game.state.offered;
  };

  const begin = variant => {
    release();
    game?.close();
    game = new PageGame(variant);
    opened = Date.now();
    select.value = variant.name;
    at('open').href = `catalog/${variant.name}.html`;
    for (const item of at('flags').children) {
      item.hidden = item.dataset.flag ? !game.has(item.dataset.flag) : variant.flags.length > 0;
    }
    for (const part of main.querySelectorAll('[data-needs]')) part.hidden = !game.has(part.dataset.needs);
    offer(false);
    draw();
    tell();
    letPageMove();
  };

  // Passes a typed or clicked move to the page.
  const submit = typed => {
    if (game.state.over) return tell();
    const turn = game.answer(typed, think());
    release();
    // Draw first: the clock of the next prompt starts when the user sees it.
    draw();
    if (turn.move) offer(false);
    if (turn.move) tell(turn.hidden ? 'js_played_hidden' : 'js_played', { move: turn.san });
    else tell(game.state.over ? '' : typed ? 'js_refused' : 'js_refused_empty', { typed });
    opened = Date.now();
    drawClocks();
    // A page that refuses an empty answer would refuse the next one too.
    if (turn.move) letPageMove();
  };

  // Finds the squares that the page accepts for the chosen piece, in several runs.
  const search = from => {
    const ticket = ++asked, found = game.targets(from);
    const step = () => {
      if (ticket != asked) return;
      const { value, done } = found.next();
      targets = [...value];
      drawBoard();
      if (!done) return setTimeout(step);
      const names = targets.map(squareName).join(', ');
      tell(names ? 'js_targets' : 'js_no_targets', { square: squareName(from), targets: names });
    };
    setTimeout(step);
  };

  const promotes = (from, to) => game.has('P') && isPawn(game.state.board, from) && isLastRank(to)
    && reachable(game.state.board, from).includes(to);

  const pick = square => {
    if (!isOpen()) return tell();
    const from = chosen;
    if (sideOf(game.state.board[square]) == game.side) {
      release();
      if (square !== from) {
        chosen = square;
        tell('js_picked', { square: squareName(square) });
        search(square);
      } else tell();
      return drawBoard();
    }
    if (from === undefined) return tell('js_not_yours', { square: squareName(square) });
    const typed = squareName(from) + squareName(square);
    if (!promotes(from, square)) return submit(typed + (offering ? '=' : ''));
    dialog.dataset.typed = typed;
    for (const piece of dialog.querySelectorAll('.piece')) piece.dataset.side = game.side;
    dialog.showModal();
  };

  for (const button of dialog.querySelectorAll('[data-role]')) {
    button.addEventListener('click', () => submit(
      dialog.dataset.typed + button.dataset.role + (offering ? '=' : ''),
    ));
  }
  at('promotion-cancel').addEventListener('click', () => dialog.close());

  at('board').addEventListener('keydown', event => {
    if (event.key == 'Escape' && chosen !== undefined) cancel();
  });
  at('type').addEventListener('submit', event => {
    event.preventDefault();
    submit(at('typed').value);
    at('typed').value = '';
  });
  // These type what a person would: nothing, `=`, or Cancel.
  at('let-move').addEventListener('click', () => submit(''));
  at('claim').addEventListener('click', () => submit('='));
  at('resign').addEventListener('click', () => submit(null));
  at('offer').addEventListener('click', () => offer(!offering));
  at('undo').addEventListener('click', () => {
    let turn = game.undo();
    // Back to the turn of a person, if there is one.
    while (turn && pagePlays(game.side) && !pagePlays(opposite(game.side)) && game.moves.length) {
      turn = game.undo();
    }
    release();
    if (turn) opened = Date.now();
    draw();
    tell(turn ? 'js_undone' : 'js_no_undo', { move: turn?.san });
    letPageMove();
  });
  at('page-side').addEventListener('change', () => {
    release();
    draw();
    tell();
    letPageMove();
  });
  at('new').addEventListener('click', () => begin(game.variant));
  at('flip').addEventListener('click', () => board.flip());
  for (const kind of ['fen', 'pgn']) {
    at(`${kind}-copy`).addEventListener('click', () => copy(at(kind).textContent)
      .then(() => say(at('copied'), `js_copied_${kind}`)));
  }

  // When the time is over, send an empty answer, which loses the game.
  setInterval(() => {
    if (!game.state.clocks || game.state.over) return;
    if (left(game.side) < 1) submit('');
    else drawClocks();
  }, 200);

  const named = name => golfchess.variants.find(variant => variant.name == name
    // (Pages with a board of their own have another page.)
    && !variant.flags.includes('C'));
  select.addEventListener('change', () => {
    history.replaceState(null, '', `#${select.value}`);
    begin(named(select.value));
  });
  // Other address fragments are anchors on this page.
  addEventListener('hashchange', () => {
    const wanted = named(location.hash.slice(1));
    if (wanted && wanted != game.variant) begin(wanted);
  });
  begin(named(location.hash.slice(1)) ?? named(golfchess.front));
});
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
// A game on an unchanged page of the catalog. For every answer, the page runs again from
// the start with all answers so far.
class PageGame {
  constructor(variant) {
    this.variant = variant;
    this.runner = new Runner(variant.page);
    this.begun = new Date();
    this.turns = [];
    this.state = readPrompt(this.ask([]).prompts[0]);
  }

  has(flag) { return this.variant.flags.includes(flag); }
  get moves() { return this.turns.filter(turn => turn.move); }
  get side() { return this.moves.length % 2 ? 'b' : 'w'; }

  // Runs the page with the earlier answers and these, and returns its dialogs.
  ask(more) {
    const answers = [...this.turns.map(turn => turn.answer), ...more];
    const { log, error } = this.runner.run(answers);
    const of = kind => log.filter(entry => entry[0] == kind).map(entry => entry.slice(1));
    const prompts = of('?'), [alert] = of('!');
    // The driver ends an open prompt with an error. A page opened from disk cannot read
    // its message.
    const open = prompts.length > answers.length;
    if (error && !open) throw new Error(`${this.variant.name}: ${error}`);
    return { prompts, alert, open };
  }

  // Gives the page an answer. If the board changes, the answer was a legal move.
  answer(typed, think) {
    const { prompts, alert, open } = this.ask([[typed, think]]);
    const { state: before, side } = this;
    const clocks = before.clocks && { ...before.clocks };
    if (clocks) clocks[side] = Math.max(0, clocks[side] - Math.floor(think / 1000));
    const late = clocks?.[side] === 0;
    const after = open
      ? readPrompt(prompts.at(-1))
      : { shown: before.shown, board: before.board, clocks, alert, late, over: true };
    const turn = { answer: [typed, think], before };
    if (open ? after.board != before.board : !late && this.isMove(typed)) {
      const own = typed == '' && this.ownMove(open && after.board, alert);
      turn.move = own || this.promoted(readMove(typed));
      // The page may choose another move in the next run, so this one is typed there.
      if (own) turn.answer[0] = squareName(own.from) + squareName(own.to) + own.promotion;
      turn.hidden = own && !open;
      if (!open) after.board = boardAfter(before.board, turn.move);
      const mate = after.over && /#/.test(alert);
      const sign = mate ? '#' : isInCheck(after.board, opposite(side)) ? '+' : '';
      turn.san = sanOf(this, turn.move) + sign;
    }
    this.turns.push(turn);
    this.state = after;
    return turn;
  }

  // Whether an answer that ends the game makes a move. A page with F also ends it on a claim, on an
  // acceptance and on Cancel.
  isMove(typed) {
    if (typed === null) return false;
    if (typed == '') return this.has('A');
    if (!this.has('F')) return true;
    const move = typed.slice(0, 4) + typed.slice(4).replaceAll('=', '');
    return /^([a-h][1-8]){2}/i.test(move) && this.firstAccepted([move]) == 0;
  }

  // The move that leads to the board which the page shows. After the last move it shows none: the
  // result is then that of a move that ends the game in the same way.
  ownMove(board, alert) {
    const before = this.state.board;
    const typed = movesOf(before, this.side, this.has('P') ? 'qrbn' : 'q');
    if (board) return typed.find(move => boardAfter(before, move) == board);
    return typed.find(({ from, to, promotion }) => {
      const end = this.ask([[squareName(from) + squareName(to) + promotion, 0]]);
      return !end.open && end.alert === alert;
    });
  }

  // Adds the piece to which a pawn is promoted by the rules of this page.
  promoted({ from, to, promotion }) {
    const pawn = isPawn(this.state.board, from) && isLastRank(to);
    const chosen = this.has('P') && /[rbn]/.test(promotion) ? promotion : 'q';
    return { from, to, promotion: pawn ? chosen : '' };
  }

  // Takes back the last move and all later answers.
  undo() {
    const last = this.turns.findLastIndex(turn => turn.move);
    if (last < 0) return;
    const [turn] = this.turns.splice(last);
    this.state = turn.before;
    return turn;
  }

  // The index of the first text that the page accepts as a move. Rejected texts before
  // it change nothing, so one run tries all of them.
  firstAccepted(texts) {
    const { prompts } = this.ask(texts.map(typed => [typed, 0]));
    return texts.findIndex((typed, at) => {
      const shown = prompts[this.turns.length + at + 1];
      return shown === undefined || readPrompt(shown).board != this.state.board;
    });
  }

  accepts(from, to) { return this.firstAccepted([squareName(from) + squareName(to)]) == 0; }

  // Generates the targets that the page accepts for a piece. Each step is one run, so
  // that the user interface can respond between runs. The number of targets per run
  // doubles while the page rejects all of them.
  *targets(from) {
    const known = this.state.targets ??= new Map();
    if (known.has(from)) return known.get(from);
    const found = [];
    let left = reachable(this.state.board, from), size = 1;
    while (left.length) {
      const texts = left.slice(0, size).map(to => squareName(from) + squareName(to));
      const first = this.firstAccepted(texts);
      if (first >= 0) found.push(left[first]);
      left = left.slice(first < 0 ? size : first + 1);
      size = first < 0 ? 2 * size : 1;
      yield found;
    }
    known.set(from, found);
    return found;
  }

  close() { this.runner.close(); }
}
// Notation: moves in SAN, the position as FEN, the game as PGN.

// A move in SAN without the check sign. It is disambiguated if the page accepts the move
// of another piece of the same kind.
const sanOf = (game, move) => {
  const { board } = game.state;
  const { from, to, promotion } = move;
  const target = squareName(to), piece = board[from];
  if (isCastling(board, move)) return to > from ? 'O-O' : 'O-O-O';
  const takes = board[to] != '_' || isEnPassant(board, move) ? 'x' : '';
  if (isPawn(board, from)) {
    const file = takes && squareName(from)[0];
    return file + takes + target + (promotion && `=${promotion.toUpperCase()}`);
  }
  const rivals = Array.from(board, (other, at) => at).filter(at => board[at] == piece
    && at != from && reachable(board, at).includes(to) && game.accepts(at, to));
  const [file, rank] = squareName(from);
  const alone = (place, name) => rivals.every(at => squareName(at)[place] != name);
  const which = !rivals.length ? '' : alone(0, file) ? file : alone(1, rank) ? rank : file + rank;
  return piece.toUpperCase() + which + takes + target;
};

// Castling rights that end with a move from or to a square.
const castlingSquares = { e1: 'KQ', h1: 'K', a1: 'Q', e8: 'kq', h8: 'k', a8: 'q' };

// FEN fields that the page does not show: castling rights, the en passant square, and the
// half-moves since the last capture or pawn move.
const unseen = game => {
  let rights = game.has('M') ? 'KQkq' : '', passed = '-', quiet = 0;
  for (const { move: { from, to }, before: { board } } of game.moves) {
    for (const at of [from, to]) {
      const lost = castlingSquares[squareName(at)] ?? '';
      rights = [...rights].filter(right => !lost.includes(right)).join('');
    }
    const double = isPawn(board, from) && Math.abs(to - from) == 16;
    passed = double ? squareName((from + to) / 2) : '-';
    quiet = isPawn(board, from) || board[to] != '_' ? 0 : quiet + 1;
  }
  return `${rights || '-'} ${passed} ${quiet}`;
};

const fenOf = game => {
  const rows = game.state.board.match(/.{8}/g);
  const placement = rows.map(row => row.replace(/_+/g, empty => empty.length)).join('/');
  const number = 1 + (game.moves.length >> 1);
  return `${placement} ${game.side} ${unseen(game)} ${number}`;
};

// The announced result. Pages without S announce none.
const resultOf = ({ state: { alert } }) => {
  if (!alert) return '*';
  return /^W[#TR]$/.test(alert) ? '1-0' : /^B[#TR]$/.test(alert) ? '0-1' : '1/2-1/2';
};

// Wraps lines at fewer than 80 characters, as the PGN export format requires.
const wrapped = words => words.reduce((lines, word) => {
  const longer = `${lines.at(-1)} ${word}`.trim();
  return longer.length < 80 ? [...lines.slice(0, -1), longer] : [...lines, word];
}, ['']).join('\n');

const pgnOf = game => {
  const date = game.begun;
  const two = number => String(number).padStart(2, '0');
  const result = resultOf(game);
  const tags = {
    Event: `golfchess ${game.variant.name}`,
    Site: '?',
    Date: `${date.getFullYear()}.${two(date.getMonth() + 1)}.${two(date.getDate())}`,
    Round: '-',
    White: '?',
    Black: '?',
    Result: result,
  };
  const head = Object.entries(tags).map(([name, value]) => `[${name} "${value}"]\n`).join('');
  const words = game.moves.flatMap(({ san }, at) => at % 2 ? [san] : [`${at / 2 + 1}.`, san]);
  return `${head}\n${wrapped([...words, result])}\n`;
};
// Interprets a page's board. The page decides which moves are legal. This file computes
// what it does not show: possible targets of a piece, and check.

// A board is 64 letters in the order of the prompt: 0 is a8, 63 is h1.
const squareName = at => 'abcdefgh'[at % 8] + (8 - (at >> 3));
const squareAt = name => name.charCodeAt(0) - 97 + 8 * (8 - name[1]);
const sideOf = piece => piece == '_' ? undefined : piece < '_' ? 'w' : 'b';
const opposite = side => side == 'w' ? 'b' : 'w';

// Parses a prompt into board and, if the page shows them, clocks.
const readPrompt = shown => {
  const [, white, black, offer, rows] = canonical(shown)
    .match(/^(?:W:(-?\d+)s? B:(-?\d+)s?( =)?\n)?([^]*)$/);
  const clocks = white && { w: +white, b: +black };
  return { shown, clocks, offered: Boolean(offer), board: rows.replace(/\s/g, '') };
};

// The move in an accepted text.
const readMove = typed => {
  const [, from, to, promotion] = typed.toLowerCase().match(/^(..)(..)(.?)/);
  return { from: squareAt(from), to: squareAt(to), promotion };
};

const straight = [[0, 1], [0, -1], [1, 0], [-1, 0]];
const diagonal = [[1, 1], [1, -1], [-1, 1], [-1, -1]];
const jumps = [[1, 2], [1, -2], [-1, 2], [-1, -2], [2, 1], [2, -1], [-2, 1], [-2, -1]];
const slides = { r: straight, b: diagonal, q: [...straight, ...diagonal] };
const leaps = { k: slides.q, n: jumps };

// A superset of the squares that a piece can reach. It includes double steps, castling and
// en passant even if the page lacks them.
const reachable = (board, from) => {
  const piece = board[from], side = sideOf(piece), role = piece.toLowerCase();
  const file = from % 8, row = from >> 3;
  const found = [];
  const at = (down, across) => {
    const inside = row + down >= 0 && row + down < 8 && file + across >= 0 && file + across < 8;
    return inside ? 8 * (row + down) + file + across : undefined;
  };
  // Adds a square and returns whether a slide continues beyond it.
  const look = to => {
    if (to === undefined || sideOf(board[to]) == side) return false;
    found.push(to);
    return board[to] == '_';
  };
  for (const [down, across] of leaps[role] ?? []) look(at(down, across));
  for (const [down, across] of slides[role] ?? []) {
    for (let far = 1; look(at(far * down, far * across)); far++);
  }
  const home = side == 'w' ? 7 : 0;
  if (role == 'p') {
    const ahead = side == 'w' ? -1 : 1;
    const step = at(ahead, 0), double = at(2 * ahead, 0);
    if (board[step] == '_') {
      found.push(step);
      if (row == home + ahead && board[double] == '_') found.push(double);
    }
    for (const across of [-1, 1]) {
      const to = at(ahead, across), beside = board[at(0, across)];
      if (to === undefined) continue;
      const passed = row == home + 4 * ahead && beside == (side == 'w' ? 'p' : 'P');
      if (board[to] == '_' ? passed : sideOf(board[to]) != side) found.push(to);
    }
  }
  if (role == 'k' && row == home && file == 4) {
    for (const across of [-2, 2]) {
      if (board[from + across / 2] == '_' && board[from + across] == '_') found.push(from + across);
    }
  }
  return found;
};

const isInCheck = (board, side) => {
  const king = board.indexOf(side == 'w' ? 'K' : 'k');
  return [...board].some((piece, at) => sideOf(piece) == opposite(side) && reachable(board, at).includes(king));
};

const isPawn = (board, at) => board[at].toLowerCase() == 'p';
const isLastRank = at => at < 8 || at > 55;
const isCastling = (board, { from, to }) => board[from].toLowerCase() == 'k' && Math.abs(to - from) == 2;
const isEnPassant = (board, { from, to }) => isPawn(board, from) && from % 8 != to % 8 && board[to] == '_';

// The board after an accepted move. After the last move of a game, no prompt shows it.
const boardAfter = (board, move) => {
  const { from, to, promotion } = move;
  const cells = [...board];
  const white = sideOf(board[from]) == 'w';
  cells[to] = cells[from];
  cells[from] = '_';
  if (isEnPassant(board, move)) cells[to + (white ? 8 : -8)] = '_';
  if (isCastling(board, move)) {
    cells[(from + to) / 2] = white ? 'R' : 'r';
    cells[to > from ? to + 1 : to - 2] = '_';
  }
  if (isPawn(board, from) && isLastRank(to)) {
    const role = promotion || 'q';
    cells[to] = white ? role.toUpperCase() : role;
  }
  return cells.join('');
};

// The moves of a side's pieces to what they can reach, with each of the pieces that a pawn may become.
const movesOf = (board, side, roles) => [...board].flatMap((piece, from) => (sideOf(piece) != side ? []
  : reachable(board, from).flatMap(to => (isPawn(board, from) && isLastRank(to) ? [...roles] : [''])
    .map(promotion => ({ from, to, promotion })))));
// Checks pages in this browser: plays the recorded games of the chosen suites on the
// chosen pages and shows the differences.

page('test_helper', main => {
  const { suites, cases, answers, dialogs, variants: records } = golfchess.transcripts;
  const at = id => main.querySelector(`#${id}`);
  const pages = new Map(golfchess.variants
    // (Without dialogs there is nothing to compare.)
    .filter(variant => !variant.flags.includes('C'))
    .map(variant => [variant.name, variant.page]));
  const table = resultTable(at('results'), [...pages.keys()], suites);
  const verdict = at('verdict');
  let stopped = false;

  // A message channel yields to the event loop without the growing delay of nested timers.
  const channel = new MessageChannel();
  const breathe = () => new Promise(done => {
    channel.port1.onmessage = done;
    channel.port2.postMessage(0);
  });

  // The games of a page, with the number of dialogs in each.
  const gamesOf = (name, chosen) => (records[name]?.games ?? [])
    .filter(game => chosen.includes(suites[game[0]]))
    .map(([suite, name, typed, words]) => ({
      game: [suite, name, answers[typed], dialogs[words]],
      dialogs: dialogs[words].split(' ').length,
    }));
  const total = jobs => jobs.flatMap(job => job.games).reduce((sum, { dialogs }) => sum + dialogs, 0);
  const counted = number => number.toLocaleString(document.documentElement.lang);

  // A job is a page and the games to play on it; `row` is its row in the table.
  const jobsOf = names => names.map(name => ({
    name, row: name, html: pages.get(name), games: gamesOf(name, table.suites()),
  }));

  const conclude = (state, key, values) => {
    verdict.dataset.state = state;
    say(verdict, key, values);
  };

  const busy = on => {
    for (const id of ['run', 'own-run']) at(id).disabled = on;
    at('stop').disabled = !on;
    table.lock(on);
  };

  const play = async (jobs, own) => {
    const all = total(jobs);
    // Without recorded games a page would pass unchecked.
    if (!all || jobs.some(job => !job.games.length)) return conclude('idle', 'js_nothing');
    busy(true);
    stopped = false;
    table.clear(jobs);
    at('findings').textContent = '';
    at('no-findings').hidden = false;
    conclude('running', 'js_running');
    const start = Date.now();
    let games = 0, failed = 0, done = 0, slice = start;
    const progress = () => {
      at('progress').value = done / all;
      const seconds = Math.round((Date.now() - start) / 1000);
      say(at('figures'), 'js_progress', { done: counted(done), all: counted(all), seconds });
    };
    for (const job of jobs) {
      const runner = new Runner(job.html);
      for (const { game, dialogs } of job.games) {
        if (Date.now() - slice > 40) {
          progress();
          await breathe();
          slice = Date.now();
        }
        if (stopped) break;
        done += dialogs;
        const suite = suites[game[0]];
        // Report one finding per suite and page.
        if (table.hasFailed(job.row, suite)) continue;
        const difference = judgeGame(runner, records[job.name], game);
        table.enter(job.row, suite, !difference);
        games++;
        if (!difference) continue;
        failed++;
        at('no-findings').hidden = true;
        at('findings').append(findingView(job, suite, cases[game[1]], difference));
      }
      runner.close();
      if (stopped) break;
    }
    progress();
    table.settle();
    busy(false);
    const values = {
      games: counted(games), failed: counted(failed), dialogs: counted(done),
      pages: jobs.length, name: own,
    };
    if (failed) conclude('red', own ? 'js_red_own' : 'js_red', values);
    else if (stopped) conclude('stopped', 'js_stopped', values);
    else conclude('green', own ? 'js_green_own' : 'js_green', values);
  };

  // Enable the buttons again after any error.
  const begin = (jobs, own) => play(jobs, own).catch(error => {
    busy(false);
    conclude('red', 'js_failed', { reason: error?.message ?? error });
  });

  const ready = () => {
    const jobs = jobsOf(table.variants());
    const games = jobs.flatMap(job => job.games).length;
    if (!games) return conclude('idle', 'js_nothing');
    conclude('idle', 'js_ready', {
      games: counted(games), dialogs: counted(total(jobs)), pages: jobs.length,
    });
  };

  at('run').addEventListener('click', () => begin(jobsOf(table.variants())));
  at('stop').addEventListener('click', () => { stopped = true; });
  at('all').addEventListener('click', () => { table.choose(true); ready(); });
  at('none').addEventListener('click', () => { table.choose(false); ready(); });
  at('results').addEventListener('change', ready);

  const area = at('own-page');
  at('own-fill').addEventListener('click', () => { area.value = pages.get(at('own-variant').value); });
  at('own-file').addEventListener('change', async event => {
    const [file] = event.target.files;
    if (file) area.value = await file.text();
  });
  at('own-run').addEventListener('click', () => {
    const name = at('own-variant').value;
    if (!area.value.trim()) return conclude('idle', 'js_empty');
    const games = gamesOf(name, table.suites());
    begin([{ name, row: 'own', html: area.value, games }], name);
  });

  ready();
});
// Compares a page with recorded games of the reference: decodes the records, plays them
// and finds the first dialog that differs. This file contains no chess rules.

// White space of Unicode; trimEnd() removes a slightly different set.
const spaceAtEnd = /[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+$/;

// Removes the white space that the behaviour contract ignores: at the end of a line or of
// the text and, between fullwidth squares, one space.
const withoutFreeSpace = (shown, fullwidth) => shown.replace(spaceAtEnd, '').split('\n')
  .map(line => line.replace(spaceAtEnd, ''))
  .map(line => fullwidth ? line.replace(/([\uff01-\uff5e]) (?=[\uff01-\uff5e])/g, '$1') : line)
  .join('\n');

// The prompt text of the reference for 64 squares and two clocks, after which a `=` is an offer.
const screenText = (squares, clocks, fullwidth) => {
  const lines = [];
  const unit = fullwidth ? 's' : '';
  if (clocks) lines.push(`W:${clocks[0]}${unit} B:${clocks[1]}${unit}${clocks[2] ? ' =' : ''}`);
  for (let row = 0; row < 64; row += 8) {
    const rank = squares.slice(row, row + 8);
    lines.push(fullwidth
      ? rank.map(letter => String.fromCharCode(letter.charCodeAt() + 65248)).join('')
      : rank.join(' '));
  }
  return lines.join('\n');
};

// Decodes the recorded dialogs of a game to the log format of a runner. An alert is stored
// as text, a prompt as its changes (`e2_e4P`, then new clocks after a colon).
const expectedLog = (record, words) => {
  let [squares, clocks] = record.start.split(':');
  squares = [...squares];
  clocks &&= clocks.split(',');
  return words.split(' ').map(word => {
    if (word[0] == '!') return word;
    const [changes, left] = word.split(':');
    if (left) clocks = left.split(',');
    for (const [, file, rank, piece] of changes.matchAll(/([a-h])([1-8])(.)/g)) {
      squares[(8 - rank) * 8 + 'abcdefgh'.indexOf(file)] = piece;
    }
    return '?' + screenText(squares, clocks, record.fullwidth);
  });
};

// Decodes the answers to the runner's format: [text or null for Cancel, milliseconds].
const recordedAnswers = typed => typed.map(answer => {
  if (!Array.isArray(answer)) return [answer, 0];
  const [first, second, times] = answer;
  return times === undefined ? [first, second] : [first + second.repeat(times), 0];
});

// The first dialog in which page and reference differ, if there is one.
const firstDifference = (expected, { log, error }, fullwidth) => {
  const shown = log.map(entry => entry[0] == '?'
    ? '?' + withoutFreeSpace(entry.slice(1), fullwidth)
    : entry);
  let at = 0;
  while (at < expected.length && expected[at] === shown[at]) at++;
  if (at == expected.length && at == shown.length && error === undefined) return;
  return { at, expected: expected[at], shown: shown[at], error };
};

// Plays one recorded game. A difference in a reused document counts only if a fresh
// document shows it too.
const judgeGame = (runner, record, [, , typed, words]) => {
  const expected = expectedLog(record, words);
  const answers = recordedAnswers(typed);
  const play = () => firstDifference(expected, runner.run(answers), record.fullwidth);
  if (!play()) return;
  runner.close();
  const difference = play();
  runner.close();
  return difference && { ...difference, answers };
};
// The view of the check: a table of pages and suites, and the findings.

// Creates an element with attributes and children; strings become text nodes.
const proofElement = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
};

// Creates an element with a text in all languages.
const proofText = (tag, key, values) => {
  const element = proofElement(tag);
  say(element, key, values);
  return element;
};

// A table with a row for each page and a column for each suite, both with a checkbox. The
// first row and the last column show totals.
const resultTable = (table, names, suites) => {
  const columns = [...suites, 'all'];
  const cells = new Map();
  const boxes = { variant: [], suite: [] };

  const box = (kind, value, label) => {
    const input = proofElement('input', { type: 'checkbox', value });
    input.checked = true;
    boxes[kind].push(input);
    return proofElement('th', { scope: kind == 'suite' ? 'col' : 'row' }, proofElement('label', {}, input, label));
  };
  const row = (name, head) => {
    const cell = suite => {
      const td = proofElement('td', { 'data-variant': name, 'data-suite': suite, 'data-state': 'idle' });
      cells.set(`${name} ${suite}`, { td, passed: 0, failed: 0, wanted: 0 });
      return td;
    };
    return proofElement('tr', {}, head, ...columns.map(cell));
  };
  const sum = (name, key) => {
    const head = proofText('th', key);
    head.scope = 'row';
    return row(name, head);
  };
  const own = sum('own', 'js_own');
  own.hidden = true;
  const corner = proofText('th', 'js_page');
  const last = proofText('th', 'js_every_suite');
  corner.scope = last.scope = 'col';
  const heads = suites.map(suite => box('suite', suite, proofText('span', `js_${suite}`)));
  table.append(
    proofElement('thead', {}, proofElement('tr', {}, corner, ...heads, last)),
    proofElement('tbody', {}, sum('all', 'js_every'), own, ...names.map(name =>
      row(name, box('variant', name, proofElement('span', {}, name))))),
  );

  const chosen = kind => boxes[kind].filter(input => input.checked).map(input => input.value);
  const show = (cell, state) => {
    const { td, passed, failed } = cell;
    td.dataset.state = state;
    const mark = state == 'green' ? '✓' : '…';
    td.textContent = failed ? '✗' : passed ? `${mark} ${passed}` : '';
  };
  const stateOf = ({ passed, failed, wanted }) => {
    if (failed) return 'red';
    return passed == wanted ? wanted ? 'green' : 'idle' : 'running';
  };
  const around = (name, suite) => [name, 'all'].flatMap(variant =>
    [suite, 'all'].map(column => cells.get(`${variant} ${column}`)));

  return {
    variants: () => chosen('variant'),
    suites: () => chosen('suite'),
    choose: on => boxes.variant.forEach(input => { input.checked = on; }),
    lock: on => Object.values(boxes).flat().forEach(input => { input.disabled = on; }),

    // Clears the last run and counts the games of the next one.
    clear: jobs => {
      for (const cell of cells.values()) {
        Object.assign(cell, { passed: 0, failed: 0, wanted: 0 });
        show(cell, 'idle');
      }
      own.hidden = !jobs.some(job => job.row == 'own');
      for (const { row, games } of jobs) {
        for (const { game } of games) around(row, suites[game[0]]).forEach(cell => { cell.wanted++; });
      }
    },

    // Records the result of a game.
    enter: (name, suite, passed) => {
      for (const cell of around(name, suite)) {
        cell[passed ? 'passed' : 'failed']++;
        show(cell, stateOf(cell));
      }
    },
    hasFailed: (name, suite) => cells.get(`${name} ${suite}`).failed > 0,

    // Marks unfinished cells as stopped.
    settle: () => {
      for (const cell of cells.values()) if (cell.td.dataset.state == 'running') show(cell, 'stopped');
    },
  };
};

// Formats an answer: its text, and its think time after `@`.
const answerWord = ([answer, think]) => {
  const plain = /^[\x21-\x7e]+$/.test(answer) ? answer : JSON.stringify(answer);
  const short = plain.length > 60 ? `${plain.slice(0, 50)}… (${answer.length})` : plain;
  return think ? `${short}@${think}` : short;
};

// A dialog under its title, with the differing lines marked.
const dialogView = (title, dialog, other, error) => {
  const view = proofElement('div', {}, proofText('h4', title));
  if (dialog === undefined) {
    view.append(error === undefined ? proofText('p', 'js_no_dialog') : proofText('p', 'js_error', { message: error }));
    return view;
  }
  view.append(proofText('p', dialog[0] == '?' ? 'js_prompt' : 'js_alert'));
  const lines = dialog.slice(1).split('\n');
  const others = other?.slice(1).split('\n') ?? [];
  const bare = line => line?.replace(/\s/g, '');
  const pre = proofElement('pre', { tabindex: 0 });
  lines.forEach((line, at) => {
    if (at) pre.append('\n');
    if (line === others[at]) return pre.append(line);
    // Make differences in white space visible.
    const seen = bare(line) === bare(others[at]) ? line.replace(/\s/g, '·') : line;
    pre.append(proofElement('mark', {}, seen || '·'));
  });
  view.append(pre);
  return view;
};

// A finding: page, suite, typed answers, and both dialogs side by side.
const findingView = (job, suite, about, { at, expected, shown, error, answers }) => {
  const head = proofElement('h3', {}, `${job.name} · `, proofText('span', `js_${suite}`), ' · ');
  if (job.row == 'own') head.prepend(proofText('span', 'js_own'), ' · ');
  // Names of cases are in English only.
  head.append(proofElement('span', { lang: 'en', class: 'keep' }, about));
  const typed = answers.slice(0, at).map(answer => proofElement('li', {}, answer[0] === null
    ? proofText('span', 'js_cancel')
    : proofElement('code', {}, answerWord(answer))));
  const list = typed.length
    ? [proofText('p', 'js_typed'), proofElement('ol', { class: 'typed' }, ...typed)]
    : [proofText('p', 'js_typed_nothing')];
  return proofElement('article', {
    class: 'finding panel', 'data-suite': suite, 'data-variant': job.name,
  }, head, ...list, proofText('p', 'js_at', { number: at + 1 }), proofElement('div', { class: 'sides' },
    dialogView('js_expected', expected, shown),
    dialogView('js_shown', shown, expected, error)));
};
// Shows the page for the chosen flags, or how to build one that is in no collection.
page('version_generator', main => {
  const { variants, flags } = golfchess;
  const boxes = flags.map(({ letter }) => main.querySelector(`#flag-${letter}`));
  const at = id => main.querySelector(`#${id}`);
  const order = flags.map(flag => flag.letter);
  const letters = set => order.filter(letter => set.has(letter)).join('');
  const find = set => variants.find(variant => letters(new Set(variant.flags)) == letters(set));

  const without = (set, letter) => new Set([...set].filter(other => other != letter));
  const needs = letter => flags.find(flag => flag.letter == letter).requires ?? [];
  const excludes = letter => flags.find(flag => flag.letter == letter).excludes ?? [];

  // Shows the bytes that a flag adds here, or why it cannot be changed.
  const explain = (box, set) => {
    const letter = box.value;
    const missing = needs(letter).filter(other => !set.has(other));
    const needed = order.filter(other => set.has(other) && needs(other).includes(letter));
    const other = order.filter(other => set.has(other) && other != letter
      && (excludes(letter).includes(other) || excludes(other).includes(letter)));
    box.disabled = missing.length > 0 || needed.length > 0 || other.length > 0;
    const output = at(`adds-${letter}`);
    if (missing.length) return say(output, 'js_needs', { flags: missing.join(', ') });
    if (needed.length) return say(output, 'js_kept', { flags: needed.join(', ') });
    if (other.length) return say(output, 'js_excluded', { flags: other.join(', ') });
    const off = find(without(set, letter)), on = find(new Set([...set, letter]));
    if (!off || !on) return output.replaceChildren();
    say(output, box.checked ? 'js_added' : 'js_adds', { bytes: on.bytes - off.bytes });
  };

  let chosen;
  const show = () => {
    const set = new Set(boxes.filter(box => box.checked).map(box => box.value));
    const found = find(set);
    for (const box of boxes) explain(box, set);
    at('outside').hidden = Boolean(found);
    at('inside').hidden = !found;
    for (const id of ['name', 'bytes', 'packed']) at(id).textContent = '';
    at('letters').textContent = letters(set);
    if (!found) return;
    chosen = found;
    at('name').textContent = chosen.name;
    say(at('bytes'), 'js_bytes', chosen);
    say(at('packed'), 'js_packed', chosen);
    at('minified').textContent = chosen.page;
    const { source, names } = golfchess.sources[chosen.name];
    at('readable').textContent = source;
    at('names').replaceChildren(...names.map(({ name, letter, uses }) => {
      const row = document.createElement('tr');
      for (const value of [letter, name, uses]) row.insertCell().textContent = value;
      row.cells[2].className = 'number';
      return row;
    }));
    at('open').href = `catalog/${chosen.name}.html`;
    // A page with its own board shows nothing in a frame that is not seen.
    const clicks = chosen.flags.includes('C');
    at('play').hidden = clicks;
    at('board').href = `${clicks ? 'click' : 'play'}.html#${chosen.name}`;
    at('done').textContent = '';
  };

  const choose = variant => {
    for (const box of boxes) box.checked = variant.flags.includes(box.value);
    show();
  };

  for (const box of boxes) {
    box.addEventListener('change', () => {
      show();
      if (!at('inside').hidden) history.replaceState(null, '', `#${chosen.name}`);
    });
  }
  at('choice').addEventListener('submit', event => event.preventDefault());
  at('copy').addEventListener('click', () => copy(chosen.page).then(() => say(at('done'), 'js_copied_page')));
  at('download').addEventListener('click', () => download(`${chosen.name}.html`, chosen.page));
  at('play').addEventListener('click', () => {
    // Runs the page with its own prompts, in a frame of this page.
    const frame = document.createElement('iframe');
    frame.hidden = true;
    frame.title = chosen.name;
    document.body.append(frame);
    frame.contentDocument.write(chosen.page);
    frame.contentDocument.close();
    frame.remove();
  });

  const named = wanted => variants.find(({ name }) => name == wanted);
  const asked = () => named(location.hash.slice(1));
  // Other address fragments are anchors on this page.
  addEventListener('hashchange', () => asked() && choose(asked()));
  choose(asked() ?? named(golfchess.front));
});
})();
