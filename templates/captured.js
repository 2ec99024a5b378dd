          // A pawn that moves to an empty or just passed square clears the square
          // one rank behind its target: there stands the captured pawn after a
          // capture en passant, the pawn itself before a single step, and nothing
          // before a double step.
          // In castling, the rook's square is cleared.
//% if W
          // `stirred` becomes an index, which is above 0, when a pawn can move or capture.
          unit - /*= code.pawn =*/ ? home : stirred = +target ? home : at - side
//% else
          unit - /*= code.pawn =*/ | target ? home : at /*= "+" if C else "-" =*/ side
//% endif
