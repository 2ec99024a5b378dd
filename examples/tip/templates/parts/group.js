// Everybody pays the same share.
sum /= prompt('How many?');
