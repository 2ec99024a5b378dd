//% if T
  // THE CLOCKS; and from now on the mover's time runs.
//% set unit = "s" if U else ""
  `W:${/*% if runs == 2 %*/asked = new Date, /*% endif %*/clocks.join`/*= unit =*/ B:`}/*= unit =*/
` +
//% endif
draw(8)
