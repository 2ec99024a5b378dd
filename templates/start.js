// THE BOARD is an array seen by the mover: own pieces positive, the
// opponent's negative, empty squares 0. The codes are chosen so that cheap
// arithmetic tells pieces apart (the remarks at the places that do so say how):
//
//    1 king   2 pawn   3 knight   4 rook   5 bishop   6 queen
//% if M
//    7 rook that may still castle
//% endif
//
// A file is a run of 29 indices, of which the first 8 are its ranks 1 to 8 and
// the other 21 are holes: a1 is 0, a2 is 1, b1 is 29, h8 is 210. A step off the
// board finds undefined there, which fails every comparison. 29 is odd, so the
// parity of an index is the colour of the square; and 29 is a number base in
// which a to h are digits (see typed.js).
//
// `push` returns the new length; 21 more make the holes. The pieces of rank 1
// begin as text ('7'), which does as well as a number wherever it is used: it is
// only compared, negated, multiplied, or asked whether it is there.
board = [...
//% if T or P
  // The text typed last. Until there is one, any text will do that is no move.
  typed =
//% endif
  '/*= code.home =*/'
].flatMap(piece => [piece, /*= code.pawn =*/, 0, 0, 0, 0, -/*= code.pawn =*/, -piece, ...Array(/*= 20 if width == 28 else 21 =*/)]);
