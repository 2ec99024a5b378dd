    // IS THIS THE TYPED MOVE? parseInt reads e2e4 as a number in base /*= code.width =*/, in
    // which the letters a to h, of either case, are the digits 10 to 17. Two digits are a
    // square: its index plus /*= 10 * code.width + 1 =*/ (a1 in this base). The constant
    // is this offset for both squares. Text that does not name two squares of the board
    // gives a different number or NaN, so it matches no move.
//% if runs == 2
    // (While moves are counted, `typed` is still the text of the last turn: a move that
    // was made, from a square that is now empty, or one that was rejected.)
//% endif
//% if runs == 1
    // (After Cancel or at the end of the game, `typed` is 0 or false: too short, or no square.)
//% endif
//% if A
    // EMPTY TEXT makes the page play its own move: the first legal one. Text plus 0 is `0`
    // only if the text is empty.
//%   if runs == 1
    // (A number has no second character either, but what it plays is not shown.)
//%   else
//%     if T
    // (The null move is not played: its piece is undefined, which gives NaN instead of 0.)
//%     endif
//%   endif
//%   if runs == 2
    typed != /*= "[piece - piece]" if T else "'0'" =*/ &&
//%   elif M
    !typed[1] |
//%   else
    (
//% include "asked.js"
    )[1] &&
//%   endif
//% endif
    from * /*= code.width * code.width =*/ + to
      + /*= (10 * code.width + 1) * (code.width * code.width + 1) =*/
      /*= "==" if M and runs == 1 else "!=" =*/
//% if runs == 1 and not A
      parseInt(/^..../.exec(
//% include "asked.js"
      ), /*= code.width =*/)
//% else
      parseInt(typed.slice/*= "?." if runs == 1 and M else "" =*/(0, 4), /*= code.width =*/)
//% endif
