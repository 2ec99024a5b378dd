// Plays a page with a board that one clicks by prompts, as a page that is typed. Comes before the page. A text
// is a move of White, which is kept; an empty text plays those that are kept, and lets the page reply. Each
// prompt shows the board.
{
  let tick = () => {};
  globalThis.setInterval = (run, time, ...values) => {
    tick = () => run(...values);
    return 1;
  };
  const names = ['click', 'mouseup'];
  // File by file from a8.
  const squares = () => {
    const all = [...document.querySelectorAll(names.map(name => `[on${name}]`).join())].map(element => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return { element, x: left + width / 2, y: top + height / 2 };
    });
    all.sort((one, other) => one.x - other.x);
    const files = Array.from({ length: 8 }, (_, file) => all.slice(file * 8, file * 8 + 8));
    return files.map(file => file.sort((one, other) => one.y - other.y).map(({ element }) => element));
  };
  const click = name => {
    const element = squares()[name.charCodeAt(0) - 97][8 - name[1]];
    for (const name of names) element.dispatchEvent(new MouseEvent(name, { bubbles: true }));
  };
  const letter = text => text && ('KQRBNPkqrbnp'['\u2654\u2655\u2656\u2657\u2658\u2659\u265a\u265b\u265c\u265d\u265e\u265f'.indexOf(text)] ?? text) || '_';
  const rows = () => {
    const files = squares();
    const row = rank => files.map(file => letter(file[rank].textContent.trim())).join(' ');
    return files[0].map((_, rank) => row(rank)).join('\n');
  };
  const play = () => {
    const kept = [];
    for (;;) {
      const typed = globalThis.prompt(rows());
      if (typed === null) break;
      if (typed) {
        kept.push(typed);
        continue;
      }
      for (const move of kept.splice(0)) {
        const from = move.slice(0, 2);
        const more = 'qbrn'.indexOf(move[4] ?? 'q');
        for (const name of [...Array(more + 1).fill(from), move.slice(2, 4)]) click(name);
      }
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
