    // DEAD POSITION: a regular expression tests the board's text, or what repetition.js gives. The
    // position is not dead if the text contains a pawn, a rook or a queen of either side, or a
    // knight together with a bishop or a second knight. It is not dead either if two bishops
    // stand on squares of different colours: then the number of cells from one to the other is
//% if code.before == ",-?"
    // odd. (A cell follows each comma. A file has /*= code.width =*/, so the parity also holds across files.)
//% else
    // odd. (A cell follows commas and a minus. Holes are empty text, so they do not count.
    // A file has eight squares and NaN: nine cells, so the parity also holds across files.)
//% endif
//% set n = code.knight
//% set b = code.bishop
//% set live = code.pawn ~ code.moved ~ code.queen ~ code.castling
//% set pair = n ~ ".*[" ~ n ~ b ~ "]|" ~ b ~ ".*" ~ n
//% set before = code.before
//% set cell = code.cell
//% set apart = b ~ "((" ~ cell ~ "){2})*" ~ before ~ b
//% if W
    // A pawn is alive only together with another piece here: pawns alone can be a wall.
//%   set live = code.castling ~ code.queen ~ code.moved
//%   set first = "[" ~ code.pawn ~ n ~ "]"
//%   set second = "[" ~ n ~ b ~ "]"
//%   set pair = first ~ ".*" ~ second ~ "|" ~ second ~ ".*" ~ first
    // (`&` would take the last bit of `stirred`.)
    && (
//% include "repetition.js"
//% else
    &
//% endif
    /[/*= live =*/]|/*= pair =*/|/*= apart =*//.test(
//% if W
      board) | stirred |
//% include "walls.js"
//% else
//% include "repetition.js"
//% endif
    )
