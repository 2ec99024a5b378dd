      // MAY THE PIECE STEP SO? The square of the step, d*d % 724 % 29, is
      //   1 for a rook's step (1 and 29), 2 for a bishop's (28 and 30),
      //   5 for a knight's (27, 31, 57 and 59; 2*29+1 is as good as 2+29),
      // and something else for every other step that stays on the board. So
      // the steps of a piece are bits: rook 2, bishop 4, both 6, knight 32.
//% if M
      // 444 is 110111100 in base 2: shifted by the piece's code it shows 6 at bits
      // 1 and 2 for king, pawn and queen, 2 for both kinds of rooks, 4 for the bishop.
      // (Where a step is none, `target` must not keep what another one has met.)
      (target =
        (piece - 3 ? 444 >> piece & 6 : 32) >> step * step % 724 % 29 & 1
          ? squares[to += step]
          : 2
      ) < 1
      // A pawn only goes up: by 1 (White) in its file, when nothing is there, or in
      // the next file, when something is: the mark of a passed square, for one.
      & (piece != 2 | !((step - side) % 29 | !target ^ step == side))
//% else
      (target = squares[to += step]) < 1 &&
      // A pawn (piece - 2 is 0) has the rook's entry straight ahead, and the
      // bishop's, number 5, when it captures.
      [, 6, 2, 32, 2, 4, 6][piece - 2 | !target ? piece : 5] >> step * step % 724 % 29
      // A pawn only goes up: by 1 (White) in its file or the next.
      & (piece != 2 | (step - side) % 29 == 0)
//% endif
