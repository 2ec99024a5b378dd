//% if S
  // THE RESULT: a draw if there are moves left, or if the mover is in time and
  // not in check; otherwise the mover has lost.
  alert(
//% if T
    options | inTime &
//% endif
//% if M
      safe
//% else
      // Not in check: with the board turned, the opponent can take no king.
      generate(board.map(value => -value), -turn)
//% endif
    ? 'D!' : turn > 0 ? 'B#' : 'W#')
//% else
  0
//% endif
