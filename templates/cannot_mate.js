// CAN A SIDE MATE? A regular expression tests the board's text twice in a row, so that the
// order of two pieces does not matter. Each alternative starts with a piece of that side:
//   - a pawn, a rook or a queen;
//   - a knight, if two more knights follow (with one knight, only itself follows), or any
//     pawn, rook or bishop;
//   - a bishop, if a pawn, a knight or a bishop on squares of the other colour follows:
//     then the number of separators between the bishops is odd. (A file has
//     /*= code.width =*/ indices, an odd number, and the board has an even number.)
// Without an argument it tests the opponent of the mover, whose numbers have a minus. With
// the separator `,-` all numbers have a minus: the position is dead if nobody can mate.
//% set n = code.knight
//% set b = code.bishop
//% set p = code.pawn
//% set rooks = code.moved ~ code.castling
mates = separator => /-([/*= p ~ rooks ~ code.queen =*/]|/*= n =*/.*(/*= n =*/.*/*= n =*/|[/*= p ~ rooks ~ b =*/])|/*= b =*/(.*[/*= p ~ n =*/]|((,[^,]*){2})*,-*/*= b =*/))/.test([...board, ...board].join(separator));
