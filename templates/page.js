// A two-player chess referee. Result codes: W# White has won, B# Black has won,
// D! draw. Below, a "mover" is the side whose turn it is.

//% include "start.js"
//% if M and runs == 2
make = (piece, from, to, captured, crossed) => (
//% include "move.js"
);
//% endif
//% include "generate.js"
//% include "draw.js"
//% include "turn.js"
