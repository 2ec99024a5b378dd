// The results of pages with F, by their codes.
const resultTexts = Object.fromEntries(
  ['SM', 'DP', '75', '5R', '50', '3R', 'DA', 'WT', 'BT', 'WR', 'BR', 'TM', 'RM']
    .map(code => [code, `js_end_${code}`]),
);

// Plays any page of the catalog on a board. The page itself decides which moves are legal.
page('play', main => {
  const at = id => main.querySelector(`#${id}`);
  const select = at('variant'), dialog = at('promotion');
  let game, opened, chosen, targets, offering, asked = 0, reply;

  const board = new BoardView(at('frame'), {
    choose: square => pick(square),
    drag: square => { if (chosen !== square) pick(square); },
    drop: square => (sideOf(game.state.board[square]) == game.side && !targets.includes(square)
      ? cancel() : pick(square)),
  });

  // Whether it is a person's turn: the game goes on, and the page does not play this side.
  const pagePlays = side => game.has('A')
    && main.querySelector('[name=page-side]:checked').value.includes(side);
  const isOpen = () => !game.state.over && !pagePlays(game.side);

  const think = () => Date.now() - opened;
  // Seconds left on a clock, minus the time that the prompt has been open.
  const left = side => {
    const running = !game.state.over && side == game.side;
    return Math.max(0, game.state.clocks[side] - (running ? Math.floor(think() / 1000) : 0));
  };
  const drawClocks = () => {
    at('clocks').hidden = !game.state.clocks;
    if (!game.state.clocks) return;
    for (const side of ['w', 'b']) {
      const clock = at(`clock-${side}`), seconds = left(side);
      clock.dataset.seconds = seconds;
      clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
      clock.parentElement.classList.toggle('running', !game.state.over && side == game.side);
    }
  };

  const drawBoard = () => {
    const move = game.moves.at(-1)?.move;
    board.draw(game.state.board, {
      chosen, targets, last: move ? [move.from, move.to] : [], side: isOpen() ? game.side : undefined,
    });
  };

  // The side to move, or the end of the game as far as the page reports it.
  const turnText = () => {
    const { over, late, alert, board: shown } = game.state;
    const side = game.side;
    if (!over) return isInCheck(shown, side) ? `js_check_${side}` : `js_turn_${side}`;
    if (late && !game.has('F')) return alert ? `js_late_${side}` : `js_late_silent_${side}`;
    return resultTexts[alert] ?? { 'W#': 'js_white', 'B#': 'js_black', 'D!': 'js_draw' }[alert] ?? 'js_over';
  };

  // Shows an event, if there is one, and the side to move.
  const tell = (event, values) => {
    if (event) say(at('event'), event, values);
    else at('event').textContent = '';
    const { over, alert } = game.state;
    const status = at('status');
    status.dataset.state = over ? 'over' : event == 'js_refused' ? 'refused' : 'open';
    status.dataset.alert = alert ?? '';
    say(at('turn'), !over && pagePlays(game.side) ? 'js_thinking' : turnText());
  };

  // With a standing offer of a draw, the next move that is made on the board carries `=`.
  const offer = on => {
    offering = on;
    at('offer').setAttribute('aria-pressed', on);
  };

  const release = () => {
    asked++;
    chosen = undefined;
    targets = [];
    if (dialog.open) dialog.close();
  };

  const cancel = () => {
    release();
    drawBoard();
    tell();
  };

  // What does nothing now looks so: after the end, and while the page moves.
  const drawControls = () => {
    const idle = !isOpen();
    for (const id of ['let-move', 'claim', 'offer', 'resign', 'typed', 'send']) at(id).disabled = idle;
    at('undo').disabled = game.moves.length == 0;
  };

  // Lets the page make the moves of its sides. The pause shows the last move before the page thinks.
  const letPageMove = () => {
    clearTimeout(reply);
    if (game.state.over || !pagePlays(game.side)) return;
    reply = setTimeout(() => submit(''), 250);
  };

  const draw = () => {
    drawBoard();
    drawControls();
    drawClocks();
    showMoves(main, game.moves.map(({ san }) => san));
    at('prompt').textContent = game.state.over ? game.state.alert ?? '' : game.state.shown;
    at('prompt').hidden = game.state.over && !game.state.alert;
    at('closed').hidden = !game.state.over;
    at('fen').textContent = fenOf(game);
    at('pgn').textContent = pgnOf(game);
    at('copied').textContent = '';
    at('offered').hidden = game.state.over || !game.state.offered;
  };

  const begin = variant => {
    release();
    game?.close();
    game = new PageGame(variant);
    opened = Date.now();
    select.value = variant.name;
    at('open').href = `catalog/${variant.name}.html`;
    for (const item of at('flags').children) {
      item.hidden = item.dataset.flag ? !game.has(item.dataset.flag) : variant.flags.length > 0;
    }
    for (const part of main.querySelectorAll('[data-needs]')) part.hidden = !game.has(part.dataset.needs);
    offer(false);
    draw();
    tell();
    letPageMove();
  };

  // Passes a typed or clicked move to the page.
  const submit = typed => {
    if (game.state.over) return tell();
    const turn = game.answer(typed, think());
    release();
    // Draw first: the clock of the next prompt starts when the user sees it.
    draw();
    if (turn.move) offer(false);
    if (turn.move) tell(turn.hidden ? 'js_played_hidden' : 'js_played', { move: turn.san });
    else tell(game.state.over ? '' : typed ? 'js_refused' : 'js_refused_empty', { typed });
    opened = Date.now();
    drawClocks();
    // A page that refuses an empty answer would refuse the next one too.
    if (turn.move) letPageMove();
  };

  // Finds the squares that the page accepts for the chosen piece, in several runs.
  const search = from => {
    const ticket = ++asked, found = game.targets(from);
    const step = () => {
      if (ticket != asked) return;
      const { value, done } = found.next();
      targets = [...value];
      drawBoard();
      if (!done) return setTimeout(step);
      const names = targets.map(squareName).join(', ');
      tell(names ? 'js_targets' : 'js_no_targets', { square: squareName(from), targets: names });
    };
    setTimeout(step);
  };

  const promotes = (from, to) => game.has('P') && isPawn(game.state.board, from) && isLastRank(to)
    && reachable(game.state.board, from).includes(to);

  const pick = square => {
    if (!isOpen()) return tell();
    const from = chosen;
    const castles = game.has('X') && targets.includes(square);
    if (sideOf(game.state.board[square]) == game.side && !castles) {
      release();
      if (square !== from) {
        chosen = square;
        tell('js_picked', { square: squareName(square) });
        search(square);
      } else tell();
      return drawBoard();
    }
    if (from === undefined) return tell('js_not_yours', { square: squareName(square) });
    const typed = squareName(from) + squareName(square);
    if (!promotes(from, square)) return submit(typed + (offering ? '=' : ''));
    dialog.dataset.typed = typed;
    for (const piece of dialog.querySelectorAll('.piece')) piece.dataset.side = game.side;
    dialog.showModal();
  };

  for (const button of dialog.querySelectorAll('[data-role]')) {
    button.addEventListener('click', () => submit(
      dialog.dataset.typed + button.dataset.role + (offering ? '=' : ''),
    ));
  }
  at('promotion-cancel').addEventListener('click', () => dialog.close());

  at('board').addEventListener('keydown', event => {
    if (event.key == 'Escape' && chosen !== undefined) cancel();
  });
  at('type').addEventListener('submit', event => {
    event.preventDefault();
    submit(at('typed').value);
    at('typed').value = '';
  });
  // These type what a person would: nothing, `=`, or Cancel.
  at('let-move').addEventListener('click', () => submit(''));
  at('claim').addEventListener('click', () => submit('='));
  at('resign').addEventListener('click', () => submit(null));
  at('offer').addEventListener('click', () => offer(!offering));
  at('undo').addEventListener('click', () => {
    let turn = game.undo();
    // Back to the turn of a person, if there is one.
    while (turn && pagePlays(game.side) && !pagePlays(opposite(game.side)) && game.moves.length) {
      turn = game.undo();
    }
    release();
    if (turn) opened = Date.now();
    draw();
    tell(turn ? 'js_undone' : 'js_no_undo', { move: turn?.san });
    letPageMove();
  });
  at('page-side').addEventListener('change', () => {
    release();
    draw();
    tell();
    letPageMove();
  });
  at('new').addEventListener('click', () => begin(game.variant));
  at('flip').addEventListener('click', () => board.flip());
  for (const kind of ['fen', 'pgn']) {
    at(`${kind}-copy`).addEventListener('click', () => copy(at(kind).textContent)
      .then(() => say(at('copied'), `js_copied_${kind}`)));
  }

  // When the time is over, send an empty answer, which loses the game.
  setInterval(() => {
    if (!game.state.clocks || game.state.over) return;
    if (left(game.side) < 1) submit('');
    else drawClocks();
  }, 200);

  const named = name => golfchess.variants.find(variant => variant.name == name
    // (Pages with a board of their own have another page.)
    && !variant.flags.includes('C'));
  select.addEventListener('change', () => {
    history.replaceState(null, '', `#${select.value}`);
    begin(named(select.value));
  });
  // Other address fragments are anchors on this page.
  addEventListener('hashchange', () => {
    const wanted = named(location.hash.slice(1));
    if (wanted && wanted != game.variant) begin(wanted);
  });
  begin(named(location.hash.slice(1)) ?? named(golfchess.front));
});
