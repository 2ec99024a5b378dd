// A function in a block of `with`, an `eval` in an arrow function, and functions that leave the body of `with(Math)`.
var result = '', before = 1, count = 0;
function next() { return ++count; }
with ({ before: 50, declared: 0 }) {
  function declared() { return before; }
  result += declared();
}
console.log(result, typeof declared);
var apply = (text) => { (() => eval(text))(); return typeof left; };
console.log(apply('var left=1'), apply('1'));
