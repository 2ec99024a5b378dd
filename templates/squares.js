//% set falling = code.letters | reverse ~ "_" ~ code.letters | upper
//% set letters = falling | reverse if code.directed else falling
//% set middle = code.letters | length
//% set last = 10 if M and code.castling == 9 else 9
//% set rank = "at" if code.width % 2 else "(at / " ~ code.width ~ " ^ at)"
//% set shade = "~" ~ rank ~ " % 2"
//% set late = code.home[-1:] | int > 7 and not X
//% set centre = (7 * code.width + 7) / 2
//% set centre = centre | int if code.width % 2 else centre
//% set white = "-turn" if code.directed else "turn"
//% set here = "(at = (at - " ~ centre ~ ") * " ~ white ~ " + " ~ centre ~ ")" if V else "at"
//% set mark = here ~ " - square ? " ~ shade ~ " : 9" if late else here ~ " == square ? 9 : " ~ shade
//% set dim = "(value * turn " ~ (">" if code.directed else "<") ~ " 0)"
//% set made = "generate(board," ~ ("" if code.directed else "turn,") ~ ("start=" if P else "") ~ "square,"
//% set one = "show(" ~ made ~ "square=${at}))" if U else made ~ "square=${at})"
//% set over = "/(going<0)" if code.directed and A else "|~-going" if A else "/going"
//% set timed = "start=square" ~ over ~ ";square=${at};show(show())"
//% set twice = "start=square,square=${at}"
//% set untimed = "show(" ~ twice ~ ")" if A else "show(show(" ~ twice ~ "))"
//% set move = one if runs == 1 else timed if T else untimed
//% set click = move ~ (";taps=start-square?0:-~taps%4" if P else "")
//% set mouse = "onmouseup" if T else "onclick"
    // THE SQUARES, file by file: each hole that `map` finds ends a file and starts the next cell of the
    // table. `square` is the clicked square, `start` the one before. The text of the array has commas:
    // each is in a comment between `<!` and `>`, or an attribute of the cell.
//% if T
    // (`onmouseup`, because a tick between press and release replaces the squares: no `onclick` follows.)
    // `start` is no index after the end of the game/*% if A %*/, or if the page is to move/*% endif %*/.
//% endif
//% if runs == 2 and not A
    // The first call of `show` makes the move, the second one shows whether the game goes on.
//% elif T and A
    // The first call of `show` makes the move, the second one shows whether the game goes on.
//% endif
//% if V
    // Black sees the board turned: an index and the one in its place add up to that of the last square.
//% endif
//% if P
    // `taps` counts the clicks in a row on one square, modulo 4, from 0.
//% endif
    board.map((value, at) => value < /*= last =*/ ?
//% if U
      // The chess symbols are 9812 (king) to 9817 for White, 6 more for Black; 8195 is a blank of their
      // width. The last digit of the colour is 0 for a dark square and 9 for the marked one. A light square
      // has -1, which makes it no colour.
      `><dt style=zoom:4;background:#d9${
        /*= mark =*/
      } /*= mouse =*/=/*= click =*/>&#${
//%   set content = "(value = board[at])" if V else "value"
        /*= "+" if M else "" =*//*= content =*/ ? /*= code.glyph =*/ + 6 * /*= dim =*/ : 8195
      }<!`
//% else
//%   set content = "board[at]" if V else "value"
//%   set click = click | replace("${at}", "${" ~ here ~ "}")
      `><p /*= mouse =*/=/*= click =*/>${'/*= letters =*/'[/*= content =*/ * turn + /*= middle =*/]}<!`
//% endif
      : `><th `
    )
