// The total starts as the bill; the last line shows it.
sum = prompt('Bill?');
//% include "parts/tip.js"
//% if G
//% include "parts/group.js"
//% endif
alert(/*% if U %*/ Math.ceil(sum) /*% else %*/ sum.toFixed(2) /*% endif %*/);
