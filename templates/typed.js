    // IS IT THE MOVE THAT WAS TYPED? e2e4 is a number in base /*= code.width =*/, in which the
    // letters a to h, of either case, are the digits 10 to 17. A square is two
    // digits there as it is an index here; /*= 10 * code.width + 1 =*/ (a1 in that base) apart, as ranks
    // count from 1, and the constant is that for both squares. Text that is no
    // square of the board is another number or none, so it matches no move.
//% if runs == 2
    // (While moves are counted, the text is still the last one: a move from a
    // square that has been left, or one that was refused.)
//% endif
//% if not M
    // Two numbers are equal when no bit differs. (Only the move of nothing, in pages
    // with castling, has no number, and would be taken for a text without one.)
//% endif
    from * /*= code.width * code.width =*/ + to
      + /*= (10 * code.width + 1) * (code.width * code.width + 1) =*/
      /*= "^" if not M else "==" if runs == 1 else "!=" =*/ parseInt(typed.slice(0, 4), /*= code.width =*/)
