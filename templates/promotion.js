    // PROMOTION: a pawn on the last rank (or the first, where only the other
    // side's pawns arrive): to % 29 is 7 or 0, and modulo 7 both are 0.
    piece - /*= code.pawn =*/ | to % /*= "29 % 7" if width == 29 else 7 =*/
//% if M
      // A rook that moves is a plain rook from then on (7 % 7 is 0).
      ? -piece % 7 || -/*= code.moved =*/
//% else
      ? -piece
//% endif
      :
//% if P and M
      // 0 and 1 become -5 (knight), 2 and 3 -4 (bishop), 4 and 5 -3 (rook); not
      // found is -1 and becomes -6, a queen.
      'nNbBrR'.indexOf(typed[4]) - 10 >> 1
//% elif P
      // 0 and 1 become -4 (bishop), 2 and 3 -5 (rook), 4 and 5 -6 (knight); not
      // found is -1 and becomes -3, a queen.
      -7 - 'bBrRnN'.indexOf(typed[4]) >> 1
//% else
      -/*= code.queen =*/
//% endif
