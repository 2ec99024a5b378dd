//% set deep = B and F
    // CASTLING starts from the rook. A rook that may castle (/*= code.castling =*/) has slid until its
    // own king (1) stopped it, so the squares between them are empty. `target` is the
    // content of the square that stopped the rook; `step` points from rook to king.
//% if deep
    // deep.js tests the king's square and those that it crosses and reaches.
//% else
    // The king must not be in check: make() tests a null move, whose indices are undefined.
    // move.js tests the squares that the king crosses and reaches.
//% endif
//% if runs == 1
    // (`make` is true when the king is in check. It cannot open the prompt too early:
    // if the null move is legal, an earlier move of this rook was legal too.)
//% endif
    // (`^` is 0 only if the product is /*= code.castling =*/; a product with a hole is NaN, which `^`
    // takes as 0. This code runs for every step, so the product is tested first.)
    target * piece ^ /*= code.castling =*/ /*= "| !playing" if B and not deep else "" =*/ ||
//% if deep
//% elif B
    make() ||
//% elif T and runs == 2
    playing && make() &&
//% else
    side - turn || make() /*= "||" if runs == 1 else "&&" =*/
//% endif
      make(1, to, to - 2 * step, from, to - step)
