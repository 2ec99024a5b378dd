// ONE TURN after another. One run of the generator does it all: at the first
// legal move it asks, and that one or a later one is what was typed, or none is.
// (A choice of piece would be needed before it is asked for, and clocks stop the
// run: there, two_runs.js is shorter.)
// Nothing typed (undefined) means that there was no legal move.
for (
  turn = 1;
//% if M
  // Undefined, as there is no such property. (Castling's `make()` does not ask
  // too early: the rook's own way to the king was a legal move, if `make()` is.)
  typed = make.x,
  generate(board, turn),
  typed
//% else
  generate(board, turn)
//% endif
//% if S
  // THE RESULT, unless the game was cancelled; what `alert` returns ends the loop.
  ?? alert(
//% include "result.js"
//% endif
  ;
);
