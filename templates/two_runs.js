// ONE TURN per iteration. Before the prompt, a run of the generator counts the legal
// moves; after it, a second run makes the typed move if it is legal.
for (
//% if T
  clocks = [900, 900]/*= "," if code.pawn != 1 and not E else "" =*/
//% endif
//% if code.pawn != 1 and not E
  turn = /*= "view =" if W else "" =*/
    /*% if T %*/ quiet = /*% endif %*//*% if B %*/ chosen = /*% endif %*/ 1
//% endif
  ;
  /*% if W %*/stirred = /*% endif %*/options = 0,
  generate(board/*% if not code.directed %*/, turn/*% endif %*/
    /*% if code.directed %*//*% elif T %*/, quiet/*% elif B %*/, 1/*% endif %*/),
  // Does the game continue?
  /*= "" if S else "typed =" =*/ options
//% if T
    /*= "&&" if D or M and not B and code.moved % 2 == 0 else "&" =*/ quiet < 201
//% endif
//% if D
//% include "dead.js"
//% endif
//% if S
  ? typed =
//% include "answer.js"
  :
  // THE RESULT: a draw if there are legal moves, or if the mover has time left and is
  // not in check. Otherwise the mover has lost.
  alert(
//% if T
    options | quiet &
//% endif
//% include "result.js"
//% else
  &&
//% include "answer.js"
//% endif
  ;
)
//% if B
//% include "choose.js"
//% endif
  generate(board/*% if not code.directed %*/, turn/*% endif %*/
//% if B and not T
    , 1
//% endif
//% if T
    // Charge the mover's clock in whole seconds. If less than 1 is left, `quiet` becomes
    // 0: the move is not made, the next run counts no moves, and the side has lost.
    // (`quiet` is odd otherwise, so that `quiet & true` is 1.) `%` is the difference of the
    // two times, without parentheses: the first is less than twice the second.
//%   if code.directed
    // (A run on the board returns its parameter `taken`, which is not used then.)
//%   endif
    , quiet *= (clocks[/*= "mover =" if I else "" =*/ +!~turn] -= new Date % asked / 1e3 | 0) > 0
//% endif
  )
