//% set deep = B and F
//% set limits = "9, chosen = -9e9" if D else "chosen = -2e3, chosen"
//% set limits = "chosen = typed && 71 + (options * turn < 13), -8e9" if deep else limits
//% set depth = 9 if D and not deep else "chosen"
  // Empty text: search, and play the best move.
//% if F
  // (Text is longer than `false` unless it is empty. Cancel is 0, a depth at which nothing is searched.)
  chosen = typed[5]
//% else
  chosen = typed[1]
//% endif
    ? parseInt(typed.slice(0, 4), /*= code.width =*/)
    : generate[generate(board, turn, /*= limits =*/), /*= depth =*/],
