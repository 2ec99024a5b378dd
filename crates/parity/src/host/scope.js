// Gives an onload handler a scope without its element and its document, where that makes no
// difference: a handler looks for each variable in both of them before the window, which is slow.
// Returns a function that tells whether there is still no difference, or nothing if the handler
// stays. `shared` has names of properties that the window has too, with the same values.
(element, Function, shared = []) => {
  const script = element.getAttribute('onload');
  // With these, a script could give them properties, make other names as it runs, or name its handler.
  if (/\b(arguments|caller|document|eval|event|stack|this)\b|\\u/.test(script)) return;
  const names = [...new Set(script.match(/[\p{ID_Continue}$]+/gu))];
  const isOther = name => !shared.includes(name) && (name in element || name in element.ownerDocument);
  const isSame = () => !names.some(isOther);
  // Not every browser has the handler of the attribute here.
  if (!element.onload || !isSame()) return;
  element.onload = Function('event', script);
  return isSame;
}
