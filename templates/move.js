  // MOVE makes one move on a copy of the board, turned to the opponent's point of view,
  // and tests whether it is legal. If it is the typed move, the copy becomes the board.
//% set rank = 7 if code.width % 7 == 0 else code.width ~ " % 7"
//% set squares = "squares" if B else "board"
//% if M
  next = /*= squares =*/.map(value =>
    // After a king's move (piece 1), its rooks (/*= code.castling =*/) may no longer castle.
    value - piece > /*= code.castling - 2 =*/ ? -/*= code.moved =*/ : -value
  ),
  // In castling, a second king stands on the crossed square, so that the test below
  // also detects an attack there. Otherwise `crossed` is undefined.
  next[crossed] = next[to] =
//% include "promotion.js"
  ,
//% include "en_passant.js"
  next[from] = 0,
//% endif
  // Can the opponent capture a king?
  generate(
//% if M
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
//% if M
    // The second king becomes the castled rook.
//%   if runs == 2 and not D and not B
    // (Its number, which is not 0, also records that a legal move exists.)
    options =
//%   endif
    next[crossed] = -/*= code.moved =*/,
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
//% elif M
//% include "asked.js"
    ,
//% endif
//% if B
//% include "think.js"
    && (
//% else
//% include "typed.js"
    /*= '&&' if M and runs == 1 else '||' =*/ (
//% endif
//% if T
//% include "fifty.js"
//% endif
//% if D
//% if F
      clocks[key] = -~times,
      offer = claim,
//% else
      clocks[key] ^= 1,
//% endif
//% endif
//% if P and runs == 1 and not T
      // A pawn on the last rank becomes the chosen piece. (Any other move sets a
      // property that is never read: its name is the text of the board.)
      next[/*= code.others =*/ | to % /*= rank =*/ ? next : to] =
//% include "chosen.js"
      ,
//% endif
//% if A and runs == 2 and not B
      // The text is no longer empty: the page plays one move only.
      typed =
//% endif
      /*% if B and D %*/clocks[board = next] = 1/*% else %*/board = next/*% endif %*/,
      turn = -turn
    )
  )
