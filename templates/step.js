      // MAY THE PIECE STEP SO? The square of the step, put through `code.hash`, is
      // one number for a rook's steps, one or two for a bishop's, one for a
      // knight's, and something else for every other step that stays on the board.
      // So the steps of a piece are bits, and the arithmetic around its number,
      // found by search together with the numbers, gives them. A pawn goes straight
      // ahead to an empty square like a rook, and aside to a square that is not
      // false like a bishop.
//% if code.still
      // In any other step it is its own number, which has none of these bits.
//% else
      // In any other step it counts as 0, which has none of these bits.
//% endif
//% set free = "(target = squares[to += step]) < 1"
//% set kind = "step * step " ~ code.hash
//% set ahead = "(step - side) % " ~ code.modulus
//% if code.shift == "bits"
      // The bit of the step is moved to where the answer of `<` is: true is 1.
      /*= free =*/ &
//% elif code.shift == "answer" and (runs == 1 or D)
      // The answer of `<` is moved to the bit of the step: true is 1.
      (/*= free =*/) << /*= kind =*/ &
//% elif code.shift == "answer"
      // A byte more than to move the answer of `<`, but quicker, which these pages with
      // their two runs need to be (`cargo xtask ply`, and the experiment `moved_answer`).
      /*= free =*/ && 1 << /*= kind =*/ &
//% else
      /*= free =*/ && /*= code.shift =*/ << /*= kind =*/ &
//% endif
      /*= code.steps[0] =*/ (
        piece - /*= code.pawn =*/ /*= "| " ~ ahead if code.still else "" =*/
          ? piece : /*= "" if code.still else ahead ~ " ? 0 :" =*/
            /*= code.straight =*/
      ) /*= code.steps[1] =*/ /*= ">> " ~ kind if code.shift == "bits" else "" =*/
