// Plays games on a page and prints how many prompts it opened, the CPU time they took, and that of a
// fixed piece of work, in milliseconds: the least of several rounds, as other work only adds.
//
// Arguments: the page's file, a file with a game a line (what is typed, by spaces), rounds.
const { readFileSync } = require('fs');
const [page, games, rounds] = process.argv.slice(1);
const text = readFileSync(page, 'utf8');
// Pages with a board need a document, which Node lacks.
if (/^<style/i.test(text)) {
  console.log(0, 0, 1);
  process.exit();
}
const inside = /^<svg onload="([^]*)">\n?$/i.exec(text) ?? /^<script>([^]*)<\/script>\n?$/.exec(text);
if (!inside) throw Error(page + ' is in no wrapper that is known here');
// As the browser does: the handler of an event is a function with one parameter. Each game opens the page anew.
const open = () => Function('event', inside[1])();
const own = new Set(Object.getOwnPropertyNames(globalThis));
let answers = [], prompts = 0;
own.add('prompt').add('alert').add('location');
globalThis.prompt = () => (prompts++, answers.shift() ?? null);
globalThis.alert = () => {};
// Pages with E read a position from the address.
globalThis.location = { hash: '' };
// The fixed piece of work: the copies and the texts of a board, which pages make too.
const work = () => {
  let board = [...Array(128).keys()];
  for (let at = 0; at < 26; at++) board = board.map(value => board.join().length % 9 - value);
};
const cpu = task => {
  const start = process.cpuUsage();
  task();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e3;
};
let least = Infinity, unit = Infinity;
for (let round = 0; round < rounds; round++) {
  prompts = 0;
  least = Math.min(least, cpu(() => {
    for (const game of readFileSync(games, 'utf8').trim().split('\n')) {
      answers = game.split(' ');
      open();
      // The next game finds a page that has just been opened.
      for (const name of Object.getOwnPropertyNames(globalThis)) {
        if (!own.has(name)) delete globalThis[name];
      }
    }
  }));
  unit = Math.min(unit, cpu(work));
}
console.log(prompts, least, unit);
