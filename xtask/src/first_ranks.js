// Counts the first ranks that a page with X shows: arguments are the page, and the number of games. Prints the
// number of different ranks, and how often the rarest and the most frequent one are drawn, 1 for an even draw.
const { readFileSync } = require('fs');
const [page, games] = process.argv.slice(-2);
const [, script] = readFileSync(page, 'utf8').match(/onload="([^]*)">/);
const counts = new Map();
const prompt = text => {
  const rank = text.trim().split('\n').pop().trim();
  counts.set(rank, (counts.get(rank) ?? 0) + 1);
  throw prompt;
};
const start = new Function('prompt', 'alert', script);
for (let game = 0; game < games; game++) {
  try {
    start(prompt);
  } catch (error) {
    if (error != prompt) throw error;
  }
}
const shares = [...counts.values()].map(count => count / games * 960);
console.log(`${counts.size} ranks in ${games} games, the rarest ${Math.min(...shares).toFixed(2)} and the most`
  + ` frequent ${Math.max(...shares).toFixed(2)} times as often as in an even draw`);
