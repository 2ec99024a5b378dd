      // MAY THE PIECE TAKE THIS STEP? `code.hash` maps the square of the step to one
      // number for a rook's steps, one or two for a bishop's, one for a knight's, and
      // other numbers for all other steps that stay on the board. These numbers select
      // bits. The arithmetic around the piece number, found by search together with the
      // numbers, has the bits of the piece's steps. A pawn steps straight ahead to an
      // empty square like a rook, and diagonally to a square that is not false like a
      // bishop.
//% if code.directed
//% set white = code.black if C else code.pawn
//% set black = code.pawn if C else code.black
      // A pawn's steps ahead, modulo /*= code.modulus =*/, are its number: /*= white =*/ for White,
      // /*= black =*/ for Black. So the test needs no side. `^` is 0 only for equal numbers, and all
      // other pieces have numbers above these remainders. For its other steps, the pawn's own
      // number is used, which has none of these bits. For a step ahead, the bits do not come
      // from the formula.
//% elif code.still
      // For any other step, the pawn's own number is used, which has none of these bits.
//% else
      // For any other step of a pawn, 0 is used, which has none of these bits.
//% endif
//% set free = "(target = squares[" ~ own.to ~ "]) < 1"
//% set kind = "step * step " ~ code.hash
//% set ahead = "(step " ~ ("+" if C else "-") ~ " side) % " ~ code.modulus
//% set directed = "step & " ~ (code.modulus - 1) ~ " ^ " ~ own.piece
//% set sided = own.piece ~ " - " ~ code.pawn ~ (" | " ~ ahead if code.still else "")
//% set other = directed if code.directed else sided
//% set open = code.open
//% set inside = code.steps if open else ["", ""]
//% set outer = ["", ""] if open else code.steps
//% if code.shift == "bits"
      // Shift the bit of the step to bit 0, where the result of `<` is.
      /*= free =*/ &
//% elif code.shift == "answer"
      // Shift the result of `<`, 0 or 1, to the bit of the step.
      (/*= free =*/) << /*= kind =*/ &
//% else
      /*= free =*/ && /*= code.shift =*/ << /*= kind =*/ &
//% endif
      /*= outer[0] =*/ (
        /*= other =*/
          ? /*= inside[0] =*/ /*= own.piece =*/ /*= inside[1] =*/ :
            /*= "" if code.still else ahead ~ " ? 0 :" =*/
            /*= code.straight =*/
      ) /*= outer[1] =*/ /*= ">> " ~ kind if code.shift == "bits" else "" =*/
