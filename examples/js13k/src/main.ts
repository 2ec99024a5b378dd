import { HEIGHT, SIZE, WIDTH, newGame, step } from './game';
import { direction } from './keys';

const canvas = document.querySelector<HTMLCanvasElement>('#sky')!;
const score = document.querySelector<HTMLElement>('#score')!;
const context = canvas.getContext('2d')!;
const image = document.querySelector<HTMLImageElement>('#star')!;

/** After so many stars that nobody caught, the game is over. */
const MOST_LOST = 5;

const game = newGame();

function frame(): void {
  step(game, direction());
  context.clearRect(0, 0, WIDTH, HEIGHT);
  for (const { x, y } of game.stars) context.drawImage(image, x, y);
  context.fillStyle = '#c08040';
  context.fillRect(game.basket, HEIGHT - SIZE, SIZE, SIZE);
  score.textContent = `${game.score} caught, ${game.lost} lost`;
  if (game.lost < MOST_LOST) requestAnimationFrame(frame);
}

// The image is there by then.
addEventListener('load', frame);
