// ONE TURN per iteration, with the whole arbiter. Before the prompt, a run of the generator
// counts the legal moves; after it, a second run makes the typed move if it is legal.
// Neither run makes moves if `typed` is false.
for (
//% if B
  // (The search needs a depth or text that is no number; the loop over the files leaves a digit.)
  typed =
//% endif
  clocks = [900, 900], turn = quiet = /*% if B %*/ chosen = /*% endif %*/ 1;
  options = 0,
  generate(board, turn, typed),
//% include "cannot_mate.js"
    && !(ending = options
      ? times > 3 ? '5R'
        : quiet > 150 ? 75
        : claim
          ? quiet > 100 ? 50
            : times > 1 ? '3R'
            // A claim without a move accepts the offer. (After a move, it is the offer: the
            // same object.)
            : claim != offer && offer && 'DA'
          : 0
      // The mover has lost. (`turn` is 1 for White, -1 for Black.)
      : 'W_B'[turn + 1] + ending[0]
    );
)
  // Charge the mover's clock in whole seconds, which are negative here. The difference
  // starts before the prompt and ends after it. If less than 1 second is left, `typed`
  // becomes false. On Cancel it is 0.
  generate(board, turn, typed =
    (clocks[+!~turn] += (
      new Date - (
        claim = /=/.exec(typed =
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
