  // MOVE plays one move on a copy of the board, already seen by the opponent,
  // judges whether it was legal, and if it is what was typed, keeps the copy.
  next = board.map(value =>
//% if M
    // After a king's move (piece 1) its side's rooks (7) may no longer castle.
    value - piece > 5 ? -5 :
//% endif
    -value
  ),
//% if M
  // In castling a phantom king stands on the crossed square, so that the test
  // below finds it attacked there; otherwise `crossed` is no square at all.
  next[crossed] =
//% endif
  next[to] =
//% include "promotion.js"
  next[from] = /*% if M %*/ next[captured] = /*% endif %*/ 0,
  // Can the opponent take a king?
  generate(next, -turn) && (
//% if M
    // The phantom becomes the rook that has castled.
    next[crossed] = -5,
//% endif
//% if D
    // The number of legal moves, with the mover's sign: see repetition.js.
    options += turn,
//% else
    // There is a legal move.
    options = 1,
//% endif
//% include "typed.js"
    || (
//% if M
      // The sum of both squares of a pawn's move. Twice the midpoint equals it
      // only after a double step.
      passed = piece == 2 && from + to,
//% endif
//% if T
//% include "fifty.js"
//% endif
//% if D
      past += key,
//% endif
      board = next,
      turn = -turn
    )
  )
