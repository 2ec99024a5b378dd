//% set own_rook = "< 0" if X else ""
//% set rank = 7 if code.width % 7 == 0 else code.width ~ " % 7"
//% if X
      // (The king that castles moves to its own rook's square, which is no capture.)
//% endif
//% if F
      // SEVENTY-FIVE MOVES, and a claim after fifty: `quiet` is the number of half-moves
      // without a capture or a pawn move.
      quiet = piece == /*= code.pawn =*/ | board[to] /*= own_rook =*/ ? 0 : -~quiet,
//% else
      // FIFTY MOVES: `quiet` is twice the number of half-moves without a capture or a
      // pawn move, plus 1.
//%   if P and runs == 1
      // A pawn on the last rank becomes the chosen piece. (Any other pawn move sets a
      // property that is never read: its name is the text of the board.)
      quiet = /*= code.others =*/ ? board[to] /*= own_rook =*/ ? 1 : quiet + 2 : (
        next[to % /*= rank =*/ ? next : to] =
//% include "chosen.js"
      , 1),
//%   else
      quiet = /*= code.pawns =*/ | board[to] /*= own_rook =*/ ? 1 : quiet + 2,
//%   endif
//% endif
