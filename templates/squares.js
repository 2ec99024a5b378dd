//% set falling = code.letters | reverse ~ "_" ~ code.letters | upper
//% set letters = falling | reverse if code.directed else falling
//% set middle = code.letters | length
//% set mouse = "onmouseup" if T else "onclick"
//% set run = "generate(board," ~ ("" if code.directed else "turn,") ~ ("start=" if P else "") ~ "square,square=${at})"
//% set one = "show(" ~ run ~ ")" if U else run
//% set over = "/(0>going)" if code.directed and A else "|~-going" if A else "/going"
//% set timed = "start=square" ~ over ~ ";square=${at};show(show())"
//% set untimed = "show(start=square,square=${at})" if A else "show(show(start=square,square=${at}))"
//% set move = one if runs == 1 else timed if T else untimed
//% set click = move ~ (";taps=start-square?0:-~taps%4" if P else "")
    board.map((value, at) => value < /*= 10 if M and code.castling == 9 else 9 =*/ ?
//% if U
      `<dt style=zoom:4;background:#a60${
        at - square ? /*= "at % 2" if code.width % 2 else "(at * " ~ (code.width + 1) ~ " / " ~ code.width ~ " & 1)" =*/ * 6 : 9
      } /*= mouse =*/=/*= click =*/>&#${
        /*= "+" if M else "" =*/value ? /*= code.glyph =*/ + 6 * (value * turn /*= ">" if code.directed else "<" =*/ 0) : 8195
      }`
//% else
      `<p /*= mouse =*/=/*= click =*/>` + '/*= letters =*/'[value * turn + /*= middle =*/]
//% endif
      : `<th>`
    ).join``
