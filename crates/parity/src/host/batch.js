// Runs a page once for each game, each in a new document or, where a game
// allows it, in the last one, by sending its onload handlers their event once
// more: what a browser has compiled and optimized is then used again. Finished
// games stay in `window.run`, for the case that time runs out.
(drive, narrowScope, page, games) => {
  // Firefox has a name of its own for the event of an SVG element.
  const startEvents = ['load', 'SVGLoad'];
  const run = window.run = { done: [], log: [] };
  // The document of the page before is of use to the same page only, and not
  // for ever; after an interruption or an error it is of none.
  let last = window.last;
  window.last = undefined;
  if (last?.page != page || last.games > 2000) last = undefined;
  const open = () => {
    document.body.textContent = '';
    const realm = document.body.appendChild(document.createElement('iframe')).contentWindow;
    realm.document.open(); // takes the handlers of a window with it
    // Not every browser sends the event at once: it is dropped, and sent below.
    const drop = event => {
      if (event.isTrusted && event.target.localName == 'svg') event.stopImmediatePropagation();
    };
    for (const name of startEvents) realm.document.addEventListener(name, drop, true);
    const { Date, Function } = realm;
    const opened = { page, realm, Date, Function, games: 0, loaders: [], error: undefined };
    realm.addEventListener('error', event => {
      opened.error ??= event.message;
      event.preventDefault();
    });
    return opened;
  };
  const play = ([again, answers, pace]) => {
    const reuse = again && last?.loaders.length && last.error === undefined;
    if (!reuse) last = open();
    const { realm } = last;
    realm.Date = last.Date;
    last.games++;
    run.log = drive(realm, answers, () => {}, pace);
    let { loaders } = last;
    if (!reuse) {
      realm.document.write(page);
      realm.document.close();
      loaders = [...realm.document.querySelectorAll('svg[onload]')];
      // Other kinds of scripts have no event that would run them once more.
      const other = realm.document.querySelector('script, body[onload]');
      if (again && !other) last.loaders = loaders;
    } else {
      last.checks ??= loaders.map(loader => narrowScope(loader, last.Function)).filter(isSame => isSame);
    }
    for (const loader of loaders) {
      for (const name of startEvents) loader.dispatchEvent(new realm.Event(name));
    }
    return !last.checks?.some(isSame => !isSame());
  };
  for (const game of games) {
    if (!play(game)) {
      // The game has made a difference: it is played in a new document, by its handlers.
      last = undefined;
      play(game);
    }
    run.done.push([run.log, last.error]);
  }
  window.last = last;
  return JSON.stringify(run.done);
}
