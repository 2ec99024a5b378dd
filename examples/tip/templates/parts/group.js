// Everybody pays the same.
sum /= prompt('How many?');
