// Shows the page for the chosen flags, or how to build one that is in no collection.
page('version_generator', main => {
  const { variants, flags } = golfchess;
  const boxes = flags.map(({ letter }) => main.querySelector(`#flag-${letter}`));
  const at = id => main.querySelector(`#${id}`);
  const order = flags.map(flag => flag.letter);
  const letters = set => order.filter(letter => set.has(letter)).join('');
  const find = set => variants.find(variant => letters(new Set(variant.flags)) == letters(set));

  const without = (set, letter) => new Set([...set].filter(other => other != letter));
  const needs = letter => flags.find(flag => flag.letter == letter).requires ?? [];
  const excludes = letter => flags.find(flag => flag.letter == letter).excludes ?? [];

  // Shows the bytes that a flag adds here, or why it cannot be changed.
  const explain = (box, set) => {
    const letter = box.value;
    const missing = needs(letter).filter(other => !set.has(other));
    const needed = order.filter(other => set.has(other) && needs(other).includes(letter));
    const other = order.filter(other => set.has(other) && other != letter
      && (excludes(letter).includes(other) || excludes(other).includes(letter)));
    box.disabled = missing.length > 0 || needed.length > 0 || other.length > 0;
    const output = at(`adds-${letter}`);
    if (missing.length) return say(output, 'js_needs', { flags: missing.join(', ') });
    if (needed.length) return say(output, 'js_kept', { flags: needed.join(', ') });
    if (other.length) return say(output, 'js_excluded', { flags: other.join(', ') });
    const off = find(without(set, letter)), on = find(new Set([...set, letter]));
    if (!off || !on) return output.replaceChildren();
    say(output, box.checked ? 'js_added' : 'js_adds', { bytes: on.bytes - off.bytes });
  };

  let chosen;
  const show = () => {
    const set = new Set(boxes.filter(box => box.checked).map(box => box.value));
    const found = find(set);
    for (const box of boxes) explain(box, set);
    at('outside').hidden = Boolean(found);
    at('inside').hidden = !found;
    for (const id of ['name', 'bytes', 'packed']) at(id).textContent = '';
    at('letters').textContent = letters(set);
    if (!found) return;
    chosen = found;
    at('name').textContent = chosen.name;
    say(at('bytes'), 'js_bytes', chosen);
    say(at('packed'), 'js_packed', chosen);
    at('minified').textContent = chosen.page;
    const { source, names } = golfchess.sources[chosen.name];
    at('readable').textContent = source;
    at('names').replaceChildren(...names.map(({ name, letter, uses }) => {
      const row = document.createElement('tr');
      for (const value of [letter, name, uses]) row.insertCell().textContent = value;
      row.cells[2].className = 'number';
      return row;
    }));
    at('open').href = `catalog/${chosen.name}.html`;
    // A page with its own board shows nothing in a frame that is not seen.
    const clicks = chosen.flags.includes('C');
    at('play').hidden = clicks;
    at('board').href = `${clicks ? 'click' : 'play'}.html#${chosen.name}`;
    at('done').textContent = '';
  };

  const choose = variant => {
    for (const box of boxes) box.checked = variant.flags.includes(box.value);
    show();
  };

  for (const box of boxes) {
    box.addEventListener('change', () => {
      show();
      if (!at('inside').hidden) history.replaceState(null, '', `#${chosen.name}`);
    });
  }
  at('choice').addEventListener('submit', event => event.preventDefault());
  at('copy').addEventListener('click', () => copy(chosen.page).then(() => say(at('done'), 'js_copied_page')));
  at('download').addEventListener('click', () => download(`${chosen.name}.html`, chosen.page));
  at('play').addEventListener('click', () => {
    // Runs the page with its own prompts, in a frame of this page.
    const frame = document.createElement('iframe');
    frame.hidden = true;
    frame.title = chosen.name;
    document.body.append(frame);
    frame.contentDocument.write(chosen.page);
    frame.contentDocument.close();
    frame.remove();
  });

  const named = wanted => variants.find(({ name }) => name == wanted);
  const asked = () => named(location.hash.slice(1));
  // Other address fragments are anchors on this page.
  addEventListener('hashchange', () => asked() && choose(asked()));
  choose(asked() ?? named(golfchess.front));
});
