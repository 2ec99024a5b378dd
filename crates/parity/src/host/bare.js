// A stage (stage.js) in a realm without a document. Returns what bare.rs calls; `lack` is the first
// name that the page has used and that needs a document or events: such a page cannot run here.
(stageOf, realm, answers, seed) => {
  const lacks = [];
  const names = [
    'document', 'addEventListener', 'removeEventListener', 'dispatchEvent', 'location', 'navigator',
    'screen', 'history', 'localStorage', 'sessionStorage', 'Image', 'Audio', 'AudioContext', 'fetch',
    'XMLHttpRequest', 'matchMedia', 'getComputedStyle', 'innerWidth', 'innerHeight',
    'devicePixelRatio', 'queueMicrotask',
  ];
  const handlers = [
    'onload', 'onclick', 'onkeydown', 'onkeyup', 'onkeypress', 'onmousedown', 'onmouseup',
    'onmousemove', 'onpointerdown', 'onpointerup', 'onpointermove', 'onresize', 'onmessage', 'onerror',
  ];
  const lack = name => {
    lacks.push(name);
    throw new ReferenceError(`${name} is not here`);
  };
  for (const name of [...names, ...handlers]) {
    Object.defineProperty(realm, name, {
      configurable: true,
      get: () => lack(name),
      // A page may have a variable of this name; a handler would wait for events.
      set: value => handlers.includes(name)
        ? lack(name)
        : Object.defineProperty(realm, name, { value, writable: true }),
    });
  }
  realm.window = realm.self = realm;
  const stage = stageOf(realm, answers, seed);
  return {
    evaluate: script => stage.run(() => (0, realm.eval)(script)),
    step: (verb, rest) => {
      stage.add('step', `${verb} ${rest}`);
      stage[verb](+rest);
    },
    take: stage.take,
    lack: () => lacks[0] ?? '',
  };
}
