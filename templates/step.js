      // MAY THE PIECE STEP SO? The square of the step, d*d % 724 % 29, is
      //   1 for a rook's step (1 and 29), 2 for a bishop's (28 and 30),
      //   5 for a knight's (27, 31, 57 and 59; 2*29+1 is as good as 2+29),
      // and something else for every other step that stays on the board. So
      // the steps of a piece are bits: rook 2, bishop 4, both 6, knight 32.
      (target = squares[to += step]) < 1 &&
      1 << step * step % /*= "724 % 29" if width == 29 else "671 % 28" =*/ & 38 & /*= code.steps[0] =*/ (
        piece - /*= code.pawn =*/ ? piece : (step - side) % /*= 7 if width == 28 else width =*/ ? 0 : /*= code.straight =*/
      ) /*= code.steps[1] =*/
