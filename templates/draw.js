//% if T
// DRAW writes the clocks and then the board, rank 8 first, from the end: `at` is
// the distance of a square from h8, plus 1. The walk begins at h1; a file before is
// /*= code.width =*/ further; before the a-file is no square, which becomes the newline; then
// `% /*= 9 * code.width + 1 =*/` (nine files and 1) leads to the h-file one rank up. It ends
// where `at` would be the h-file's square above h8: at 0.
//% else
// DRAW writes the board, rank 8 first. `at` is the square's index plus 1. The
// walk begins at a8; a file further is /*= code.width =*/ indices further; past the h-file is
// a hole, which becomes the newline; then `% /*= 9 * code.width + 1 =*/` (nine files and 1) leads to
// the a-file one rank down. It ends where `at` would be a square below a1: at 0.
//% endif
//
// Codes times `turn` are the same for both movers, and positive for White.
//% set letters = code.letters | reverse ~ "_" ~ code.letters | upper
//% set middle = code.letters | length
//% set square = ("board[" ~ (7 * code.width + 8) ~ " - at]") if T else "board[--at]"
//% set unit = "s" if U else ""
draw = at => at ?
//% if T
  draw((at + /*= code.width =*/) % /*= 9 * code.width + 1 =*/) +
//% endif
//% if U
  // Fullwidth characters are 65248 above ASCII, or as 16 bits count, 288 below it.
  // A hole gives NaN, which picks the first character: 0x12a - 288 is the newline.
  String.fromCharCode(
    '\u012a/*= letters =*/'.charCodeAt(/*= square =*/ * turn + /*= middle + 1 =*/) - 288
  )
//% elif T
  (at > /*= 7 * code.width + 8 =*/
    ? `
`
    : '/*= letters =*/'[/*= square =*/ * turn + /*= middle =*/] + ' ')
//% else
  // An index past the h-file is a hole.
  (--at < /*= 8 * code.width =*/
    ? '/*= letters =*/'[board[at] * turn + /*= middle =*/] + ' '
    : `
`)
//% endif
//% if T
  // THE CLOCKS/*% if runs == 2 %*/; and from now on the mover's time runs/*% endif %*/.
  // The last newline of the walk ends the line.
  : `W:${/*% if runs == 2 %*/asked = new Date, /*% endif %*/clocks.join`/*= unit =*/ B:`}/*= unit =*/`;
//% else
  + draw((at + /*= code.width + 1 =*/) % /*= 9 * code.width + 1 =*/) : '';
//% endif
