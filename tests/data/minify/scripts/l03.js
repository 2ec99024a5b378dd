// Parameters that nothing reads.
function early(a, b) { return b }
console.log(early(console.log('first'), 2), early(1, 3));
function late(a, b) { return a }
console.log(late(4, console.log('second')), late(5));
function pattern(a, { b }) { return a }
try { console.log(pattern(6)) } catch (error) { console.log(error.name) }
function value(a, b = console.log('third')) { return a }
console.log(value(7));
function counted(a, b, c) { return arguments.length }
console.log(counted(1, 2), counted(1, 2, 3));
function Made(a, b) { this.a = a }
console.log(new Made(8, 9).a);
function apply(what) { return what.length }
console.log(apply(function (a, b, c) { return a }), apply((a, b) => a));
function again(a, a) { return a }
console.log(again(1, 2));
function written(a, b) { b = a; return arguments[1] }
console.log(written(1, 2));
function missing(a, b) { return b }
try { console.log(missing(unknown, 10)) } catch (error) { console.log(error.name) }
console.log([3, 1, 2].sort((a, b) => b - a).map((a, b) => a).join());
function self(a, b, c) { return a ? self(a - 1, b, c) : 'end' }
console.log(self(3, 'x', () => self));
