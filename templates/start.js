// THE BOARD is an array from the mover's point of view: own pieces are positive,
// the opponent's negative, empty squares 0. The piece numbers are `code` in
// catalog.toml, chosen so that short arithmetic distinguishes the pieces (the comments
// at these places explain it).
//
// A file has /*= code.width =*/ indices. The first 8 are its ranks 1 to 8, the others are holes
// (undefined, or NaN after a move): a1 is 0, a2 is 1, b1 is /*= code.width =*/. A step off the
// board finds a hole, which fails every comparison. /*= code.width =*/ is also a number base in
// which a to h are digits (see typed.js).
//
// The pieces of rank 1 start as text (such as '7'). Text works like a number here: it
// is only compared, negated, multiplied, or tested for being present.
board = [...
//% if runs == 2
  // The last typed text. Initially, any text that is not a move.
  typed =
//% endif
  '/*= code.home =*/'
].flatMap(piece => [
  piece, /*= code.pawn =*/, 0, 0, 0, 0, -/*= code.pawn =*/, -piece, ...Array(/*= code.width - 8 =*/)
]);
