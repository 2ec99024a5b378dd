    // Text plus 0 is true even if the text is empty. On Cancel, null plus 0 is 0, which
    // ends the loop of turns.
    prompt(
//% if T or U
      draw(/*= (72 if U else 71) if T else 8 =*/)
//% else
//% include "draw.js"
//% endif
    ) + 0
