// The sum starts as the bill and is told at the end.
sum = prompt('Bill?');
//% include "parts/tip.js"
//% if G
//% include "parts/group.js"
//% endif
alert(/*% if U %*/ Math.ceil(sum) /*% else %*/ sum.toFixed(2) /*% endif %*/);
