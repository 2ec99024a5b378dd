    // DEAD POSITION, read off the board's text: `2`, `4`, `6` or `7` is a pawn,
    // a rook or a queen of either side; a knight (3) makes the position live
    // beside a bishop (5) or another knight; two bishops do when an odd number
    // of squares, that is of commas, is between them: then they stand on
    // different colours. (Holes are empty text, so the pattern for "any two
    // squares" allows for it; 29 is odd, so it counts right across files.)
    /[2367]|5.*[45]|4.*5|4((,-?\w*){2})*,-?4/.test(board)
