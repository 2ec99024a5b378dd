// ONE TURN per iteration, with the whole arbiter. `lost` is the reason why the mover cannot
// win: T (time), R (resignation), # (checkmate) or S (stalemate, nobody wins).
for (
  clocks = [900, 900], turn = quiet = /*% if B %*/ chosen = /*% endif %*/ 1, lost = claim = offer = 0;
  lost || (
    options = 0,
    generate(board, turn, 1),
    options || (
      // The mover is not in check: stalemate.
      lost =
//% if B
        !generate(board.map(value => -value), -turn)
//% else
        make()
//% endif
        ? 'S' : '#'
    )
  ),
  (result = lost
    // A side that cannot mate does not win.
    ? lost == 'S' | !mates() ? lost + 'M' : (turn > 0 ? 'B' : 'W') + lost
    : mates(',-')
      // The number of earlier occurrences; see repetition.js.
      ? clocks[key = board + options] > 3 ? '5R'
        : quiet > 300 ? '75'
        // A claim without a move accepts an offer. (After a move, it is the offer.)
        : claim && (
          quiet > 200 ? '50'
          : clocks[key] > 1 ? '3R'
          : claim != offer && offer && 'DA'
        )
      : 'DP'
  ) ? alert(result)
    // A list is true, even after Cancel.
    : [typed = prompt(draw(/*= 72 if U else 71 =*/))];
)
//% if B
//% include "choose.js"
//% endif
  lost = (clocks[turn < 0 | 0] -= (new Date - asked) / 1e3 | 0) < 1 ? 'T'
    : typed == null ? 'R'
    // A match is an object: it is equal to itself only.
    : /*% if not B %*/ ! /*% endif %*/ generate(board, turn, 1, claim = typed.match`=`)
