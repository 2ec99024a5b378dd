// A game on an unchanged page of the catalog. For every answer, the page runs again from
// the start with all answers so far.
class PageGame {
  constructor(variant) {
    this.variant = variant;
    this.runner = new Runner(variant.page);
    this.begun = new Date();
    this.turns = [];
    // Nothing, for less than a second: this time selects the random numbers of the page.
    this.opening = this.has('X') ? [['?', Math.floor(1000 * Math.random())]] : [];
    this.state = this.read(this.ask([]).prompts[0]);
  }

  has(flag) { return this.variant.flags.includes(flag); }
  get moves() { return this.turns.filter(turn => turn.move); }
  get side() { return this.moves.length % 2 ? 'b' : 'w'; }

  // With V, the side to move sees the board from its own side.
  read(prompt, side = this.side) { return readPrompt(prompt, this.has('V') && side == 'b'); }

  // Runs the page with the earlier answers and these, and returns its dialogs.
  ask(more) {
    const answers = [...this.opening, ...this.turns.map(turn => turn.answer), ...more];
    const { log, error } = this.runner.run(answers);
    const of = kind => log.filter(entry => entry[0] == kind).map(entry => entry.slice(1));
    const all = of('?'), prompts = all.slice(this.opening.length), [alert] = of('!');
    // The driver ends an open prompt with an error. A page opened from disk cannot read
    // its message.
    const open = all.length > answers.length;
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
    let after = open
      ? this.read(prompts.at(-1))
      : { shown: before.shown, board: before.board, clocks, alert, late, over: true };
    const turn = { answer: [typed, think], before };
    if (open ? after.board != before.board : !late && this.isMove(typed)) {
      const own = typed == '' && this.ownMove(open && after.board, alert);
      turn.move = own || this.promoted(readMove(typed));
      // The page may choose another move in the next run, so this one is typed there.
      if (own) turn.answer[0] = squareName(own.from) + squareName(own.to) + own.promotion;
      turn.hidden = own && !open;
      if (open) after = this.read(prompts.at(-1), opposite(side));
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
    const typed = movesOf(before, this.side, this.has('P') ? 'qrbn' : 'q', this.has('X'));
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
      return shown === undefined || this.read(shown).board != this.state.board;
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
    let left = reachable(this.state.board, from, this.has('X')), size = 1;
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
