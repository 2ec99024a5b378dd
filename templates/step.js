      // MAY THE PIECE STEP SO? The square of the step, taken modulo two numbers
      // found by search, is
      //   1 for a rook's step, 2 for a bishop's, 5 for a knight's,
      // and something else for every other step that stays on the board (by how
      // many indices that is depends on the width). So the steps of a piece are
      // bits: rook 2, bishop 4, both 6, knight 32, and a division by the piece's
      // number gives them. A pawn goes straight ahead to an empty square like a
      // rook, and aside to a square that is not false like a bishop; any other
      // step of it divides by 0, which leaves no bits.
      (target = squares[to += step]) < 1 &&
      1 << step * step % /*= "724 % 29" if width == 29 else "671 % 28" =*/ & 38 & /*= code.steps[0] =*/ (
        piece - /*= code.pawn =*/ ? piece : (step - side) % /*= 7 if width == 28 else width =*/ ? 0 : /*= code.straight =*/
      ) /*= code.steps[1] =*/
