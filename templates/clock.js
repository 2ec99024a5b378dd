//% if T
  // THE CLOCKS; and from now on the mover's time runs.
//% set unit = "s" if U else ""
  `W:${asked = new Date, clocks.join`/*= unit =*/ B:`}/*= unit =*/
` +
//% endif
draw(8)
