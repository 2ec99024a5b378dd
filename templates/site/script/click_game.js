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
    const all = movesOf(board, this.side, 'qrbn', this.has('X'));
    const one = all.find(move => boardAfter(board, move) == wanted);
    if (one) return [turn(board, one, last(other))];
    for (const move of all.filter(({ from, to }) => from == clicked?.from && to == clicked.to)) {
      const middle = boardAfter(board, move);
      const reply = movesOf(middle, other, 'qrbn', this.has('X')).find(reply => boardAfter(middle, reply) == wanted);
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
    const isMove = reachable(board, from, this.has('X')).includes(square);
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
