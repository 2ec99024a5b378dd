// Interprets a page's board. The page decides which moves are legal. This file computes
// what it does not show: possible targets of a piece, and check.

// A board is 64 letters in the order of the prompt: 0 is a8, 63 is h1.
const squareName = at => 'abcdefgh'[at % 8] + (8 - (at >> 3));
const squareAt = name => name.charCodeAt(0) - 97 + 8 * (8 - name[1]);
const sideOf = piece => piece == '_' ? undefined : piece < '_' ? 'w' : 'b';
const opposite = side => side == 'w' ? 'b' : 'w';

// Parses a prompt into board and, if the page shows them, clocks. With V, Black sees the board turned.
const readPrompt = (shown, isTurned) => {
  const [, white, black, offer, rows] = canonical(shown)
    .match(/^(?:W:(-?\d+)s? B:(-?\d+)s?( =)?\n)?([^]*)$/);
  const clocks = white && { w: +white, b: +black };
  const letters = rows.replace(/\s/g, '');
  const board = isTurned ? [...letters].reverse().join('') : letters;
  return { shown, clocks, offered: Boolean(offer), board };
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
// en passant even if the page lacks them. With `chess960`, a king castles onto its own rook.
const reachable = (board, from, chess960) => {
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
  if (role == 'k' && row == home && chess960) {
    for (let to = 8 * home; to < 8 * home + 8; to++) if (board[to] == (side == 'w' ? 'R' : 'r')) found.push(to);
  } else if (role == 'k' && row == home && file == 4) {
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
const isOntoRook = (board, { from, to }) => board[from].toLowerCase() == 'k' && sideOf(board[to]) == sideOf(board[from]);
const isCastling = (board, { from, to }) => board[from].toLowerCase() == 'k'
  && (isOntoRook(board, { from, to }) || Math.abs(to - from) == 2);
const isEnPassant = (board, { from, to }) => isPawn(board, from) && from % 8 != to % 8 && board[to] == '_';

// The board after an accepted move. After the last move of a game, no prompt shows it.
const boardAfter = (board, move) => {
  const { from, to, promotion } = move;
  const cells = [...board];
  const white = sideOf(board[from]) == 'w';
  cells[to] = cells[from];
  cells[from] = '_';
  if (isEnPassant(board, move)) cells[to + (white ? 8 : -8)] = '_';
  if (isOntoRook(board, move)) {
    const rank = from - from % 8, files = to > from ? [6, 5] : [2, 3];
    cells[to] = '_';
    [cells[rank + files[0]], cells[rank + files[1]]] = [board[from], board[to]];
  } else if (isCastling(board, move)) {
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
const movesOf = (board, side, roles, chess960) => [...board].flatMap((piece, from) => (sideOf(piece) != side ? []
  : reachable(board, from, chess960).flatMap(to => (isPawn(board, from) && isLastRank(to) ? [...roles] : [''])
    .map(promotion => ({ from, to, promotion })))));
