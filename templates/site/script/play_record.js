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
