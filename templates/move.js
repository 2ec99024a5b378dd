  // MOVE plays one move on a copy of the board, already seen by the opponent,
  // judges whether it was legal, and if it is what was typed, keeps the copy.
//% if M
  next = board.map(value =>
    // After a king's move (piece 1) its side's rooks (7) may no longer castle.
//% if D
    // Holes stay undefined, not NaN: the text of the board must not change by them.
//% endif
    value - piece > 5 ? -/*= code.moved =*/ : /*= "value && " if D else "" =*/-value
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
  ) /*= '&&' if T or M or P else '||' =*/ (
//% if M
    // The phantom becomes the rook that has castled.
    next[crossed] = -/*= code.moved =*/,
//% endif
//% if D
    // The number of legal moves, with the mover's sign: see repetition.js.
    options += turn,
//% elif T or P
    // There is a legal move.
    options = 1,
//% else
    // Text plus 0 is true even when it is empty; Cancel's null is 0, then false
    // text: the end.
    typed ??= prompt(
//% include "clock.js"
) + 0 || '',
//% endif
//% include "typed.js"
    || (
//% if T
//% include "fifty.js"
//% endif
//% if D
      clocks[key] = -~clocks[key],
//% endif
      board = next,
      turn = -turn
    )
  )
