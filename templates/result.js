//% if M
    // A move of nothing from nowhere is true unless the mover stands in check.
    make() ? 'D!' : turn > 0 ? 'B#' : 'W#')
//% elif runs == 2
    // Not in check: with the board turned, the opponent can take no king.
    generate(board.map(value => -value), -turn) ? 'D!' : turn > 0 ? 'B#' : 'W#')
//% else
    // In check: with the board turned, the opponent can take the king.
    generate(board.map(value => -value), -turn) ? turn > 0 ? 'B#' : 'W#' : 'D!')
//% endif
