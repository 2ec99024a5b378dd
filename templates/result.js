//% set other = "" if code.directed else ", -turn"
//% set lost = "~turn ? 'W#' : 'B#'" if C and code.directed else "~turn ? 'B#' : 'W#'"
//% set lost = "'BW'[mover] + '#'" if C and T else lost
//% set end = "" if C else ")"
//% if C and T
    // `mover` is the index of the mover's clock.
//% elif C and code.directed
    // `~turn` is 0 for White, whose turn is -1.
//% else
    // `~turn` is 0 for Black, whose turn is -1.
//% endif
//% if B
    // The mover is not in check if the opponent, on the turned board, cannot capture a
    // king.
    !generate(board.map(value => -value), -turn)
      ? 'D!' : /*= lost =*/ /*= end =*/
//% elif M and runs == 2
    // The null move make() is true unless the mover is in check.
    make() ? 'D!' : /*= lost =*/ /*= end =*/
//% elif runs == 2
    // The mover is not in check if the opponent, on the turned board, cannot capture a
    // king.
    /*= "!" if code.directed else "" =*/
      generate(board.map(value => -value)/*= other =*/) ? 'D!' : /*= lost =*/ /*= end =*/
//% else
    // The mover is in check if the opponent, on the turned board, can capture the king.
    generate(board.map(value => -value)/*= other =*/) ? /*= lost =*/ : 'D!' /*= end =*/
//% endif
