// Lets prompts play a page with a board that one clicks. Comes before the page. `cellsOf` is the reader of cells.
// A text has the numbers of cells, which are kept; an empty text clicks those that are kept, and lets the page
// reply. Each prompt shows what the cells show.
cellsOf => {
  let tick = () => {};
  globalThis.setInterval = (run, time, ...values) => {
    tick = () => run(...values);
    return 1;
  };
  const play = () => {
    const cells = cellsOf(globalThis, 8, false);
    const click = number => {
      const { element } = cells.find()[number];
      for (const name of ['mouseup', 'click']) element.dispatchEvent(new MouseEvent(name, { bubbles: true }));
    };
    let kept = [];
    for (;;) {
      const typed = globalThis.prompt(cells.read());
      if (typed === null) break;
      if (typed) {
        kept.push(...typed.split(' '));
        continue;
      }
      kept.forEach(click);
      kept = [];
      // With clocks the page replies at the next second.
      tick();
    }
  };
  document.addEventListener('load', event => {
    const { target } = event;
    if (!target.onload) return;
    event.stopImmediatePropagation();
    target.onload(event);
    play();
  }, true);
}
