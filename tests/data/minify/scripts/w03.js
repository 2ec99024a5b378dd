// A direct `eval` in nested functions finds the variables around it, and declares others.
var shared = 1, hidden = 'global';
function outer(parameter) {
  var local = parameter + 1;
  function inner(text) {
    var deepest = local * 2;
    return eval(text);
  }
  return inner('[parameter,local,deepest,shared,typeof other].join()') + ';' + typeof deepest;
}
console.log(outer(4));
function alone(number) { var doubled = number * 2; return doubled + shared; }
console.log(alone(3));
function declares(text) {
  eval(text);
  return hidden;
}
console.log(declares(''), declares('var hidden="local"'), hidden);
function known(value, unusedBefore) {
  var copy = value;
  eval('copy=copy+1;var made=copy*10');
  return [copy, made].join();
}
console.log(known(5), typeof made);
function assigns() { var counter = 0; eval('counter=5'); if (counter) return 'set'; return 'not set'; }
console.log(assigns());
(function () { let once = 'let', fixed = 'const'; { let once = 'block'; console.log(eval('once+fixed')); } })();
