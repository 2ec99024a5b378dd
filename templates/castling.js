    // CASTLING is found by the rook. A rook that may castle (7) slid until its
    // own king (1) stopped it, so all between is empty. `target` is the square
    // that stopped it, `step` points from rook to king. The king must stand
    // safe, that is, could make a move of nothing from nowhere; that it crosses
    // and reaches no attacked square is seen in move.js.
    target * piece == 7 & /*% if T %*/ playing /*% else %*/ side == turn /*% endif %*/
      && make() && make(1, to, to - 2 * step, from, to - step)
