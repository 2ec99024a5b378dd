      // FIFTY MOVES: half-moves without capture or pawn move, plus 1.
      quiet = /*% if M %*/ passed /*% else %*/ piece == 2 /*% endif %*/ | board[to] ? 1 : quiet + 1,
