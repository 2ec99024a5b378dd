//% set deep = B and F
//% set limits = "options * turn < 13 ? 72 : 64, -8e9" if deep else "-2e3, chosen"
  // Empty text: search, and play the best move.
//% if F
  // (Cancel is 0. Text is longer than `false` unless it is empty.)
  chosen = typed && (typed[5]
//% else
  chosen = typed[1]
//% endif
    ? parseInt(typed.slice(0, 4), /*= code.width =*/)
    : generate[generate(board, turn, chosen = /*= limits =*/), chosen]/*= ")" if F else "" =*/,
