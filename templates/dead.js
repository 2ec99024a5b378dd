    // DEAD POSITION, read off the board's text: `2`, `3`, `6` or `7` is a pawn,
    // a rook or a queen of either side; a knight (5) makes the position live
    // beside a bishop (4) or another knight; two bishops do when an odd number
    // of squares, that is of commas, is between them: then they stand on
    // different colours. (Holes are empty text, so the pattern for "any two
    // squares" allows for it; a file takes 29, which is odd, so it counts right
    // across files.)
    /[2367]|5.*[45]|4.*5|4((,-?\w*){2})*,-?4/.test(board)
