// `with(Math)`: only its properties are not those of the script.
var size = 3, E = 'mine', points = [];
function scaled(value, factor) { return value * factor; }
with (Math) {
  for (var step = 0; step < size; step++) {
    var angle = step * PI / 2, offset = scaled(angle, 2);
    points.push(round(cos(angle) * 10) + ':' + round(sin(angle) * 10) + ':' + round(offset));
  }
  points.push(floor(E * 1000), abs(-size), typeof max, typeof nothing);
}
console.log(points.join(), E, step);
(function () {
  var local = 4, min = 7;
  with (Math) local = max(local, min ? 9 : 8);
  console.log(local, min);
})();
console.log((function (list) { with (Math) return list.map(function (value) { return floor(sqrt(value)); }); })([4, 9, 17]).join());
