// The engine does not call the interrupt handler inside its array methods. So they count their
// elements as steps here, and end on arrays with billions of holes. `isOver` counts steps.
isOver => {
  for (const name of ['concat', 'copyWithin', 'every', 'fill', 'filter', 'find', 'findIndex', 'findLast',
    'findLastIndex', 'flat', 'flatMap', 'forEach', 'includes', 'indexOf', 'join', 'lastIndexOf', 'map',
    'reduce', 'reduceRight', 'reverse', 'shift', 'slice', 'some', 'sort', 'splice', 'unshift']) {
    const method = Array.prototype[name];
    Object.defineProperty(Array.prototype, name, {
      value() {
        if (this.length > 1e4 && (this.length > 1e8 || isOver(this.length / 1e4)))
          throw new RangeError('the array is too long');
        return Reflect.apply(method, this, arguments);
      },
    });
  }
}
