      // MAY THE PIECE STEP SO? The square of the step, d*d % 724 % 29, is
      //   1 for a rook's step (1 and 29), 2 for a bishop's (28 and 30),
      //   5 for a knight's (27, 31, 57 and 59; 2*29+1 is as good as 2+29),
      // and something else for every other step that stays on the board. So
      // the steps of a piece are bits: rook 2, bishop 4, both 6, knight 32.
      //
      // A pawn (piece - 2 is 0) has the rook's entry straight ahead, and the
      // bishop's, number 4, when it captures.
      [, 6, 2, 32, 4, 2, 6/*% if M %*/, 2/*% endif %*/][
        piece - 2 | !target
//% if M
          // A midpoint that has just been passed is there to be captured on.
          // `passed` may be false and `to` 0, hence the strict comparison.
          & to * 2 !== passed
//% endif
          ? piece : 4
      ] >> step * step % 724 % 29
      // A pawn only goes up: by 1 (White) in its file or the next.
      & (piece != 2 | (step - side) % 29 == 0)
