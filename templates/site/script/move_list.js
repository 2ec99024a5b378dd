// Shows moves in pairs, the last ones in sight.
const showMoves = (main, turns) => {
  const at = id => main.querySelector(`#${id}`);
  const rows = turns.filter((san, place) => place % 2 == 0).map((san, row) => {
    const item = document.createElement('li');
    for (const word of turns.slice(2 * row, 2 * row + 2)) {
      const move = document.createElement('span');
      move.textContent = word;
      item.append(move, ' ');
    }
    return item;
  });
  at('moves').replaceChildren(...rows);
  at('no-moves').hidden = rows.length > 0;
  at('moves-scroll').scrollTop = at('moves-scroll').scrollHeight;
};
