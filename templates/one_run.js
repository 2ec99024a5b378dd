// ONE TURN after another. One run of the generator does it all: at the first
// legal move it asks, and that one or a later one is what was typed, or none is.
// Nothing typed (undefined) means that there was no legal move.
for (
//% if T
  clocks = [900, 900],
//% endif
  turn = /*% if T %*/ quiet = /*% endif %*/ 1;
  generate(board, turn)
//% if S
  // THE RESULT, unless the game was cancelled; what `alert` returns ends the loop.
  ?? alert(
//% include "result.js"
//% endif
  ;
);
