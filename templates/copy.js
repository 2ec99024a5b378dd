//% set deep = B and F
//% set squares = "squares" if B else "board"
  // COPY the board, turned to the opponent's point of view, with a move made on it.
  next = /*= squares =*/.map(value =>
    // After a king's move (piece 1), its rooks (/*= code.castling =*/) may no longer castle.
    value - piece > /*= code.castling - 2 =*/ ? -/*= code.moved =*/ : -value
  ),
//% if X
//% include "en_passant.js"
  next[from] = 0,
//% else
  // In castling, a second king stands on the crossed square, so that the test below
  // also detects an attack there. Otherwise `crossed` is undefined.
  next[crossed] = next[to] =
//% include "promotion.js"
  ,
//% include "en_passant.js"
//% if not deep
  next[from] = 0,
//% endif
//% endif
