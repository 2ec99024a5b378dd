      // FIFTY MOVES: half-moves without capture or pawn move, plus 1.
      quiet = piece == /*= code.pawn =*/ | board[to] ? 1 : quiet + 1,
