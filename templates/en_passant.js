//% set inner = M and not X and not (S and runs == 2 and not B) and not (B and F)
  // EN PASSANT needs no variable. The square that a pawn has just passed gets a value
  // that is 0 in arithmetic but true as a condition; the next copy of the board turns
  // it into a plain 0. The square `captured` is empty only after a double step: see
  // captured.js.
  next[captured/*% if inner %*/ =
//% include "captured.js"
  /*% endif %*/] = next[captured] ? 0 : /*= "'0'" if D else "[]" =*/,
