// A table for each collection: sorts by any column, filters by name and flags.
page('catalog', main => {
  const rows = [...main.querySelectorAll('#table tbody tr')];
  const sections = [...main.querySelectorAll('.collection')];
  const search = main.querySelector('#search');
  const switches = [...main.querySelectorAll('.tri')];
  const states = ['any', 'with', 'without'];

  const filter = () => {
    const fits = row => row.dataset.name.toLowerCase().includes(search.value.trim().toLowerCase())
      && switches.every(({ dataset: { flag, state } }) =>
        state == 'any' || row.dataset.flags.includes(flag) == (state == 'with'));
    for (const row of rows) row.hidden = !fits(row);
    for (const section of sections) section.hidden = !section.querySelector('tbody tr:not([hidden])');
    const count = rows.filter(row => !row.hidden).length;
    say(main.querySelector('#count'), 'js_count', { count, all: rows.length });
  };

  const show = button => say(button, `js_${button.dataset.state}`);
  for (const button of switches) {
    show(button);
    button.addEventListener('click', () => {
      const next = (states.indexOf(button.dataset.state) + 1) % states.length;
      button.dataset.state = states[next];
      show(button);
      filter();
    });
  }
  search.addEventListener('input', filter);
  filter();

  for (const table of main.querySelectorAll('#table table')) {
    const [body] = table.tBodies, rows = [...body.rows];
    const heads = [...table.querySelectorAll('thead th')];
    heads.forEach((head, column) => head.querySelector('button')?.addEventListener('click', () => {
      const up = head.getAttribute('aria-sort') != 'ascending';
      for (const other of heads) other.removeAttribute('aria-sort');
      head.setAttribute('aria-sort', up ? 'ascending' : 'descending');
      const value = row => row.cells[column].dataset.value;
      const order = head.classList.contains('number')
        ? (a, b) => value(a) - value(b)
        : (a, b) => (value(a) > value(b)) - (value(a) < value(b));
      rows.sort((a, b) => up ? order(a, b) : order(b, a));
      body.append(...rows);
    }));
  }
});
