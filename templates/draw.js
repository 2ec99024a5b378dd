// A piece number times `turn` is positive for White, whoever is to move.
//% set letters = code.letters | reverse ~ "_" ~ code.letters | upper
//% set middle = code.letters | length
//% set shown = "('" ~ letters[0] ~ "' + letters + '" ~ letters[-1:] ~ "')" if E else "'" ~ letters ~ "'"
//% set centre = (7 * code.width + 7) / 2
//% set centre = centre | int if code.width % 2 else centre
//% if T or U
//%   set modulus = 9 * code.width + 1
//%   set above = code.width - 7
//%   set index = "at * " ~ code.width ~ " % " ~ modulus ~ " - " ~ above if T else "--at"
//%   if V
// Black sees the board turned: an index and the one in its place add up to that of h8.
//%     set index = "(" ~ index ~ " - " ~ centre ~ ") * turn + " ~ centre
//%     if T
//%       set place = "at * " ~ code.width ~ " % " ~ modulus
//%       set index = "(" ~ place ~ " - " ~ (above + centre) ~ ") * turn + " ~ centre
//%     endif
//%   endif
//%   if W
// A board as Black sees it, with Black's pieces in upper case, is drawn for walls.js: `view` is -1 then.
//%     set place = "at * " ~ code.width ~ " % " ~ modulus
//%     set index = "(" ~ place ~ " - " ~ (above + centre) ~ ") * view + " ~ centre
//%   endif
//%   set square = "board[" ~ index ~ "]" ~ (" * view" if W else "")
//%   set unit = "s" if U else ""
//%   if T
// DRAW returns the clocks and the board, rank 8 first. `at` counts the squares down, nine
// to a rank: the recursion starts with h1 and puts each text after that of the next
// call, down to 0. A step of `at` is a step of one file, `at * /*= code.width =*/`. Nine of them are
// one rank modulo /*= modulus =*/ (nine files and 1).
// The newline before a rank takes the place of a ninth square/*% if U %*/, which is a hole/*% endif %*/.
//%   else
// DRAW returns the board, rank 8 first. `at` is the square's index plus 1. The recursion
// starts at a8. The next file is /*= code.width =*/ indices further; the index after the h-file
// is a hole and gives the newline; then `% /*= modulus =*/` (nine files and 1) gives
// the a-file one rank down. The recursion ends at 0, below a1.
//%   endif
draw = at => at/*% if T %*/--/*% endif %*/ ?
//%   if T
  draw(at) +
//%   endif
//%   if U
  // Fullwidth characters are 65248 above ASCII, which in 16 bits is 288 below it. The
  // letters are stored 43 below ASCII (B is a control character, which browsers keep),
  // so that 245 is left. A hole gives NaN, which selects the first character: 0xff - 245
  // is the newline.
//%     set upper = letters | replace("K", " ") | replace("Q", "&") | replace("R", "'")
//%     set upper = upper | replace("B", "\u0017") | replace("N", "#") | replace("P", "%")
//%     set both = upper | replace("_", "4") | replace("k", "@") | replace("q", "F")
//%     set both = both | replace("r", "G") | replace("b", "7") | replace("n", "C")
//%     set both = both | replace("p", "E")
  String.fromCharCode(
    `\xff/*= both =*/`.charCodeAt(/*= square =*/ * turn + /*= middle + 1 =*/) - 245
  )
//%   else
  (at % 9
    ? /*= shown =*/[/*= square =*/ * turn + /*= middle =*/]
      + ' '
    : `
`)
//%   endif
//%   if T
  // THE CLOCKS/*% if runs == 2 and not F %*/; the mover's time starts here/*% endif %*/.
  // The newline after the clocks is the last one of the recursion.
//%     set start = "asked = new Date, " if runs == 2 and not F else ""
//%     if F
  // The opponent's offer is 8: see arbiter.js.
  : 'W:' + clocks.join`/*= unit =*/ B:` + (offers & 8 ? '/*= unit =*/ =' : '/*= unit =*/');
//%     else
  : `W:${/*= start =*/clocks.join`/*= unit =*/ B:`}/*= unit =*/`;
//%     endif
//%   else
  + draw((at + /*= code.width + 1 =*/) % /*= modulus =*/) : '';
//%   endif
//% else
// DRAW returns the board, rank 8 first. `map` visits a square, or the marker after a
// file, for each character. The next index is the next file, and the next file is one
// rank down: `at * /*= code.width =*/` modulo the square of /*= code.width =*/ plus 1 swaps the two.
//%   set index = "(at * " ~ code.width ~ " + 7) % " ~ (code.width * code.width + 1)
//%   set index = "(" ~ index ~ " - " ~ centre ~ ") * turn + " ~ centre if V else index
//%   set square = "board[" ~ index ~ "]"
board.map((value, at) => value < /*= 10 if M and code.castling == 9 else 9 =*/
  ? /*= shown =*/[/*= square =*/ * turn + /*= middle =*/] + ' '
  : `
`).join``
//% endif
