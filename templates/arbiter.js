// ONE TURN per iteration, with the whole arbiter. `lost` is the reason why the mover cannot
// win: T (time), R (resignation), # (checkmate) or S (stalemate, nobody wins).
for (
  clocks = [900, 900], turn = quiet = /*% if B %*/ chosen = /*% endif %*/ 1,
  lost = claim = offer = '';
  (result = lost || (
    options = 0,
    generate(board, turn/*% if B %*/, 1/*% endif %*/),
    options ? 0 :
      lost =
//% if B
        // The opponent, on the turned board, cannot capture a king: stalemate.
        !generate(board.map(value => -value), -turn)
//% else
        // The null move make() is true unless the mover is in check: stalemate.
        make()
//% endif
        ? 'S' : '#'
  )
    // A side that cannot mate does not win. (`turn` is 1 for White, -1 for Black.)
    ? mates() & lost != 'S' ? 'W B'[turn + 1] + lost : lost + 'M'
    : mates(',-')
      // The number of earlier occurrences; see repetition.js.
      ? clocks[key = board + options] > 3 ? '5R'
        : quiet > 300 ? '75'
        : claim
          ? quiet > 200 ? '50'
            : clocks[key] > 1 ? '3R'
            // A claim without a move accepts an offer. (After a move, it is the offer.)
            : claim != offer && offer && 'DA'
          : 0
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
//% if B
    // (Here it is in a list, so that the generator takes it as true.)
    : generate(board, turn, [claim = typed.match`=`])
//% else
    : !generate(board, turn, claim = typed.match`=`)
//% endif
