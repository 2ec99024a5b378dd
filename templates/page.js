// A two-player chess referee. Result codes: W# White has won, B# Black has won,
// D! draw. In all fragments, the "mover" is the side to move.

//% if M and runs == 2 and not B
make = (piece, from, to, captured, crossed) => (
//% include "move.js"
);
//% endif
//% include "generate.js"
//% if T or U
//% include "draw.js"
//% endif
//% if F
//% include "cannot_mate.js"
//% endif
//% include "start.js"
//% include "turn.js"
