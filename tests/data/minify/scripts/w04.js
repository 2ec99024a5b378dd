// A function in the body of `with` sees the object later too; `typeof` and `delete` ask it.
var getters = [], key = 'key', value = 'value', label = 'label';
function each(list) {
  for (var index = 0; index < list.length; index++) {
    with (list[index]) {
      getters.push(function (prefix) { return prefix + key + (typeof value) + index; });
      if (label == 'skip') continue;
      if (label == 'stop') break;
      label = label + '!';
    }
  }
}
var data = [{ key: 'k0', value: 1 }, { label: 'skip', value: 'v' }, { label: 'own' }, { label: 'stop' }, { key: 'never' }];
each(data);
console.log(getters.map(function (get) { return get('p:'); }).join(), label, data[2].label);
with ({ gone: 1 }) { console.log(typeof gone, delete gone, typeof gone, typeof absent); }
var scope = { method: function () { return this === scope; } };
with (scope) console.log(method());
with ({ parameter: 1, get computed() { return 'got'; } }) console.log(computed, parameter, typeof console.log);
function shorthand(object, name) { with (object) return JSON.stringify({ name, label }); }
console.log(shorthand({ name: 'n' }), shorthand({ label: 'l' }, 'argument'));
function destructured(object, first) { with (object) { ({ first } = { first: 'new' }); } return [first, object.first].join(); }
console.log(destructured({ first: 0 }, 1), destructured({}, 1));
