  // EN PASSANT needs no memory: a square that a pawn has just passed is empty
  // (0 in arithmetic) and yet true, and the next copy of the board makes it a
  // plain 0 again. The square to clear holds something unless the pawn that has
  // left it behind has gone two squares: see generate.js.
  next[captured] = next[captured] ? 0 : /*= "'0'" if D else "[]" =*/,
