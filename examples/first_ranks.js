// Draws first ranks in batches, each after an answer: shows the rank of each game, a line each.
// `page` and `batch` are defined before it.
const script = new DOMParser().parseFromString(page, 'text/html').querySelector('[onload]').getAttribute('onload');
const start = new Function('prompt', 'alert', script);
for (let shown = ['ready']; prompt(shown.join('\n')) !== null;) {
  shown = [];
  for (let game = 0; game < batch; game++) {
    try {
      start(text => { throw { rank: text.trim().split('\n').pop().trim() }; });
    } catch (error) {
      if (!error.rank) throw error;
      shown.push(error.rank);
    }
  }
}
