    // DEAD POSITION, read off the board's text: the number of a pawn, a rook or a
    // queen of either side makes it live, and so does that of a knight beside a
    // bishop or another knight; two bishops do when an odd number of squares, that
    // is of commas, is between them: then they stand on different colours. (Holes
    // are empty text, so the pattern for "any two squares" allows for it; a file
    // takes /*= code.width =*/, which is odd, so it counts right across files.)
//% set n = code.knight
//% set b = code.bishop
//% set live = code.pawn ~ code.moved ~ code.queen ~ code.castling
//% set pair = n ~ ".*[" ~ n ~ b ~ "]|" ~ b ~ ".*" ~ n
//% set apart = b ~ "((,-?\\w*){2})*,-?" ~ b
    /[/*= live =*/]|/*= pair =*/|/*= apart =*//.test(board)
