  // MOVE plays one move on a copy of the board, already seen by the opponent,
  // judges whether it was legal, and if it is what was typed, keeps the copy.
//% if M
  next = board.map(value =>
    // After a king's move (piece 1) its side's rooks (/*= code.castling =*/) may no longer castle.
//% if D
    // Holes stay undefined, not NaN: the text of the board must not change by them.
//% endif
    value - piece > /*= code.castling - 2 =*/ ? -/*= code.moved =*/ : /*= "value && " if D else "" =*/-value
  ),
  // In castling a phantom king stands on the crossed square, so that the test
  // below finds it attacked there; otherwise `crossed` is no square at all.
  next[crossed] = next[to] =
//% include "promotion.js"
  ,
//% include "en_passant.js"
  next[from] = 0,
//% endif
  // Can the opponent take a king?
  generate(
//% if M
    next
//% else
    next = board.map((value, at) => at - to ? at - from && -value :
//% include "promotion.js"
    )
//% endif
    , -turn
  ) /*= '&&' if runs == 2 else '||' =*/ (
//% if M
    // The phantom becomes the rook that has castled.
    next[crossed] = -/*= code.moved =*/,
//% endif
//% if D
    // The number of legal moves, with the mover's sign: see repetition.js.
    options += turn,
//% elif runs == 2
    // There is a legal move.
    options = 1,
//% else
    // Text plus 0 is true even when it is empty; Cancel's null is 0, then false
    // text: the end.
    typed ??=
//% if T
      quiet < 201 && (clocks[turn < 0 | 0] += (
        new Date - (typed = prompt(draw(8)) + 0, new Date)
      ) / 1e3 | 0) > 0 && typed || '',
//% else
      prompt(draw(8)) + 0 || '',
//% endif
//% endif
//% include "typed.js"
    /*= '&&' if M and runs == 1 else '||' =*/ (
//% if T
//% include "fifty.js"
//% endif
//% if D
      clocks[key] = key in clocks,
//% endif
//% if P and runs == 1 and not T
      // A pawn on the last rank becomes what was chosen. (Any other move sets a
      // property that nobody reads: its name is the board's text.)
      next[piece - /*= code.pawn =*/ | to % 7 ? next : to] =
//% include "chosen.js"
      ,
//% endif
      board = next,
      turn = -turn
    )
  )
