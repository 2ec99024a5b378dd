//% set rank = 7 if code.width % 7 == 0 else code.width ~ " % 7"
      // The copy with the move becomes the board of the next turn.
//% if T
//% include "fifty.js"
//% endif
//% if I
      // The increment.
      clocks[mover] += 10,
//% endif
//% if D
//% if F
      clocks[key] = -~times,
      // The mover's offer becomes the opponent's, and the opponent's lapses: see arbiter.js.
      offers = offers % 8 * 8,
//% else
      clocks[key] ^= /*= code.pawn =*/,
//% endif
//% endif
//% if P and runs == 1 and not T and not C
      // A pawn on the last rank becomes the chosen piece. (Any other move sets a
      // property that is never read: its name is the text of the board.)
      next[/*= code.others =*/ | to % /*= rank =*/ ? next : to] =
//% include "chosen.js"
      ,
//% endif
//% if C and runs == 1 and not U
      show(
//% endif
//% if A and runs == 2 and not B and not C
      // The text is no longer empty: the page plays one move only.
      typed =
//% endif
//% if B and D
//% if not F
      // (Any value but 0 marks a board that has been reached.)
//% endif
      clocks[board = next] = /*= "1," if F else "" =*/
//% else
      board = next,
//% endif
      turn = -turn
//% if C and runs == 1 and not U
      // Nothing else changes what is drawn.
      )
//% endif
