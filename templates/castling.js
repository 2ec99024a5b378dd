    // CASTLING is found by the rook. A rook that may castle (/*= code.castling =*/) slid until its
    // own king (1) stopped it, so all between is empty. `target` is the square
    // that stopped it, `step` points from rook to king. The king must stand
    // safe, that is, could make a move of nothing from nowhere; that it crosses
    // and reaches no attacked square is seen in move.js.
//% if runs == 1
    // (`make` is true when the king is attacked. It asks nothing too early: the
    // rook's own way to the king was legal if the move of nothing is.)
//% endif
//% if T and runs == 2
    // (What is known before the walk is asked first: this is passed at every step.)
    playing && target * piece == /*= code.castling =*/ && make() &&
//% else
    // (No bit differs from /*= code.castling =*/: a hole, which is no number, counts as 0 here. `turn` is
    // asked last: a global is slow to read in an innermost loop.)
    target * piece ^ /*= code.castling =*/ || side - turn || make() /*= "||" if runs == 1 else "&&" =*/
//% endif
      make(1, to, to - 2 * step, from, to - step)
