// Replaces `prompt`, `alert` and the clock in the realm `global`. Returns a log that
// fills while the page runs: `?` and the text of each prompt, `!` and that of each
// alert. `answers` holds [text or null, think time in ms] for each prompt. After the
// last answer `prompt` throws, which ends every loop that does not catch the error.
// `tick` is called with each entry of the log.
(global, answers, tick) => {
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
  const performance = { now: () => now - 1.7e12 };
  Object.defineProperty(global, 'performance', { value: performance, configurable: true });
  return log;
}
