      // MAY THE PIECE STEP SO? The square of the step, put through `code.hash`, is
      // one number for a rook's steps, one (or two) for a bishop's, one for a
      // knight's, and something else for every other step that stays on the board.
      // So the steps of a piece are bits, and the arithmetic around its number,
      // found by search together with the numbers, gives them. A pawn goes straight
      // ahead to an empty square like a rook, and aside to a square that is not
      // false like a bishop; in any other step it counts as 0, which has none of
      // these bits. (Where 7 divides the width, 7 tells its steps as well.)
      (target = squares[to += step]) < 1 &&
      1 << step * step /*= code.hash =*/ & /*= code.steps[0] =*/ (
        piece - /*= code.pawn =*/ ? piece : (step - side) % /*= 7 if code.width % 7 == 0 else code.width =*/
          ? 0 : /*= code.straight =*/
      ) /*= code.steps[1] =*/
