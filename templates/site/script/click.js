// Shows a game on a page with a board of its own: the page in its frame, and beside it whose move it
// is, the moves, and buttons.
const clickBoard = main => {
  const at = id => main.querySelector(`#${id}`);
  const place = at('frame');
  let game, busy = true, flipped = false, size = [560, 660];

  // The whole board is seen at once, in the window and beside what stands next to it.
  const fit = () => {
    const [width, height] = size, { top } = place.getBoundingClientRect();
    const room = Math.max(innerHeight - top - scrollY - 16, innerHeight * .55);
    const scale = Math.min(place.parentElement.clientWidth / width, room / height, 4);
    place.style.width = `${Math.floor(width * scale)}px`;
    place.style.height = `${Math.floor(height * scale)}px`;
    const { frame } = game.page;
    [frame.width, frame.height] = size;
    frame.style.transform = `scale(${scale})`;
  };

  const turnText = () => {
    const { side, state: { word } } = game;
    if (!game.isOver) return game.plays(side) ? 'js_thinking' : `js_${game.isInCheck ? 'check' : 'turn'}_${side}`;
    if (game.isLate) return `js_late_${game.has('S') ? '' : 'silent_'}${side}`;
    return { 'W#': 'js_white', 'B#': 'js_black', 'D!': 'js_draw' }[word] ?? 'js_over';
  };

  const draw = (event, values) => {
    if (event) say(at('event'), event, values);
    else at('event').textContent = '';
    at('undo').disabled = busy || !game.beforeLast();
    at('flip').disabled = place.inert = busy;
    showMoves(main, game.moves.map(({ san }) => san));
    const over = !busy && game.isOver;
    say(at('turn'), busy ? 'js_replaying' : turnText(), busy ? values : {});
    at('again').hidden = !over;
    at('new').hidden = over;
    const refused = /^js_(illegal|exposed|not_yours)/.test(event);
    at('status').dataset.state = over ? 'over' : refused ? 'refused' : 'open';
    if (over) game.page.stop();
  };

  // Begins a game with what has happened in another one.
  const begin = async (variant, { log = [], random = [], event, values } = {}) => {
    busy = place.inert = true;
    const changed = (event, values) => {
      if (busy) return;
      // The clock of the page waits for the first click.
      game.page.start();
      draw(event, values);
    };
    game?.close();
    const mine = game = new ClickGame(variant, { random, flipped, changed });
    await mine.open(place);
    if (mine != game) return;
    size = game.page.size();
    fit();
    await game.replay(log, percent => draw(undefined, { percent }));
    if (mine != game) return;
    busy = false;
    if (log.length) game.page.start();
    draw(event ?? (game.has('A') ? 'js_begin_A' : 'js_begin'), values);
  };

  const again = () => begin(game.variant);
  for (const id of ['new', 'again']) at(id).addEventListener('click', again);
  at('undo').addEventListener('click', () => {
    const { log, taken } = game.beforeLast();
    begin(game.variant, { log, random: game.random, event: 'js_undone', values: { move: taken } });
  });
  at('flip').addEventListener('click', () => {
    flipped = !flipped;
    game.page.flip(flipped);
  });
  addEventListener('resize', fit);
  return begin;
};

const clicked = name => golfchess.variants.find(variant => variant.name == name && variant.flags.includes('C'));

page('home', main => {
  const variant = clicked(golfchess.board);
  if (variant) clickBoard(main)(variant);
});

page('click', main => {
  const at = id => main.querySelector(`#${id}`);
  const select = at('variant'), begin = clickBoard(main);
  const show = variant => {
    select.value = variant.name;
    at('open').href = `catalog/${variant.name}.html`;
    for (const part of main.querySelectorAll('[data-needs]')) {
      const { needs } = part.dataset;
      part.hidden = needs[0] == '-' ? variant.flags.includes(needs[1]) : !variant.flags.includes(needs);
    }
    begin(variant);
  };
  select.addEventListener('change', () => {
    history.replaceState(null, '', `#${select.value}`);
    show(clicked(select.value));
  });
  // Other address fragments are anchors on this page.
  const asked = () => clicked(location.hash.slice(1));
  addEventListener('hashchange', () => asked() && show(asked()));
  const first = asked() ?? clicked(golfchess.board) ?? clicked(select.value);
  if (first) show(first);
});
