// Everybody pays the same share.
/ prompt('How many?')
