//% if M
    // A move of nothing from nowhere is true unless the mover stands in check.
//% if not (T or P)
    // Whatever is an array, and so has a slice, does as a typed text, so that
    // make asks no more.
//% endif
    make(/*% if not (T or P) %*/typed = board/*% endif %*/) ? 'D!' : turn > 0 ? 'B#' : 'W#')
//% elif T or P
    // Not in check: with the board turned, the opponent can take no king.
    generate(board.map(value => -value), -turn) ? 'D!' : turn > 0 ? 'B#' : 'W#')
//% else
    // In check: with the board turned, the opponent can take the king.
    generate(board.map(value => -value), -turn) ? turn > 0 ? 'B#' : 'W#' : 'D!')
//% endif
