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

const firstBoardOf = game => (game.turns[0]?.before ?? game.state).board;

// Castling rights that end with a move from or to a square, by the first board of a game.
const castlingSquaresOf = board => {
  const rights = ['kq', 'k', 'q'], found = {};
  for (const [side, start] of [['w', 56], ['b', 0]]) {
    const letters = side == 'w' ? rights.map(right => right.toUpperCase()) : rights;
    const rank = board.slice(start, start + 8).toLowerCase();
    [rank.indexOf('k'), rank.lastIndexOf('r'), rank.indexOf('r')].forEach((file, at) => {
      found[squareName(start + file)] = letters[at];
    });
  }
  return found;
};

// FEN fields that the page does not show: castling rights, the en passant square, and the
// half-moves since the last capture or pawn move.
const unseen = game => {
  let rights = game.has('M') ? 'KQkq' : '', passed = '-', quiet = 0;
  const castlingSquares = castlingSquaresOf(firstBoardOf(game));
  for (const { move: { from, to }, before: { board } } of game.moves) {
    for (const at of [from, to]) {
      const lost = castlingSquares[squareName(at)] ?? '';
      rights = [...rights].filter(right => !lost.includes(right)).join('');
    }
    const double = isPawn(board, from) && Math.abs(to - from) == 16;
    passed = double ? squareName((from + to) / 2) : '-';
    const captures = board[to] != '_' && !isOntoRook(board, { from, to });
    quiet = isPawn(board, from) || captures ? 0 : quiet + 1;
  }
  return `${rights || '-'} ${passed} ${quiet}`;
};

const placementOf = board => board.match(/.{8}/g)
  .map(row => row.replace(/_+/g, empty => empty.length)).join('/');

const fenOf = game => {
  const placement = placementOf(game.state.board);
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
    ...game.has('X') && {
      Variant: 'Chess960',
      SetUp: '1',
      FEN: `${placementOf(firstBoardOf(game))} w KQkq - 0 1`,
    },
  };
  const head = Object.entries(tags).map(([name, value]) => `[${name} "${value}"]\n`).join('');
  const words = game.moves.flatMap(({ san }, at) => at % 2 ? [san] : [`${at / 2 + 1}.`, san]);
  return `${head}\n${wrapped([...words, result])}\n`;
};
