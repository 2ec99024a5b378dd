//% if T or U
    draw(/*= (72 if U else 71) if T else 8 =*/)
//% else
//% include "draw.js"
//% endif
