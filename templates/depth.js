    // The depth: the search starts with -2000. Its replies have true: all moves are tried.
    // Below them and outside of the search it is false.
    playing < 0,
    // The least score: below -1900 for a side in check, so that checkmate has this score.
    // A side that is not in check may pass, with a score above those of all quiet moves.
//% if T
    // It is higher on a board that has been reached before, against repetitions.
//% endif
    playing < 0 && -generate(next.map(value => -value), side) | 9/*% if T %*/ << clocks[next]/*% endif %*/,
    to,
    // The bound; NaN outside of the search, where `best` is undefined.
    /*% if M %*/worth/*% else %*/(worth = /*= code.worth =*/)/*% endif %*/ - best
