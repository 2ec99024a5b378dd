    // THREEFOLD: the board's text and the signed number of legal moves. The
    // sign is the side to move; rights to castle are on the board (7 or 5); and
    // a legal en passant makes the number larger than it is without. A text
    // that stands twice in the past splits it into three. The texts need nothing
    // between them: one that is found across an end would have to differ from the
    // present one in the owner of a1 alone, or in the first digits of the number
    // of moves alone, and no game has two such positions.
    & !past.split(key = board + options)[2]
