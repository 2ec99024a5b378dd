    // PROMOTION: a pawn on the last rank (or the first, where only the other
    // side's pawns arrive): the rank counts from 0, so it is 7 or 0, and modulo 7
    // both are 0. (A file of 21 or 28 indices changes nothing modulo 7.) The
    // numbers are negative, for the board is already seen by the opponent.
//% if P and runs == 1
      // Nothing is typed yet at the first legal move, so here a pawn stays a pawn:
      // whether the mover's king is attacked does not depend on what it becomes.
      // The piece is put on the board when the move is taken.
      -piece/*% if M %*/ % /*= code.castling =*/ || -/*= code.moved =*//*% endif %*/
//% else
    piece - /*= code.pawn =*/ | to % /*= 7 if code.width % 7 == 0 else code.width ~ " % 7" =*/
//% if M
      // A rook that moves is a plain rook from then on (/*= code.castling =*/ % /*= code.castling =*/ is 0).
      ? -piece % /*= code.castling =*/ || -/*= code.moved =*/
//% else
      ? -piece
//% endif
      :
//% if P
//% include "chosen.js"
//% else
      -/*= code.queen =*/
//% endif
//% endif
