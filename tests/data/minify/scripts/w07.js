// Functions that are made in the body of `with(Math)` and used elsewhere.
var wave, cos = function () { return 'own'; }, max = 'text';
with (Math) { wave = function (value) { return round(cos(value) * 100); }; var pair = (one, two) => max(one, two) + sqrt(two); }
console.log(wave(1), pair(4, 9), cos(1), max);
(function (list) {
  var half;
  with (Math) half = value => floor(value / 2);
  list.push(half(9));
  console.log(list.join());
})([1]);
(function () {
  var first = cos(2), second = first + max;
  with (Math) { console.log(first, second, min(3, 2), max(3, 2)); }
})();
var floor = 1; { let floor = 2; with (Math) console.log(typeof floor, ceil(.5)); }
console.log(floor);
