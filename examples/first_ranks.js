// Plays games of `page`, which is defined before it, up to their first dialog: as many as each answer says. Shows
// the first rank of each, a line each.
const script = new DOMParser().parseFromString(page, 'text/html').querySelector('[onload]').getAttribute('onload');
const start = new Function('prompt', 'alert', script);
for (let ranks = [], games; games = prompt(ranks.join('\n'));) {
  ranks = [];
  while (games--) {
    try {
      start(text => { throw { rank: text.trim().split('\n').pop().trim() }; });
    } catch (error) {
      if (!error.rank) throw error;
      ranks.push(error.rank);
    }
  }
}
