      // FIFTY MOVES: twice the half-moves without capture or pawn move, plus 1.
//% if P and runs == 1
      // A pawn on the last rank becomes what was chosen. (Any other sets a property
      // that nobody reads: its name is the board's text.)
      quiet = piece - /*= code.pawn =*/ ? board[to] ? 1 : quiet + 2 : (next[to % 7 ? next : to] =
//% include "chosen.js"
      , 1),
//% else
      quiet = piece == /*= code.pawn =*/ | board[to] ? 1 : quiet + 2,
//% endif
