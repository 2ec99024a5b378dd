  // Empty text: search, and play the best move.
//% if F
  chosen = typed != ''
    ? parseInt(typed?.slice(0, 4), /*= code.width =*/)
//% else
  chosen = typed[1]
    ? parseInt(typed.slice(0, 4), /*= code.width =*/)
//% endif
    : generate[generate(board, turn, chosen = -2e3, chosen), chosen],
