//% set other = "" if code.directed else ", -turn"
//% set lost = "~turn ? 'B#' : 'W#'" if not (C and code.directed) else "~turn ? 'W#' : 'B#'"
//% set end = "" if C else ")"
//% if C and code.directed
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
