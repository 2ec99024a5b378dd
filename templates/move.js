  // MOVE makes one move on a copy of the board, turned to the opponent's point of view,
  // and tests whether it is legal. If it is the typed move, the copy becomes the board.
//% set squares = "squares" if B else "board"
//% if M
//% include "copy.js"
//% endif
//% if X
  // In castling, `rookTo` is the rook's target. King and rook are off the copy now: each square of the
  // king's way and the rook's target must be empty.
  rookTo && next[place] | next[rookTo] || (
  next[place] =
//% include "promotion.js"
  ,
//% endif
  // Can the opponent capture a king?
  generate(
//% if F and not B
    0, next
//% elif M
    next
//% else
    next = /*= squares =*/.map((value, at) => at - to ? at - from && -value :
//% include "promotion.js"
    )
//% endif
//% if B
    , -side
  ) || (
//% else
    /*= "" if code.directed else ", -turn" =*/
  ) /*= '&&' if runs == 2 and not code.directed else '||' =*/ (
//% endif
//% if X
    // One square of the king's way after the other is tested, without the rook. This is exact: each line
    // along the rank that the rook opens or closes ends on a square of this way.
    rookTo && place - kingTo ? make(
      piece, from, to, captured, rookTo,
      place < kingTo ? place + /*= code.width =*/ : place - /*= code.width =*/
    ) : (
//% endif
//% if M
    // The second king becomes the castled rook.
//%   if runs == 2 and not D and not B
    // (Its number, which is not 0, also records that a legal move exists.)
    options =
//%   endif
    next[/*= "rookTo" if X else "crossed" =*/] = -/*= code.moved =*/,
//% endif
//% if B
//% include "depth.js"
//% endif
//% if D
    // Count the legal moves, with the sign of the mover: see repetition.js.
//%   if B
    options += side,
//%   else
    options += turn,
//%   endif
//% elif runs == 2
//%   if B or not M
    // A legal move exists.
    options = 1,
//%   endif
//% elif M and A
//% include "asked.js"
    ,
//% endif
//% if A and C and not B
    // The page's own move, if it is its turn: the last legal one.
    reply = [from, to],
//% endif
//% if B
//% include "think.js"
    && (
//% elif C and runs == 1 and not M
    (
//% elif C
//% include "clicked.js"
    (
//% else
//% include "typed.js"
    /*= '&&' if M and runs == 1 else '||' =*/ (
//% endif
//% include "made.js"
    )
//% if X
    ))
//% endif
  )
