// Replaces what a page talks to in the realm `global`, and returns the log that
// fills as the page runs: `?` and the text of each prompt, `!` and that of each
// alert. `answers` holds [text or null, think time in ms] for each prompt; when
// they have run out, `prompt` throws, which ends every loop that does not catch
// it. `tick` is called with each entry of the log.
(global, answers, tick) => {
  const log = [], cap = answers.length + 8, RealDate = global.Date;
  // No whole second, so that seconds cannot be told from the clock on the wall.
  let now = 1.7e12 + 567, turn = 0;
  const note = (kind, text) => {
    // A flood is cut, and seen by its length; it does not count as progress.
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
