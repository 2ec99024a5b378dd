// Replaces `prompt`, `alert` and the clock in the realm `global`. Returns a log that
// fills while the page runs: `?` and the text of each prompt, `!` and that of each
// alert. `answers` holds [text or null, think time in ms] for each prompt. After the
// last answer `prompt` throws, which ends every loop that does not catch the error.
// `tick` is called with each entry of the log. `pace` is the number of milliseconds that
// pass with each call of an array's `map`: a measure of the page's work. A first answer that begins with
// `#` is the fragment of the page's address, and stands for no prompt.
(global, answers, tick, pace = 0) => {
  const address = /^#/.test(answers[0]?.[0]) ? answers[0][0] : '';
  if (address) answers = answers.slice(1);
  // An engine without documents has no address either.
  const place = global.location ??= {};
  if (address || place.hash) place.hash = address;
  const log = [], cap = answers.length + 8, RealDate = global.Date;
  // Not a whole second, so that a page cannot rely on the fraction.
  let now = 1.7e12 + 567, turn = 0;
  const note = (kind, text) => {
    // A flood of dialogs is cut; its length shows it.
    if (log.length < cap) {
      log.push(kind + (text === undefined ? '' : text));
      tick(log[log.length - 1]);
    }
    if (log.length >= cap) throw 'more dialogs than answers';
  };
  global.prompt = text => {
    note('?', text);
    if (turn >= answers.length) throw 'a prompt after the end';
    const [answer, think] = answers[turn++];
    now += think;
    return answer;
  };
  global.alert = text => note('!', text);
  global.Date = new Proxy(RealDate, {
    construct: (date, from) => from.length ? new date(...from) : new date(now),
    apply: () => new RealDate(now).toString(),
    get: (date, name) => name == 'now' ? () => now : date[name],
  });
  // The same random numbers in each run of a game. The first think time selects them.
  let seed = Math.imul(answers.length ? answers[0][1] + 1 : 1, 0x9e3779b1);
  global.Math.random = () => {
    seed = Math.imul(seed, 1664525) + 1013904223 | 0;
    return (seed >>> 8) / 2 ** 24;
  };
  // A document that is used again may still count the work of its last game.
  const { prototype } = global.Array;
  const map = prototype.map.original ?? prototype.map;
  const counted = function (...parameters) {
    now += pace;
    return map.apply(this, parameters);
  };
  counted.original = map;
  prototype.map = pace ? counted : map;
  const performance = { now: () => now - 1.7e12 };
  Object.defineProperty(global, 'performance', { value: performance, configurable: true });
  return log;
}
