    // THINK: a move scores the worth of the captured piece (negative on this board) minus
    // the best score of the reply. The null move scores NaN.
    move = from * /*= code.width * code.width =*/ + to
      + /*= (10 * code.width + 1) * (code.width * code.width + 1) =*/,
    (score = worth - score) > best
    ? generate[best = score, playing] = move
    : move == chosen
