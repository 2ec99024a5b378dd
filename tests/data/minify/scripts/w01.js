// The object of `with` has a property with a short name; a variable of the function is not hidden by it.
function area(width, height) {
  var total = 0, unused = 5;
  with ({ a: 10, b: 20, total: 3 }) {
    total = total + a + b;
    var inside = width * height;
  }
  return [total, inside, unused, width, height].join();
}
console.log(area(2, 3));
var outer = 'outer', another = 'another';
with ({ outer: 'property', c: 1 }) {
  console.log(outer, another, c);
  outer = 'changed';
  another = 'set';
}
console.log(outer, another);
function dynamic(object) {
  var first = 'first', second = 'second';
  with (object) {
    return (function (third) { var fourth = third + '!'; return [first, second, third, fourth].join(' '); })(first);
  }
}
console.log(dynamic({}), '|', dynamic({ first: 'A', second: 'B', third: 'C', fourth: 'D', a: 'x', b: 'y' }));
(function () {
  var made = 'outside', object = { made: 'inside', a: 'a', e: 'e', o: 'o' };
  with (object) { var made = 'set', added = 'new'; for (var made in { last: 1 }); }
  console.log(made, added, JSON.stringify(object));
})();
