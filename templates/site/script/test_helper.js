// Checks pages in this browser: plays the recorded games of the chosen suites on the
// chosen pages and shows the differences.

page('test_helper', main => {
  const { suites, cases, answers, dialogs, variants: records } = golfchess.transcripts;
  const at = id => main.querySelector(`#${id}`);
  const pages = new Map(golfchess.variants
    // (Without dialogs there is nothing to compare. A page with X begins with a position of its own.)
    .filter(variant => !/[CX]/.test(variant.flags))
    .map(variant => [variant.name, variant.page]));
  const table = resultTable(at('results'), [...pages.keys()], suites);
  const verdict = at('verdict');
  let stopped = false;

  // A message channel yields to the event loop without the growing delay of nested timers.
  const channel = new MessageChannel();
  const breathe = () => new Promise(done => {
    channel.port1.onmessage = done;
    channel.port2.postMessage(0);
  });

  // The games of a page, with the number of dialogs in each.
  const gamesOf = (name, chosen) => (records[name]?.games ?? [])
    .filter(game => chosen.includes(suites[game[0]]))
    .map(([suite, name, typed, words]) => ({
      game: [suite, name, answers[typed], dialogs[words]],
      dialogs: dialogs[words].split(' ').length,
    }));
  const total = jobs => jobs.flatMap(job => job.games).reduce((sum, { dialogs }) => sum + dialogs, 0);
  const counted = number => number.toLocaleString(document.documentElement.lang);

  // A job is a page and the games to play on it; `row` is its row in the table.
  const jobsOf = names => names.map(name => ({
    name, row: name, html: pages.get(name), games: gamesOf(name, table.suites()),
  }));

  const conclude = (state, key, values) => {
    verdict.dataset.state = state;
    say(verdict, key, values);
  };

  const busy = on => {
    for (const id of ['run', 'own-run']) at(id).disabled = on;
    at('stop').disabled = !on;
    table.lock(on);
  };

  const play = async (jobs, own) => {
    const all = total(jobs);
    // Without recorded games a page would pass unchecked.
    if (!all || jobs.some(job => !job.games.length)) return conclude('idle', 'js_nothing');
    busy(true);
    stopped = false;
    table.clear(jobs);
    at('findings').textContent = '';
    at('no-findings').hidden = false;
    conclude('running', 'js_running');
    const start = Date.now();
    let games = 0, failed = 0, done = 0, slice = start;
    const progress = () => {
      at('progress').value = done / all;
      const seconds = Math.round((Date.now() - start) / 1000);
      say(at('figures'), 'js_progress', { done: counted(done), all: counted(all), seconds });
    };
    for (const job of jobs) {
      const runner = new Runner(job.html);
      for (const { game, dialogs } of job.games) {
        if (Date.now() - slice > 40) {
          progress();
          await breathe();
          slice = Date.now();
        }
        if (stopped) break;
        done += dialogs;
        const suite = suites[game[0]];
        // Report one finding per suite and page.
        if (table.hasFailed(job.row, suite)) continue;
        const difference = judgeGame(runner, records[job.name], game);
        table.enter(job.row, suite, !difference);
        games++;
        if (!difference) continue;
        failed++;
        at('no-findings').hidden = true;
        at('findings').append(findingView(job, suite, cases[game[1]], difference));
      }
      runner.close();
      if (stopped) break;
    }
    progress();
    table.settle();
    busy(false);
    const values = {
      games: counted(games), failed: counted(failed), dialogs: counted(done),
      pages: jobs.length, name: own,
    };
    if (failed) conclude('red', own ? 'js_red_own' : 'js_red', values);
    else if (stopped) conclude('stopped', 'js_stopped', values);
    else conclude('green', own ? 'js_green_own' : 'js_green', values);
  };

  // Enable the buttons again after any error.
  const begin = (jobs, own) => play(jobs, own).catch(error => {
    busy(false);
    conclude('red', 'js_failed', { reason: error?.message ?? error });
  });

  const ready = () => {
    const jobs = jobsOf(table.variants());
    const games = jobs.flatMap(job => job.games).length;
    if (!games) return conclude('idle', 'js_nothing');
    conclude('idle', 'js_ready', {
      games: counted(games), dialogs: counted(total(jobs)), pages: jobs.length,
    });
  };

  at('run').addEventListener('click', () => begin(jobsOf(table.variants())));
  at('stop').addEventListener('click', () => { stopped = true; });
  at('all').addEventListener('click', () => { table.choose(true); ready(); });
  at('none').addEventListener('click', () => { table.choose(false); ready(); });
  at('results').addEventListener('change', ready);

  const area = at('own-page');
  at('own-fill').addEventListener('click', () => { area.value = pages.get(at('own-variant').value); });
  at('own-file').addEventListener('change', async event => {
    const [file] = event.target.files;
    if (file) area.value = await file.text();
  });
  at('own-run').addEventListener('click', () => {
    const name = at('own-variant').value;
    if (!area.value.trim()) return conclude('idle', 'js_empty');
    const games = gamesOf(name, table.suites());
    begin([{ name, row: 'own', html: area.value, games }], name);
  });

  ready();
});
