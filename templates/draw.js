// DRAW writes the board, rank 8 first. `at` is the square's index plus 1. The
// walk begins at a8; a file further is /*= width =*/ indices further; past the h-file is
// a hole, which becomes the newline; then `% /*= 9 * width + 1 =*/` (nine files and 1) leads to
// the a-file one rank down. It ends where `at` would be a square below a1: at 0.
//
// Codes times `turn` are the same for both movers, and positive for White.
//% set letters = code.letters | reverse ~ "_" ~ code.letters | upper
//% set middle = code.letters | length
draw = at => at ?
//% if U
  // Fullwidth characters are 65248 above ASCII, or as 16 bits count, 288 below it.
  // A hole gives NaN, which picks the first character: 0x12a - 288 is the newline.
  String.fromCharCode(
    '\u012a/*= letters =*/'.charCodeAt(board[--at] * turn + /*= middle + 1 =*/) - 288
  )
//% else
  // An index past the h-file is a hole.
  (--at < /*= 8 * width =*/
    ? '/*= letters =*/'[board[at] * turn + /*= middle =*/] + ' '
    : `
`)
//% endif
  + draw((at + /*= width + 1 =*/) % /*= 9 * width + 1 =*/) : '';
