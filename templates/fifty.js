      // FIFTY MOVES: twice the half-moves without capture or pawn move, plus 1.
//% if P and runs == 1
      // A pawn on the last rank becomes what was chosen.
      quiet = piece - /*= code.pawn =*/ ? board[to] ? 1 : quiet + 2 : (to % 7 || (next[to] =
//% include "chosen.js"
      ), 1),
//% else
      quiet = piece == /*= code.pawn =*/ | board[to] ? 1 : quiet + 2,
//% endif
