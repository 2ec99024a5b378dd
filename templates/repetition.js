    // THREEFOLD: the board's text and the signed number of legal moves. The
    // sign is the side to move; rights to castle are on the board (a rook is
    // /*= code.castling =*/ or /*= code.moved =*/); and
    // a legal en passant makes the number larger than it is without (so does a
    // castling that is tried, whether legal or not, but that depends on the board
    // alone). What has been played from is kept as a property of the clocks, the
    // one object that lasts: false after the first time, true after the second.
    & !clocks[key = board + options] &
