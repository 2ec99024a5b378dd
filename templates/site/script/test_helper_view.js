// The view of the check: a table of pages and suites, and the findings.

// Creates an element with attributes and children; strings become text nodes.
const proofElement = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
};

// Creates an element with a text in all languages.
const proofText = (tag, key, values) => {
  const element = proofElement(tag);
  say(element, key, values);
  return element;
};

// A table with a row for each page and a column for each suite, both with a checkbox. The
// first row and the last column show totals.
const resultTable = (table, names, suites) => {
  const columns = [...suites, 'all'];
  const cells = new Map();
  const boxes = { variant: [], suite: [] };

  const box = (kind, value, label) => {
    const input = proofElement('input', { type: 'checkbox', value });
    input.checked = true;
    boxes[kind].push(input);
    return proofElement('th', { scope: kind == 'suite' ? 'col' : 'row' }, proofElement('label', {}, input, label));
  };
  const row = (name, head) => {
    const cell = suite => {
      const td = proofElement('td', { 'data-variant': name, 'data-suite': suite, 'data-state': 'idle' });
      cells.set(`${name} ${suite}`, { td, passed: 0, failed: 0, wanted: 0 });
      return td;
    };
    return proofElement('tr', {}, head, ...columns.map(cell));
  };
  const sum = (name, key) => {
    const head = proofText('th', key);
    head.scope = 'row';
    return row(name, head);
  };
  const own = sum('own', 'js_own');
  own.hidden = true;
  const corner = proofText('th', 'js_page');
  const last = proofText('th', 'js_every_suite');
  corner.scope = last.scope = 'col';
  const heads = suites.map(suite => box('suite', suite, proofText('span', `js_${suite}`)));
  table.append(
    proofElement('thead', {}, proofElement('tr', {}, corner, ...heads, last)),
    proofElement('tbody', {}, sum('all', 'js_every'), own, ...names.map(name =>
      row(name, box('variant', name, proofElement('span', {}, name))))),
  );

  const chosen = kind => boxes[kind].filter(input => input.checked).map(input => input.value);
  const show = (cell, state) => {
    const { td, passed, failed } = cell;
    td.dataset.state = state;
    const mark = state == 'green' ? '✓' : '…';
    td.textContent = failed ? '✗' : passed ? `${mark} ${passed}` : '';
  };
  const stateOf = ({ passed, failed, wanted }) => {
    if (failed) return 'red';
    return passed == wanted ? wanted ? 'green' : 'idle' : 'running';
  };
  const around = (name, suite) => [name, 'all'].flatMap(variant =>
    [suite, 'all'].map(column => cells.get(`${variant} ${column}`)));

  return {
    variants: () => chosen('variant'),
    suites: () => chosen('suite'),
    choose: on => boxes.variant.forEach(input => { input.checked = on; }),
    lock: on => Object.values(boxes).flat().forEach(input => { input.disabled = on; }),

    // Clears the last run and counts the games of the next one.
    clear: jobs => {
      for (const cell of cells.values()) {
        Object.assign(cell, { passed: 0, failed: 0, wanted: 0 });
        show(cell, 'idle');
      }
      own.hidden = !jobs.some(job => job.row == 'own');
      for (const { row, games } of jobs) {
        for (const { game } of games) around(row, suites[game[0]]).forEach(cell => { cell.wanted++; });
      }
    },

    // Records the result of a game.
    enter: (name, suite, passed) => {
      for (const cell of around(name, suite)) {
        cell[passed ? 'passed' : 'failed']++;
        show(cell, stateOf(cell));
      }
    },
    hasFailed: (name, suite) => cells.get(`${name} ${suite}`).failed > 0,

    // Marks unfinished cells as stopped.
    settle: () => {
      for (const cell of cells.values()) if (cell.td.dataset.state == 'running') show(cell, 'stopped');
    },
  };
};

// Formats an answer: its text, and its think time after `@`.
const answerWord = ([answer, think]) => {
  const plain = /^[\x21-\x7e]+$/.test(answer) ? answer : JSON.stringify(answer);
  const short = plain.length > 60 ? `${plain.slice(0, 50)}… (${answer.length})` : plain;
  return think ? `${short}@${think}` : short;
};

// A dialog under its title, with the differing lines marked.
const dialogView = (title, dialog, other, error) => {
  const view = proofElement('div', {}, proofText('h4', title));
  if (dialog === undefined) {
    view.append(error === undefined ? proofText('p', 'js_no_dialog') : proofText('p', 'js_error', { message: error }));
    return view;
  }
  view.append(proofText('p', dialog[0] == '?' ? 'js_prompt' : 'js_alert'));
  const lines = dialog.slice(1).split('\n');
  const others = other?.slice(1).split('\n') ?? [];
  const bare = line => line?.replace(/\s/g, '');
  const pre = proofElement('pre', { tabindex: 0 });
  lines.forEach((line, at) => {
    if (at) pre.append('\n');
    if (line === others[at]) return pre.append(line);
    // Make differences in white space visible.
    const seen = bare(line) === bare(others[at]) ? line.replace(/\s/g, '·') : line;
    pre.append(proofElement('mark', {}, seen || '·'));
  });
  view.append(pre);
  return view;
};

// A finding: page, suite, typed answers, and both dialogs side by side.
const findingView = (job, suite, about, { at, expected, shown, error, answers }) => {
  const head = proofElement('h3', {}, `${job.name} · `, proofText('span', `js_${suite}`), ' · ');
  if (job.row == 'own') head.prepend(proofText('span', 'js_own'), ' · ');
  // Names of cases are in English only.
  head.append(proofElement('span', { lang: 'en', class: 'keep' }, about));
  const typed = answers.slice(0, at).map(answer => proofElement('li', {}, answer[0] === null
    ? proofText('span', 'js_cancel')
    : proofElement('code', {}, answerWord(answer))));
  const list = typed.length
    ? [proofText('p', 'js_typed'), proofElement('ol', { class: 'typed' }, ...typed)]
    : [proofText('p', 'js_typed_nothing')];
  return proofElement('article', {
    class: 'finding panel', 'data-suite': suite, 'data-variant': job.name,
  }, head, ...list, proofText('p', 'js_at', { number: at + 1 }), proofElement('div', { class: 'sides' },
    dialogView('js_expected', expected, shown),
    dialogView('js_shown', shown, expected, error)));
};
