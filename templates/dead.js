    // DEAD POSITION: a regular expression tests the board's text, or what repetition.js gives. The position is not
    // dead if the text contains a pawn, a rook or a queen of either side, or a knight
    // together with a bishop or a second knight. It is not dead either if two bishops
    // stand on squares of different colours: then the number of commas between them is
    // odd. (A hole is empty text, which the pattern for two squares allows. A file has
    // /*= code.width =*/ indices, an odd number, so the parity also holds across files.)
//% set n = code.knight
//% set b = code.bishop
//% set live = code.pawn ~ code.moved ~ code.queen ~ code.castling
//% set pair = n ~ ".*[" ~ n ~ b ~ "]|" ~ b ~ ".*" ~ n
//% if W
    // A pawn is alive only together with another piece here: pawns alone can be a wall.
//%   set live = code.castling ~ code.queen ~ code.moved
//%   set first = "[" ~ code.pawn ~ n ~ "]"
//%   set second = "[" ~ n ~ b ~ "]"
//%   set pair = first ~ ".*" ~ second ~ "|" ~ second ~ ".*" ~ first
//% endif
//% set apart = b ~ "((,-?\\w*){2})*,-?" ~ b
    &
//% if W
//% include "repetition.js"
    // (`&` would take the last bit of `stirred`.)
    && (
//% endif
    /[/*= live =*/]|/*= pair =*/|/*= apart =*//.test(
//% if W
    board) | stirred ||
//% include "walls.js"
//% else
//% include "repetition.js"
//% endif
    )
