// The bill with the tip, or a share of it. Each question comes when its answer is needed.
alert(/*% if U %*/ Math.ceil /*% endif %*/ (
  prompt('Bill?')
  //% include "parts/tip.js"
  //% if G
  //% include "parts/group.js"
  //% endif
) /*% if not U %*/ .toFixed(2) /*% endif %*/);
