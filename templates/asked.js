    // THE PROMPT opens for the first legal move of a turn: `typed` is undefined until then.
    typed ??=
//% if T
      quiet < 201 && (clocks[/*= "mover =" if I else "" =*/ +!~turn] += (
        new Date - (typed =
//% include "answer.js"
        , new Date)
      ) / 1e3 | 0) > 0 && typed
//% else
//% include "answer.js"
//% endif
