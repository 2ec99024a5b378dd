//% if F and B
    // Text plus false is true even if the text is empty, and it is never a number, which
    // would be a depth of the search. On Cancel, null plus false is 0.
//% else
    // Text plus 0 is true even if the text is empty. On Cancel, null plus 0 is 0, which
    // /*= "is false" if F else "ends the loop of turns" =*/.
//% endif
    prompt(
//% if T or U
      draw(/*= 72 if T else 8 =*/)
//% else
//% include "draw.js"
//% endif
    ) + /*= "!1" if F and B else 0 =*/
