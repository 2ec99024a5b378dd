//% if F
// A two-player chess arbiter. Result codes: W# B# checkmate, SM stalemate, DP dead
// position, 75 seventy-five moves, 5R fivefold repetition, 50 3R claims, DA agreed draw,
// WT BT win on time, WR BR win by resignation, TM RM draw because the other side cannot
// mate. In all fragments, the "mover" is the side to move.
//% else
// A two-player chess referee. Result codes: W# White has won, B# Black has won,
// D! draw. In all fragments, the "mover" is the side to move.
//% endif

//% if M and S and runs == 2 and not B
//%   if X
make = (piece, from, to, captured, rookTo, place = to) => (
//%   else
make = (piece, from, to, captured, crossed) => (
//%   endif
//% include "move.js"
);
//% endif
//% if D or E or X
//% include "generate.js"
//% endif
//% if (T or U) and not C
//% include "draw.js"
//% endif
//% include "start.js"
//% include "turn.js"
