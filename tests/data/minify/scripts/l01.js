// Lists of constants are joined by the script, and by what it makes of `join`.
console.log([1, .5, -0, 1e21, null, undefined, true, 'b'].join('-'));
console.log(['a', , 'b'].join(), [['a', 'b'], 'c'].join(';'), ['a', 'b'].join(undefined));
console.log(JSON.stringify(['void main(){', '// `${a}` \\', '}'].join('\n')), ['</scr', 'ipt>'].join(''));
(undefined => console.log(['a', undefined].join('')))('c');
Array.prototype.map.call([0], function (one) {
  console.log(['a', one].join('+'));
});
['use strict'].join();
console.log((function () { return typeof this })());
