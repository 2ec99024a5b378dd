//% set other = "" if code.directed else ", -turn"
    // `~turn` is 0 for Black, whose turn is -1.
//% if B
    // The mover is not in check if the opponent, on the turned board, cannot capture a
    // king.
    !generate(board.map(value => -value), -turn)
      ? 'D!' : ~turn ? 'B#' : 'W#')
//% elif M and runs == 2
    // The null move make() is true unless the mover is in check.
    make() ? 'D!' : ~turn ? 'B#' : 'W#')
//% elif runs == 2
    // The mover is not in check if the opponent, on the turned board, cannot capture a
    // king.
    /*= "!" if code.directed else "" =*/
      generate(board.map(value => -value)/*= other =*/) ? 'D!' : ~turn ? 'B#' : 'W#')
//% else
    // The mover is in check if the opponent, on the turned board, can capture the king.
    generate(board.map(value => -value)/*= other =*/) ? ~turn ? 'B#' : 'W#' : 'D!')
//% endif
