/** The keys that are down. */
const down = new Set<string>();

addEventListener('keydown', event => down.add(event.key));
addEventListener('keyup', event => down.delete(event.key));

/** The direction of the arrow keys: -1, 0 or 1. */
export const direction = (): number =>
  Number(down.has('ArrowRight')) - Number(down.has('ArrowLeft'));
