// GENERATE walks all moves of `side` on the board `squares`, without regard to
// the safety of its own king.
//% if runs == 2
// It returns `side`, or 0 when one of the moves takes the opponent's king.
//% else
// It returns what was typed, or 1 when one of the moves takes the opponent's king.
//% endif
// It does double duty:
//   - in a turn, it hands every move to move.js;
//   - inside move.js, from the opponent's seat, its result says whether the
//     move has left the own king attacked.
// The parameters after `piece` and `from` are but short declarations.
//% if M and runs == 1
// `make` among them sees what was typed, which is a parameter: so nothing must be
// reset before the next turn. (It is made for every square, not once for a board,
// as the engine of the embedded tests loses an assignment to a parameter by a
// function that is another parameter's default.)
//% endif
generate = (squares, side
//% if runs == 1
  , typed
//% elif T
  , playing
//% endif
) => squares.map((
  piece, from, step, to, target
//% if M and runs == 1
  , make = (piece, from, to, captured, crossed) => (
//% include "move.js"
)
//% endif
) => {
  // Every difference of two indices, a knight's widest and all below, is tried as a step:
  // no list of directions is as short as the test of a step below. An
  // opponent's piece, an empty square and a hole fail `piece > 0`.
  for (step = /*= 2 * code.width + 2 =*/; piece > 0 && --step + /*= 2 * code.width + 2 =*/;
//% if M
//% include "castling.js"
//% endif
  )
    // From square to square in steps of `step`, while there is an opponent's
    // piece or nothing on the square (an own piece and a hole fail `< 1`).
    for (to = from;
//% include "step.js"
      && (
        // Not the opponent's king? (~-1 is 0.)
        /*= "~target" if code.king == 1 else "target + " ~ code.king =*/ ?
//% if T and runs == 2
          playing &&
//% else
          // Only a turn's own run plays; the run in move.js has the other side.
          side - turn ||
//% endif
//% if M
          make(piece, from, to,
            // A pawn that meets nothing, or but the mark of a square that has
            // been passed, clears the square one back from where it arrives:
            // after a capture en passant the pawn that is taken stands there,
            // after a step of one itself, and after a step of two nothing.
            piece - /*= code.pawn =*/ | target ? from : to - side
          )
//% else
          (
//% include "move.js"
          )
//% endif
        /*% if runs == 2 %*/: side = 0/*% else %*/: typed = 1/*% endif %*/,
        // Slide on over an empty square?
//% include "slide.js"
      );
    );
}) && /*% if runs == 2 %*/ side /*% else %*/ typed /*% endif %*/;
