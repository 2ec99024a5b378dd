// Plays games on a page and prints how many prompts it opened and the CPU time they took,
// in milliseconds: the least of several rounds, as other work on the machine only adds.
//
// Arguments: the page's file, a file with a game a line (what is typed, by spaces), rounds.
const { readFileSync } = require('fs');
const [page, games, rounds] = process.argv.slice(1);
const text = readFileSync(page, 'utf8');
const inside = /^<svg onload="([^]*)">\n?$/i.exec(text) ?? /^<script>([^]*)<\/script>\n?$/.exec(text);
if (!inside) throw Error(page + ' is in no wrapper that is known here');
// As the browser does: the handler of an event is a function with one parameter.
const run = Function('event', inside[1]);
const own = new Set(Object.getOwnPropertyNames(globalThis));
let answers = [], prompts = 0;
own.add('prompt').add('alert');
globalThis.prompt = () => (prompts++, answers.shift() ?? null);
globalThis.alert = () => {};
let least = Infinity;
for (let round = 0; round < rounds; round++) {
  prompts = 0;
  const start = process.cpuUsage();
  for (const game of readFileSync(games, 'utf8').trim().split('\n')) {
    answers = game.split(' ');
    run();
    // The next game finds a page that has just been opened.
    for (const name of Object.getOwnPropertyNames(globalThis)) {
      if (!own.has(name)) delete globalThis[name];
    }
  }
  const { user, system } = process.cpuUsage(start);
  least = Math.min(least, (user + system) / 1e3);
}
console.log(prompts, least);
