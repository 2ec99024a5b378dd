    // IS IT THE MOVE THAT WAS TYPED? e2e4 is a number in base 29, in which the
    // letters a to h, of either case, are the digits 10 to 17. A square is two
    // digits there as it is an index here; 291 (a1 in base 29) apart, as ranks
    // count from 1, and 245022 is 291 * 842. Text that is no square of the board
    // is another number or none, so it matches no move. (While moves are counted,
    // the text is still the last one: a move from a square that has been left, or
    // one that was refused.) Two numbers are equal when no bit differs; only the
    // move of nothing, which has no number, must not be equal to a text without one.
    from * /*= width * width =*/ + to + /*= (10 * width + 1) * (width * width + 1) =*/ /*= "^" if not M else "==" if runs == 1 else "!=" =*/ parseInt(typed.slice(0, 4), /*= width =*/)
