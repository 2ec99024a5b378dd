// The field has 20 by 20 squares of 10 pixels. A square is the number row * 20 + column.
c.width = c.height = 200;
context = c.getContext('2d');
// The squares of the snake from head to tail. Its first step, to square 0, is a bite: the snake starts.
snake = [-1, 0];
food = 195;
step = 1;
// The number of drawn frames: the snake moves in every sixth.
frame = 0;
onkeydown = event => {
  step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -20, ArrowDown: 20 }[event.key] || step;
};
square = place => context.fillRect(place % 20 * 10, (place / 20 | 0) * 10, 9, 9);
draw = () => {
  requestAnimationFrame(draw);
  if (frame++ % 6) return;
  //% if W
  //% include "edge.js"
  if (snake.includes(head)) {
  //% else
  // The square after the last one of a row is the first one of the next.
  if (snake.includes(head = (snake[0] + step + 400) % 400)) {
  //% endif
    // A snake that bites itself starts again; so does one at a wall.
    snake = [190, 189, 188];
    head = 191;
    step = 1;
  }
  snake.unshift(head);
  if (head == food) {
    food = Math.random() * 400 | 0;
  } else {
    snake.pop();
  }
  context.clearRect(0, 0, 200, 200);
  context.fillStyle = 'red';
  square(food);
  context.fillStyle = 'green';
  snake.map(square);
  //% if S
  document.title = snake.length - 3;
  //% endif
};
draw();
