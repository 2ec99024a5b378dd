// DRAW writes the position: the clocks if any, then rank 8 to rank 1. The index
// walks right to left from h1: 29 back is the file to the left; past the a-file
// is a hole, which becomes the newline; then `% 262` (nine files and 1) leads
// to the h-file one rank up. Each call puts its square after all that follow.
//
// The walk ends where `at` is 0, which is why its h1 is -8 and the board's index
// is `at` plus 211. Where no clocks stand above the board, the walk begins with
// the hole instead, so that each newline comes after its row.
//
// Codes times `turn` are the same for both movers, and positive for White.
//% set letters = code.letters | reverse ~ "_" ~ code.letters | upper
//% set middle = code.letters | length
draw = at => at ?
//% if U
  // Fullwidth characters are 65248 above ASCII. A hole gives NaN, which picks
  // the first character, and 0x12a + 65248 is 65536 + 10: the newline.
  String.fromCharCode(
    '\u012a/*= letters =*/'.charCodeAt(board[--at] * turn + /*= middle + 1 =*/) + 65248
  )
//% else
  // A hole gives NaN, which is false.
  (board[--at] + 8
    ? '/*= letters =*/'[board[at] * turn + /*= middle =*/] + ' '
    : `
`)
//% endif
  + draw((at + /*= width + 1 =*/) % /*= 9 * width + 1 =*/) : '';
