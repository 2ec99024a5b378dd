// Replaces the dialogs, the console, the clock, the timers, the frames and the random numbers of the
// realm `realm`. `answers` holds [text or null, think time in ms] for each dialog that has an answer;
// `seed` selects the random numbers. Time passes only in `wait`, in `frames` and while a dialog is
// open. Returns what the page has shown as [kind, text] with `take`; `MOST` limits it.
(realm, answers, seed, MOST = 1000) => {
  const START = 1.7e12 + 567, FRAME = 1000 / 60;
  let log = [], shown = 0, turn = 0, now = START;
  const add = (kind, text) => {
    if (++shown <= MOST) log.push([kind, text]);
    if (shown == MOST) log.push(['error', `more than ${MOST} outputs`]);
    return shown <= MOST;
  };
  // For what the page itself shows: a flood ends its script.
  const note = (kind, text) => {
    if (!add(kind, text)) throw `more than ${MOST} outputs`;
  };
  // Errors of another realm are no instances of this one's.
  const described = error =>
    error?.name && 'message' in error ? `${error.name}: ${error.message}` : String(error);
  const fail = error => add('error', described(error));
  const run = (callback, ...parameters) => {
    try {
      callback.apply(realm, parameters);
    } catch (error) {
      fail(error);
    }
  };

  const answered = () => {
    if (turn >= answers.length) throw 'a dialog after the last answer';
    const [text, think] = answers[turn++];
    now += think;
    return text;
  };
  realm.prompt = (text = '', preset = '') => {
    note('prompt', `${text}` + (preset === '' ? '' : ` [${preset}]`));
    return answered();
  };
  realm.alert = (text = '') => note('alert', `${text}`);
  realm.confirm = (text = '') => {
    note('confirm', `${text}`);
    return answered() !== null;
  };

  // The text of a function holds names that the build changes.
  const plain = value => {
    if (typeof value == 'string') return value;
    if (typeof value == 'function') return 'function';
    if (typeof value != 'object' || value === null) return String(value);
    if (value.name && 'message' in value) return described(value);
    try {
      return JSON.stringify(value) ?? String(value);
    } catch {
      return String(value);
    }
  };
  const console = realm.console ??= {};
  for (const level of ['log', 'info', 'warn', 'error', 'debug']) {
    console[level] = (...values) => note('console', `${level} ${values.map(plain).join(' ')}`);
  }

  const RealDate = realm.Date;
  realm.Date = new Proxy(RealDate, {
    apply: () => `${new RealDate(now)}`,
    construct: (date, given) => new date(...given.length ? given : [now]),
    get: (date, name) => name == 'now' ? () => Math.floor(now) : date[name],
  });
  const elapsed = { value: { now: () => now - START }, configurable: true };
  Object.defineProperty(realm, 'performance', elapsed);
  // mulberry32
  let state = seed;
  realm.Math.random = () => {
    state = state + 0x6d2b79f5 | 0;
    let bits = Math.imul(state ^ state >>> 15, 1 | state);
    bits = bits + Math.imul(bits ^ bits >>> 7, 61 | bits) ^ bits;
    return ((bits ^ bits >>> 14) >>> 0) / 2 ** 32;
  };

  let timers = [], callbacks = [], handle = 0;
  const timer = repeats => (code, delay, ...parameters) => {
    const time = Math.max(1, +delay || 0);
    const call = typeof code == 'function' ? code : () => (0, realm.eval)(code);
    timers.push({ handle: ++handle, at: now + time, every: repeats && time, call, parameters });
    return handle;
  };
  realm.setTimeout = timer(false);
  realm.setInterval = timer(true);
  realm.clearTimeout = realm.clearInterval = old => {
    timers = timers.filter(timer => timer.handle != old);
  };
  realm.requestAnimationFrame = call => callbacks.push({ handle: ++handle, call }) && handle;
  realm.cancelAnimationFrame = old => {
    callbacks = callbacks.filter(callback => callback.handle != old);
  };
  const nextFrame = () => {
    let count = Math.floor((now - START) / FRAME);
    while (START + count * FRAME <= now) count++;
    return START + count * FRAME;
  };
  const draw = () => {
    const drawn = callbacks;
    callbacks = [];
    for (const { call } of drawn) run(call, now - START);
  };
  const advance = until => {
    while (shown <= MOST) {
      const [first] = timers.sort((left, right) => left.at - right.at || left.handle - right.handle);
      const frame = callbacks.length ? nextFrame() : Infinity;
      const next = Math.min(frame, first?.at ?? Infinity);
      if (next > until) break;
      now = Math.max(now, next);
      if (frame == next) {
        draw();
      } else {
        if (first.every) first.at = now + first.every;
        else timers.shift();
        run(first.call, ...first.parameters);
      }
    }
    now = Math.max(now, until);
  };
  // Shows what no script catches; a realm without a document has no such events.
  const watch = () => {
    realm.addEventListener('error', event => {
      fail(event.error ?? event.message);
      event.preventDefault();
    });
    realm.addEventListener('unhandledrejection', event => {
      fail(event.reason);
      event.preventDefault();
    });
  };
  return {
    add,
    fail,
    watch,
    run,
    take: () => JSON.stringify(log.splice(0)),
    wait: time => advance(now + time),
    frames: count => {
      while (count--) advance(nextFrame());
    },
  };
}
