    // WALLS: with kings and pawns only, the position is dead if no pawn can move or capture, a pawn of
    // the other side stands before each pawn, and no king can reach a pawn of the other side.
    //
    // Regular expressions test the drawn board: first as Black sees it, turned, with Black's pieces in
    // upper case, then as White does. A rank is 17 characters and the next square of a rank 2 away, so the
    // squares around a king follow or precede it by 2 or by 15 to 19.
    //
    // Each replacement takes the upper-case king (K stays) one square further: to a square without one of
    // its own pawns, whose neighbours on the rank are none of its own pawns. (If all pawns are blocked, these
    // are the squares that no pawn of the other side attacks.) `reduce` visits 72 places of the board, more
    // than there are squares. The king does not stop at the other side's pawns, so after one has been
    // taken, the own pawn behind it is no longer blocked.
//% set before = "(?<!p.{16})P"
//% set around = "(?<=K .|K.{15,19}|(?= K|.{14,18}K))"
//% set walk = "(?<!P )[_kp](?! P)" ~ around
    //*= before =*//s.test(clocks.map(value => board.reduce(
      text => text.replace(//*= walk =*//s, 'K'),
      draw(72, view = -view)
    )))
