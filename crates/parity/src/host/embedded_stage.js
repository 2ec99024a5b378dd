// The fakes (fakes.js) in a realm without a document. Returns what embedded_stage.rs calls; `lack` is
// the first name that the page has used and that needs a document or events: such a page cannot run here.
(fakesOf, realm, answers, seed) => {
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
  // The engine may have these; a page that uses one that it lacks would only throw.
  const others = [
    'crypto', 'atob', 'btoa', 'structuredClone', 'URL', 'URLSearchParams', 'TextEncoder', 'TextDecoder', 'Intl',
    'Blob', 'FileReader', 'Worker', 'WebSocket', 'EventSource', 'indexedDB', 'speechSynthesis',
    'SpeechSynthesisUtterance', 'OffscreenCanvas', 'Path2D', 'DOMParser', 'Event', 'CustomEvent', 'HTMLElement',
    'customElements', 'MutationObserver', 'AbortController', 'webkitAudioContext',
  ].filter(name => !(name in realm));
  const lack = name => {
    lacks.push(name);
    throw new ReferenceError(`${name} is not here`);
  };
  for (const name of [...names, ...others, ...handlers]) {
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
  const fakes = fakesOf(realm, answers, seed);
  return {
    fail: fakes.fail,
    step: (verb, rest) => {
      fakes.add('step', `${verb} ${rest}`);
      fakes[verb](+rest);
    },
    take: fakes.take,
    lack: () => lacks[0] ?? '',
  };
}
