head = snake[0] + step;
if (head < 0 || head > 399 || step == 1 && head % 20 == 0 || step == -1 && head % 20 == 19) {
  // The place of the snake itself, which counts as a bite.
  head = snake[0];
}
