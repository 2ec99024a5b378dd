//% set rank = 7 if code.width % 7 == 0 else code.width ~ " % 7"
    // PROMOTION of a pawn on the last rank. Ranks count from 0, so the last ranks are 7
    // and 0, which are both 0 modulo 7. (On its own first rank a pawn cannot arrive. A
    // file of 21 or 28 indices adds 0 modulo 7.) The numbers are negative because the
    // board is already turned to the opponent.
//% if P and runs == 1 and not C
      // At the first legal move nothing has been typed yet, so the pawn stays a pawn
      // here: the piece that it becomes does not affect whether the mover's king is in
      // check. The piece is placed when the move is made.
      -piece/*% if M %*/ % /*= code.castling =*/ || -/*= code.moved =*//*% endif %*/
//% else
//%   if B and F
    still
//%   else
//% set others = code.others | replace(" - ", " != ") if C and D and not B else code.others
//% if C and D and not B
    // (`!=` is true for the null move, which promotes nothing: before the first click there is no
    // `taps`.)
//% endif
    /*= others =*/ | to % /*= rank =*/
//%   endif
//%   if M
      // A rook that moves becomes a plain rook (/*= code.castling =*/ % /*= code.castling =*/ is 0).
      ? -piece % /*= code.castling =*/ || -/*= code.moved =*/
//%   else
      ? -piece
//%   endif
      :
//%   if P
//% include "chosen.js"
//%   else
      -/*= code.queen =*/
//%   endif
//% endif
