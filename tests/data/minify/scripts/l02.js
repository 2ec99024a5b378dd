Array.prototype.join = function () { return 'joined ' + this.length };
console.log(['a', 'b'].join(''), ['a'].join('-'));
