// ONE TURN after another. Before the prompt, a run of the generator counts the
// legal moves; after it, another plays the typed one, if there is such a one.
for (
//% if T
  clocks = [900, 900],
//% endif
  turn = /*% if T %*/ quiet = /*% endif %*/ 1;
  options = 0,
  generate(board, turn/*% if T %*/, quiet/*% endif %*/),
  // Does the game go on?
  options
//% if T
    && quiet < 201
//% endif
//% if D
//% include "repetition.js"
//% include "dead.js"
//% endif
  // Text plus 0 is true even when it is empty, and Cancel's null is 0: the end.
  ? typed = prompt(draw(8)) + 0
  :
//% if S
  // THE RESULT: a draw if there are moves left, or if the mover is in time and
  // not in check; otherwise the mover has lost.
  alert(
//% if T
    options | quiet &
//% endif
//% include "result.js"
//% else
  0
//% endif
  ;
)
  generate(board, turn
//% if T
    // The clock of the mover, in whole seconds; at less than 1 `quiet` becomes 0:
    // the move is not played, nothing is counted in the next run, and the side
    // has lost. (It is odd until then, so that it does for `true` in `&`, too.)
    , quiet *= (clocks[turn < 0 | 0] -= (new Date - asked) / 1e3 | 0) > 0
//% endif
  )
