/*% if T %*/
  // The clocks; and from now on the mover's time runs.
  `W:${asked = new Date, clocks.join` /*= "s" if U =*/ B:`}/*= "s" if U =*/`
/*% else %*/
  ''
/*% endif %*/
