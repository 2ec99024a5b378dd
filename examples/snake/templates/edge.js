//% if W
if (head < 0 || head > 399 || step == 1 && head % 20 == 0 || step == -1 && head % 20 == 19) {
  // The place of the snake itself, which counts as a bite.
  head = snake[0];
}
//% else
// The square after the last one of a row is the first one of the next.
head = (head + 400) % 400;
//% endif
