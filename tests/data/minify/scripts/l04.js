// Variables that get their value in one function.
var early, wide, high, later, again, count = 0;
function show() { console.log('show', early) }
function one() { show(); early = 3; show(); return early }
console.log(one(), one());
function two(deep) { wide = 120; if (deep) two(deep - 1); high = wide / 2; return () => wide + high + deep }
var made = [two(2), two(0)];
console.log(made.map(one => one()).join(), high);
function three() { inner(); later = 'x'; inner(); function inner() { console.log('inner', later) } return later }
three(); three();
function four() { again = 5; count += again; if (count < 11) four(); return again++ }
console.log(four(), again, count);
var loop = n => { for (; n--;) { if (n == 1) continue; console.log(n, inside); inside = 7 } return inside }, inside;
console.log(loop(3));
