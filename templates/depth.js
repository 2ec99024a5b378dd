    // The depth: the search starts with -999. Its replies have true: all moves are tried.
    // Below them and outside of the search it is false.
    playing < 0,
    // The least score. A mated side keeps -999. A side that is not in check may pass.
    playing < 0 && -generate(next.map(value => -value), side) | 9,
    // The square of the last move; NaN outside of the search, where `best` is undefined.
    best - best + to,
    /*% if M %*/worth/*% else %*/(worth = /*= code.worth =*/)/*% endif %*/ - best
