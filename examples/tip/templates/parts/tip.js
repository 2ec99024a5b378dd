// On Cancel, null counts as 0: no tip.
* /*% if R %*/ (1 + prompt('Tip in %?') / 100) /*% else %*/ 1.15 /*% endif %*/
