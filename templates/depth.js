//% set sharp = D and not C
    // A move scores the worth of the captured piece (negative on this board) minus the best
    // score of the reply. The null move scores NaN.
//% if D
    // A board that has been reached before scores 1 or -1, like a draw, which avoids repetitions.
//% endif
    // Outside of the search, where `best` is undefined, the quotient is NaN: nothing is searched.
    score = /*= "clocks[next] ||" if D else "" =*/
      1 / best &&
        /*% if M %*/worth/*% else %*/(worth = /*= code.worth =*/)/*% endif %*/ - generate(next, -side,
//% if sharp
      // The depth: the search starts with 9, its replies have 1, and below them it is negative.
//% else
      // The depth: the search starts with -2000. Its replies have true: all moves are tried.
      // Below them and outside of the search it is false.
//% endif
      /*= "playing - 8" if sharp else "playing < 0" =*/,
      // The least score is that of passing: a few points minus the number of moves that the
      // other side has then. If it reaches the bound, no reply is tried. If the side to move is in
      // check, `generate` returns at least 2000: the least score is that of checkmate.
//% if sharp
      // After the third half-move the least score is 0. So no capture at its end scores as checkmate, and
      // none is preferred to mate in one.
//% endif
      /*= "playing > 0" if sharp else "playing < 0" =*/
        && -generate(next.map(value => -value), side, 0, /*= -9 if sharp else -31 =*/),
      to,
      // The bound; NaN outside of the search, where `best` is undefined.
      worth - best
    ),
