// ONE TURN per iteration, with the whole arbiter. Before the prompt, a run of the generator
// counts the legal moves; after it, a second run makes the typed move if it is legal.
// Neither run makes moves if `typed` is false.
//
// OFFERS are one number. The mover's own offer, which it makes when it moves, is 1. The opponent's,
// which stands, is 8. A draw is agreed if both are there and nothing else. White's first offer
// has the bit 8, too, but together with 32: the number starts with 900, whose remainder modulo 8 is
// 4 (see made.js). So Black's first `=` is no agreement, before Black has moved.
for (
//% if B
  // (The search needs a depth or text that is no number.)
  typed =
//% endif
  // (`claim` and `quiet` start as an array, which compares and counts like 0.)
  claim = /*= "" if E else "quiet =" =*/ clocks = [offers = 900, 900]
//% if not E
  , turn = /*= "view =" if W else "" =*/ 1
//% endif
  ;
  /*% if W %*/stirred = /*% endif %*/options = 0,
  generate(/*= "board, turn," if B else "" =*/ typed),
//% if W
  (
//% endif
//% include "cannot_mate.js"
//% if W
    // (The null move, which tests for stalemate, has changed `options`.)
    || ending < 'E' && stirred |
//% include "walls.js"
  )
//% endif
    && !(ending = options
      ? times > 3 ? '5R'
        : quiet > 149 ? 75
        : claim
          ? quiet > 99 ? 50
            : times > 1 ? '3R'
            // A claim without a move accepts the offer. (After a move, it is the offer.)
            : offers - 9 ? 0 : 'DA'
          : 0
      // The mover has lost. (`turn` is 1 for White, -1 for Black.)
      : 'W_B'[turn + 1] + ending[0]
    );
)
  // Charge the mover's clock in whole seconds, which are negative here. The difference
  // starts before the prompt and ends after it. If less than 1 second is left, `typed`
  // becomes false. On Cancel it is 0.
  generate(/*= "board, turn," if B else "" =*/ typed =
    (clocks[/*= "mover =" if I else "" =*/ +!~turn] += (
      new Date - (
        offers |= claim = /=/.test(typed =
//% include "answer.js"
        ),
//% if B
//% include "choose.js"
//% endif
        new Date
      )
    ) / 1e3 | 0) > 0 && typed
  );
alert(ending);
