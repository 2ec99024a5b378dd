const join = Array.prototype.join;
Array.prototype.join = function () { return 'joined ' + this.length };
const texts = [['a', 'b'].join(''), ['a'].join('-')];
Array.prototype.join = join;
console.log(texts[0], texts[1]);
