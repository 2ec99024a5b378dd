/** The size of the sky in pixels. */
export const WIDTH = 320;
export const HEIGHT = 240;

/** The size of a star and of the basket. */
export const SIZE = 16;

interface Star {
  x: number;
  y: number;
  speed: number;
}

/** A basket that catches stars. */
export interface Game {
  basket: number;
  stars: Star[];
  score: number;
  lost: number;
}

const newStar = (): Star => ({
  x: Math.random() * (WIDTH - SIZE),
  y: -SIZE,
  speed: 1 + Math.random() * 2,
});

export const newGame = (): Game => ({
  basket: WIDTH / 2,
  stars: [newStar(), newStar(), newStar()],
  score: 0,
  lost: 0,
});

/** One frame: the basket moves, the stars fall, and new ones come in the place of old ones. */
export function step(game: Game, direction: number): void {
  game.basket = Math.max(0, Math.min(WIDTH - SIZE, game.basket + direction * 4));
  game.stars = game.stars.map(star => {
    star.y += star.speed;
    if (star.y < HEIGHT - 2 * SIZE) return star;
    const isCaught = Math.abs(star.x - game.basket) < SIZE;
    if (isCaught) {
      game.score += 1;
    } else if (star.y < HEIGHT) {
      return star;
    } else {
      game.lost += 1;
    }
    return newStar();
  });
}
