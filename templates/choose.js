  // Empty text: search, and play the best move.
  chosen = typed[1]
    ? parseInt(typed.slice(0, 4), /*= code.width =*/)
    : generate[generate(board, turn, chosen = -999, chosen), chosen],
