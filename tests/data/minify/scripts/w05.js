// `arguments`, labels, and values that must not move into the body.
var count = 0;
function next() { return ++count; }
function moves(object, start) {
  var once = start + 1, twice = next();
  with (object) { return [once, twice, start].join(); }
}
console.log(moves({ start: 100 }, 1), moves({ once: 5, count: 9, next: 8 }, 2));
function args() { with ({ 1: 'x', length: 7 }) return [arguments.length, length, arguments[0]].join(); }
console.log(args('first', 'second'));
outer: for (var row = 0; row < 3; row++) with ({ row: 1 }) { for (;;) { if (count++ > 3) break outer; continue outer; } }
console.log(row, count);
const constant = 'constant';
let letter = 'letter';
class Named { static say() { return 'said'; } }
with ({ letter: 'hidden' }) { console.log(constant, letter, Named.say()); let letterInside = letter; console.log(letterInside); }
console.log(constant, letter);
function nested(one, two) { with (one) with (two) { return first + second + third; } var first = '-', second = '-', third = '-'; }
console.log(nested({ first: 1, second: 2 }, { second: 'b' }));
try { with (null) console.log('never'); } catch (error) { console.log(error.name); }
function strict() { 'use strict'; var inner = 3; return [eval('var made=inner;made'), typeof made].join(); }
console.log(strict());
