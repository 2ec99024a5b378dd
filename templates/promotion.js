    // PROMOTION: a pawn on the last rank (or the first, where only the other
    // side's pawns arrive): to % 29 is 7 or 0, and modulo 7 both are 0.
    piece - 2 | to % /*= "29 % 7" if width == 29 else 7 =*/
//% if M
      // A rook that moves is a plain rook from then on (7 % 7 is 0).
      ? -piece % 7 || -4
//% else
      ? -piece
//% endif
      :
//% if P
      // 0 and 1 become -5 (bishop), 2 and 3 -4 (rook), 4 and 5 -3 (knight); not
      // found is -1 and becomes -6, a queen.
      'bBrRnN'.indexOf(typed[4]) - 10 >> 1,
//% else
      -6,
//% endif
