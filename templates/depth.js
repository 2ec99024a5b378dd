    // A move scores the worth of the captured piece (negative on this board) minus the best
    // score of the reply. The null move scores NaN.
//% if D
    // A board that has been reached before (64, otherwise undefined) scores a pawn less, which avoids
    // repetitions.
//% endif
    // Outside of the search, where `best` is undefined, the first operand is NaN: nothing is searched.
    score = 1 / best && /*% if M %*/worth/*% else %*/(worth = /*= code.worth =*/)/*% endif %*/
      /*= "- ~~clocks[next]" if D else "" =*/ - generate(next, -side,
//% set sharp = D and not C
//% if sharp
      // The depth: the search starts with 7, its replies have 1, and below them it is negative.
//% else
      // The depth: the search starts with -2000. Its replies have true: all moves are tried.
      // Below them and outside of the search it is false.
//% endif
      /*= "playing - 6" if sharp else "playing < 0" =*/,
      // The least score is that of passing: half a pawn, minus the number of moves that the
      // other side has then. If it reaches the bound, no reply is tried. If the side to move is in
      // check, `generate` returns at least 2000: the least score is that of checkmate.
      /*= "playing > 6" if sharp else "playing < 0" =*/ && -generate(next.map(value => -value), side, 0, -31),
      to,
      // The bound; NaN outside of the search, where `best` is undefined.
      worth - best
    ),
