// ONE TURN per iteration, with one run of the generator: the first legal move opens the
// prompt, and this move or a later one may be the typed one. The result is undefined if
// there was no legal move.
for (
//% if T
  clocks = [900, 900]/*= "," if code.pawn != 1 and not E else "" =*/
//% endif
//% if code.pawn != 1 and not E
  turn = /*% if T %*/ quiet = /*% endif %*/ 1
//% endif
  ;
  generate(board/*% if not code.directed %*/, turn/*% endif %*/)
//% if S
  // THE RESULT, unless the game was cancelled. `alert` returns undefined, which ends
  // the loop.
  ?? alert(
//% include "result.js"
//% endif
  ;
);
