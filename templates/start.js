// THE BOARD is an array seen by the mover: own pieces positive, the
// opponent's negative, empty squares 0. The numbers of the pieces are `code` in
// catalog.toml, chosen so that cheap arithmetic tells pieces apart (the remarks
// at the places that do so say how).
//
// A file is a run of /*= code.width =*/ indices, of which the first 8 are its ranks 1 to 8 and
// the others are holes (undefined, or NaN after a move): a1 is 0, a2 is 1, b1 is
// /*= code.width =*/. A step off the board finds one of these, which fails every comparison.
// /*= code.width =*/ is also a number base in which a to h are digits (see typed.js).
//
// The pieces of rank 1 begin as text ('7'), which does as well as a number
// wherever it is used: it is only compared, negated, multiplied, or asked whether
// it is there.
board = [...
//% if runs == 2
  // The text typed last. Until there is one, any text will do that is no move.
  typed =
//% endif
  '/*= code.home =*/'
].flatMap(piece => [
  piece, /*= code.pawn =*/, 0, 0, 0, 0, -/*= code.pawn =*/, -piece, ...Array(/*= code.width - 8 =*/)
]);
