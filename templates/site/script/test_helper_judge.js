// Compares a page with recorded games of the reference: decodes the records, plays them
// and finds the first dialog that differs. This file contains no chess rules.

// White space of Unicode; trimEnd() removes a slightly different set.
const spaceAtEnd = /[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+$/;

// Removes the white space that the behaviour contract ignores: at the end of a line or of
// the text and, between fullwidth squares, one space.
const withoutFreeSpace = (shown, fullwidth) => shown.replace(spaceAtEnd, '').split('\n')
  .map(line => line.replace(spaceAtEnd, ''))
  .map(line => fullwidth ? line.replace(/([\uff01-\uff5e]) (?=[\uff01-\uff5e])/g, '$1') : line)
  .join('\n');

// The prompt text of the reference for 64 squares and two clocks, after which a `=` is an offer.
const screenText = (squares, clocks, fullwidth) => {
  const lines = [];
  const unit = fullwidth ? 's' : '';
  if (clocks) lines.push(`W:${clocks[0]}${unit} B:${clocks[1]}${unit}${clocks[2] ? ' =' : ''}`);
  for (let row = 0; row < 64; row += 8) {
    const rank = squares.slice(row, row + 8);
    lines.push(fullwidth
      ? rank.map(letter => String.fromCharCode(letter.charCodeAt() + 65248)).join('')
      : rank.join(' '));
  }
  return lines.join('\n');
};

// Decodes the recorded dialogs of a game to the log format of a runner. An alert is stored
// as text, a prompt as its changes (`e2_e4P`, then new clocks after a colon).
const expectedLog = (record, words) => {
  let [squares, clocks] = record.start.split(':');
  squares = [...squares];
  clocks &&= clocks.split(',');
  return words.split(' ').map(word => {
    if (word[0] == '!') return word;
    const [changes, left] = word.split(':');
    if (left) clocks = left.split(',');
    for (const [, file, rank, piece] of changes.matchAll(/([a-h])([1-8])(.)/g)) {
      squares[(8 - rank) * 8 + 'abcdefgh'.indexOf(file)] = piece;
    }
    return '?' + screenText(squares, clocks, record.fullwidth);
  });
};

// Decodes the answers to the runner's format: [text or null for Cancel, milliseconds].
const recordedAnswers = typed => typed.map(answer => {
  if (!Array.isArray(answer)) return [answer, 0];
  const [first, second, times] = answer;
  return times === undefined ? [first, second] : [first + second.repeat(times), 0];
});

// The first dialog in which page and reference differ, if there is one.
const firstDifference = (expected, { log, error }, fullwidth) => {
  const shown = log.map(entry => entry[0] == '?'
    ? '?' + withoutFreeSpace(entry.slice(1), fullwidth)
    : entry);
  let at = 0;
  while (at < expected.length && expected[at] === shown[at]) at++;
  if (at == expected.length && at == shown.length && error === undefined) return;
  return { at, expected: expected[at], shown: shown[at], error };
};

// Plays one recorded game. A difference in a reused document counts only if a fresh
// document shows it too.
const judgeGame = (runner, record, [, , typed, words]) => {
  const expected = expectedLog(record, words);
  const answers = recordedAnswers(typed);
  const play = () => firstDifference(expected, runner.run(answers), record.fullwidth);
  if (!play()) return;
  runner.close();
  const difference = play();
  runner.close();
  return difference && { ...difference, answers };
};
