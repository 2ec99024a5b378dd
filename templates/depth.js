    // A move scores the worth of the captured piece (negative on this board) minus the best
    // score of the reply. The null move scores NaN.
    score = /*% if M %*/worth/*% else %*/(worth = /*= code.worth =*/)/*% endif %*/ - generate(next, -side,
      // The depth: the search starts with -2000. Its replies have true: all moves are tried.
      // Below them and outside of the search it is false.
      playing < 0,
      // The least score: below -1900 for a side in check, so that checkmate has this score.
      // A side that is not in check may pass.
//% if D
      // Passing scores more than quiet moves, so that the search ends early. It scores even
      // more on a board that has been reached before, which avoids repetitions.
//% endif
      playing < 0 && -generate(next.map(value => -value), side) | /*= "9 << clocks[next]" if D else 0 =*/,
      to,
      // The bound; NaN outside of the search, where `best` is undefined.
      worth - best
    ),
