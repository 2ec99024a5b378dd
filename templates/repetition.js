    // THREEFOLD: the board's text and the signed number of legal moves. The
    // sign is the side to move; rights to castle are on the board (7 or 3); and
    // a legal en passant makes the number larger than it is without (so does a
    // castling that is tried, whether legal or not, but that depends on the board
    // alone). How often the text has been played from is kept as a property of
    // the clocks, the one object that lasts. Twice so far is the third time: 1 is
    // not less than the answer of the test for dead positions that follows.
    & clocks[key = board + options] > 1 <
