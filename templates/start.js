// THE BOARD is an array from the mover's point of view: own pieces are positive,
// the opponent's negative, empty squares 0. The piece numbers are `code` in
// catalog.toml, chosen so that short arithmetic distinguishes the pieces (the comments
// at these places explain it).
//
// A file has /*= code.width =*/ indices. The first 8 are its ranks 1 to 8, the others are holes:
// a1 is 0, a2 is 1, b1 is /*= code.width =*/. A step off the board finds a hole, which fails every
// comparison. /*= code.width =*/ is also a number base in which a to h are digits (see typed.js).
//
// `push` appends a file of 8 squares and returns the new length. Writing the last index
// of the file makes the array long enough; the indices between are holes, which `map`
// skips. What is written there must fail every comparison as a hole does:
//% if D or X
// NaN, which stays NaN when it is negated, so that the text of the board repeats.
//% else
// the function `generate`, which is not a number. It is defined again for each file, because
// a definition in its place is shorter than a name.
//% endif
//
// The pieces of rank 1 start as text (such as '7'). Text works like a number here: it
// is only compared, negated, multiplied, or tested for being present.
//% set late = code.home[-1:] | int > 7 and not X
//% set piece = "chosen" if F and B else "typed" if runs == 2 else "piece"
//% set first = code.pawn
//% if code.pawn == 1
//%   set first = "turn = " ~ ("quiet = " if T else "") ~ ("chosen = " if B else "") ~ 1
//% endif
//% if F and B
//
// The loop's variable is the chosen move: initially, any text that is not a number.
//% elif runs == 2 and not C
//
// The loop's variable is the last typed text: initially, any text that is not a move.
//% endif
//% if C
//% set piece = "square" if late else "taps" if P else "piece"
//% set first = "turn = -1" if code.directed else "-" ~ code.black
//
// White's view is drawn file by file from rank 8, so that rank is the first of a file here.
//% if late
// The loop's variable is the clicked square: initially /*= code.home[-1:] =*/, the index of a hole.
//% else
// Until the first click, `square` is no index.
//% endif
//% endif
//% set each = "man" if X else piece
//% set front = "-" ~ each if C else each
//% set back = each if C else "-" ~ each
//% set pawn = code.black if C else "-" ~ code.black
//% if E
//% set w = code.width
//% set letters = code.letters | reverse ~ "_" ~ code.letters | upper
//% set letters = letters[1:-1]
//% set counted = ", quiet" if T else ""
//
// THE ADDRESS is a FEN with `_` between its fields. `#` and `/` lead to the a-file of the next rank, and the
// first character begins with the index 8. A rook is one that may not castle, before its right is read.
// `passed` is the square of an en passant capture, read as in typed.js; for `-` it is NaN, a property
// that nobody reads.
board = [];
//% if W
view = 1;
//% endif
[typed, turn, rights, passed/*= counted =*/] = (
  location.hash || '#rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq'
).split`_`;
turn = turn > 'c' || -1;
place = 8;
for (typed of typed)
  for (count = +typed || 1; count--;)
    typed < '0'
      ? place = place % /*= w =*/ - 1
      : (
//% set text = "'" ~ letters ~ "'"
//% set text = text if U else "(letters = " ~ text ~ ")"
        board[place] = typed > 0
          ? 0
          : (/*= text =*/.indexOf(typed) - /*= code.letters | length - 1 =*/) * turn,
        place += /*= w =*/
      );
for (typed of rights)
  board[{ K: /*= 7 * w =*/, k: /*= 7 * w + 7 =*/, Q: 0, q: 7 }[typed]] *= /*= code.castling / code.moved =*/;
board[parseInt(passed, /*= w =*/) - /*= 10 * w + 1 =*/] = /*= "'0'" if D else "[]" =*/;
//% if F
quiet |= 0;
//% elif T
// (See fifty.js.)
quiet = 2 * quiet | 1;
//% endif
//% else
/*= "square =" if C and not late else "" =*/ board = [];
//% if X
//% set bishop = code.bishop ~ ""
//% set rook = code.castling ~ ""
//% set order = "1" ~ bishop ~ code.knight ~ code.queen ~ rook ~ rook ~ bishop ~ code.knight
//
// CHESS960: the pieces are sorted by random comparisons, again and again, until the bishops stand on
// squares of different colours, with an even number of commas between them, and the king between the
// rooks. (With this order at first, no first rank is much more frequent in V8 than others:
// `cargo xtask first-ranks`. No move is typed as this array.)
//% set wrong = "/" ~ bishop ~ "...(....)*" ~ bishop ~ "|" ~ rook ~ "[^1]*" ~ rook ~ "/"
for (
  /*= piece =*/ = [...'/*= order =*/'];
  /*= wrong =*/.test(/*= piece =*/.sort(value => Math.random() - .5));
);
/*= piece =*/.map(man =>
//% else
for (/*= piece =*/ of '/*= code.home =*/')
//% endif
  board[
    board.push(/*= front =*/, /*= first =*/, 0, 0, 0, 0, /*= pawn =*/, /*= back =*/)
      + /*= code.width - 9 =*/
  ] =
//% if D or X
    +board/*= ")" if X else "" =*/;
//% else
//% include "generate.js"
//% endif
//% endif
