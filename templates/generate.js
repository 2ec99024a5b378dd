//% set deep = B and F
//% set sharp = D and not C
//% set apart = M and S and runs == 2 and not B
//% set inner = M and not apart
//% set local = X or runs >= local_target
//% set late = deep or local
//% set stopped = deep or X
//% set fast = apart and (D or T) and not local and not C
//% set maker = "deep.js" if deep else "move.js"
//% set mover = "the mover" if code.directed else "`side`"
//% set flag = "taken" if code.directed else "side"
//% set returned = "best" if B else flag if runs == 2 else "typed"
//% set some = "squares" if C and runs == 1 else 1
//% set captured = "9e9" if deep else "2e3" if B else 0 if returned == "side" else some
// GENERATE visits all pseudo-legal moves of /*= mover =*/ on the board `squares`: it does
// not test whether a move leaves the own king in check.
//% if deep
// It returns 9e9 if one of the moves captures the opponent's king. Otherwise it returns the best
// score of a move, see deep.js.
//% elif B
// It returns at least 2000 if one of the moves captures the opponent's king. Otherwise it returns
// the best score of a move, see think.js.
//% elif runs == 2 and code.directed
// It returns 1 if one of the moves captures the opponent's king.
//% elif runs == 2
// It returns `side`, or 0 if one of the moves captures the opponent's king.
//% else
// It returns `typed`, or 1 if one of the moves captures the opponent's king.
//% endif
// It has two uses:
//   - in a turn, it passes every move to /*= maker =*/;
//   - inside /*= maker =*/, called for the opponent, its result says whether the move
//     has left the own king in check.
// The parameters after `piece` and `from` declare variables.
//% if inner
// `make` is one of them: it is defined for every square, so that it knows the piece that
// moves.
//%   if runs == 1
// It can also assign the parameter `typed`, which needs no reset before the next turn.
//%   endif
//% endif
//% set own_board = F and not B
//% if own_board
// The board and the side are those of the turn, unless a call gives others.
//% endif
generate = (
//% if own_board
  playing, squares = board, side = turn
//% else
  squares/*% if not code.directed %*/, side/*% endif %*/
//% endif
//% if own_board
//% elif runs == 1
  , typed
//% elif code.directed
  , taken
//% elif B
  , playing, best, /*= "bound = 9e9, moves = {}, legal" if deep else "last, bound" =*/
//% elif T
  , playing
//% endif
) => /*= "{" if deep else "" =*/ squares.map((
  // (The third one starts as the array, which `map` passes.)
  /*= own.piece =*/, /*= own.from =*/
//% if fast
  , step, /*= own.to =*/
//% else
//%   set declared = "make" if inner else "worth" if B else ""
//%   if local
  , target
//%   elif declared
  , /*= declared =*/
//%   endif
  , /*= own.to =*/, step = /*= 2 * code.width + 2 =*/
//%   if local and declared
  , /*= declared =*/
//%   endif
//% endif
) => {
  // One loop both slides and goes on to the next step. It tries every difference of two
  // indices, up to the knight's largest, as a step: the test of a step below is shorter
  // than a list of directions. An opponent's piece, an empty square and a marker fail `> 0`.
  for (
//% if inner
    make = (piece, from, to, /*= "captured, rookTo, place = to" if X else "crossed" =*/
//%   if deep
    , captured =
//% include "captured.js"
    // Does the piece stay what it is?
    , still = /*= code.others =*/ | to % 7
    // The worth of a move: that of the captured piece, 3 for each rank ahead, and 99 for a promotion or
    // a few points for a file nearer to the middle of the board, whose index is 77. A king's move
    // loses 30. A pawn is worth 64.
    , worth = /*= code.worth =*/ + (to % 21 - from % 21) * side * 3
      + (piece < 2 ? -30 : still ? (from - to) * (from + to - 154) >> 9 : 99)
    , move = from * /*= code.width * code.width =*/ + to
      + /*= (10 * code.width + 1) * (code.width * code.width + 1) =*/
//%   elif B
//% if sharp
    // The worth of the captured piece: 81 for a pawn, 256, 421, 625 and 651 for a knight, a bishop, a rook
    // and a queen, 596 for a rook that may castle.
//% endif
    , worth = /*= "squares[to] ** 4 % 875" if sharp else code.worth =*/
//%   endif
    ) =>
//%   if deep
    // Keep the move for later, under a number: `for` visits the numbers of an object in
    // ascending order, so the greatest worth is first.
    moves[2e9 - worth * 2e5 + move] = () =>
//% include "deep.js"
//%   else
    (
//% include "move.js"
    )
//%   endif
//% elif fast
    // (If `to` started as the array, its text would be made for each piece: a half-move took twice as long.)
    step = /*= 2 * code.width + 2 =*/
//% endif
    ;
    /*= own.piece =*/ > 0 && step + /*= 2 * code.width + 2 =*/;
  )
    // (At first there is no target, or one that is not a square.)
    /*= own.to =*/ =
//% include "step.js"
    &&
//% if late
    (
//% else
      // Continue over an empty square?
      // (This is looked at first: `target` is global, and the run in move.js assigns it too.)
//% include "slide.js"
//%   if B or M
      // `![…]` is false.
      > ![
//%   else
      // What follows is odd, as far as it matters.
      & (
//%   endif
//% endif
      // False for the opponent's king. (~-1 is 0.)
      /*= "~target" if code.king == 1 else "target + " ~ code.king =*/ ?
//% if deep
        // Below the half-moves of all moves, only captures are tried.
        playing < 9 & !target ||
//% elif B
        // If the best score has reached the bound, the opponent avoids this position.
//%   if sharp
        // With a negative depth, only captures are tried: on the square of the last move, or of pieces
        // whose number is not below the depth without its sign. The first such depth is -7: queens, and
        // rooks that may castle. But a side in check, whose best score is that of checkmate so far,
        // tries all moves.
//%   else
        // At the end of the search, only captures on the square of the last move are tried.
//%   endif
        // Outside of the search none is tried. A move that is not tried adds 1 to the score: the end of the
        // search counts moves.
        best >= bound | !playing /*= "| target > playing" if sharp else "" =*/
          & /*= own.to =*/ != last /*= "& best > -99" if sharp else "" =*/ ? best++ :
//% elif C and runs == 1 and not M
        // Only the clicked move is made: from the square of the click before, `typed`, to the clicked
        // one. In the run in move.js, `typed` is undefined or an array.
        from != typed | to != square ||
//% elif code.directed
        // Only a run on the board itself makes moves; the run in move.js has a copy.
//%   if T and runs == 2
        // `quiet` is 0 if no time is left.
        squares != board | !quiet ||
//%   else
        squares != board ||
//%   endif
//% elif T and runs == 2
        playing &&
//% else
        // Only the run of a turn makes moves; the run in move.js has the other side.
        side - turn ||
//% endif
//% if stopped
        make(unit, home, at
//%   if X
          ,
//% include "captured.js"
//%   endif
        )
//% elif M
//% include "castling.js"
//% else
        (
//% include "move.js"
        )
//% endif
      : /*= "legal =" if deep else "" =*/ /*= returned =*/ = /*= captured =*/
//% if late
      ,
      // Continue over an empty square?
//% include "slide.js"
    )
//% else
      /*= "]" if B or M else ")" =*/
//% endif
    ? /*= own.to =*/ + step
    // Otherwise back to the start with the next step.
    : /*= "(" if stopped else "" =*/
//% if stopped
//% include "castling.js"
    ,
//% endif
    /*= own.from =*/ + --step /*= ")" if stopped else "" =*/;
//% set is_number = runs == 2 and not B
//% if is_number
// (The array of `map` becomes a text of commas, which is 0 as a number.)
//% endif
})
//% if deep
  ;
  // If the best score has reached the bound, the opponent avoids this position. Nothing is tried if
  // the depth is 0 or if only a capture of the king is of interest.
  for (move in playing && moves) best >= bound || moves[move]();
  // Without a legal move, is the king in check? Stalemate scores 0, checkmate -410065408, which is
  // -~~9e9. (The fourth half-move has a depth below 16: no mate that takes two moves can score more
  // than mate in one.)
  return playing > 15 & !legal
    ? -~~generate(squares.map(value => -value), -side)
    : best
}
//% else
/*= "|" if is_number else "&&" =*/ /*= returned =*/;
//% endif
