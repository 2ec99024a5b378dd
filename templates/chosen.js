//% if C
//% set numbers = code.queen ~ code.bishop ~ code.moved ~ code.knight
//% set steps = [code.queen - code.bishop, code.queen - code.moved, code.queen - code.knight]
//% set falling = steps == [1, 2, 3]
      // `taps` is 0 for one click on the pawn (queen), 1 for two (bishop), 2 (rook), 3 (knight).
      /*= "taps - " ~ code.queen if falling else "-'" ~ numbers ~ "'[taps]" =*/
//% else
//% set rises = code.moved > code.queen
//% set next = -1 - code.queen if rises else 1 - code.queen
      // Two letters for each piece, in the order of the numbers next to the queen's: the
      // indices 0 and 1 give /*= next =*/, and so on. Not found is -1 and gives
      // /*= -code.queen =*/, a queen.
      /*= "-" ~ (2 * code.queen + 1) ~ " -" if rises else "" =*/
        '/*= code.chosen =*/'.indexOf(typed[4])
        /*= "" if rises else "- " ~ (2 * code.queen - 2) =*/ >> 1
//% endif
