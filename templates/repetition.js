//% if F
    // THREEFOLD AND FIVEFOLD:
//% else
    // THREEFOLD:
//% endif
    // The key of a position is the board's text and the signed number of legal moves. The
    // sign is the side to move. Castling rights are on the board (a rook is
    // /*= code.castling =*/ or /*= code.moved =*/). A legal en passant capture increases the
    // number. (So does each attempt to castle, legal or not, but that depends on the
    // board alone.) Each key becomes a property of `clocks`, an array that lasts for the
//% if F
    // whole game: the number of earlier occurrences.
    times = clocks[key = board + options]
//% else
    // whole game: undefined before the first occurrence, then a pawn's number, and 0 after the second.
    clocks[key = board + options] ??
//%   if not W
    // dead.js tests this value: a pawn is not dead, 0 is.
    board
//%   endif
//% endif
