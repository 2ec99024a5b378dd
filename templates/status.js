//% set letter = "'WB'[mover]" if T else "~turn ? 'B' : 'W'" if code.directed else "~turn ? 'W' : 'B'"
//% set clock = "mover = +(turn > 0)" if code.directed else "mover = +!~turn"
//% set turns = "" if code.directed else ", turn"
//% set charge = ", quiet *= (clocks[" ~ clock ~ "] -= tick & going) > 0" if T else ""
//% set run = "options = 0, generate(board" ~ turns ~ charge ~ ")"
//% if T
  [(
//% if not A
    // A tick, which is -1, charges the mover. `quiet` becomes 0 if the time is over: no move is made
    // or counted.
    /*= run =*/,
//% endif
    going = options
      /*= "&&" if D or M and not B and code.moved % 2 == 0 else "&" =*/ quiet < 201
//% if D
//% include "dead.js"
//% endif
//% if A
      && turn
//% endif
//% if S
    ) ? /*= letter =*/ :
      // THE RESULT: a draw if there are legal moves, or if the mover has time left and is not in
      // check. Otherwise the mover has lost.
      options | quiet &
//% include "result.js"
//% else
    , /*= letter =*/)
//% endif
  , clocks] + `<table><th`
//% else
  `${
//% if not A
    /*= run =*/,
//% endif
//% if S
    options ? /*= letter =*/ :
//% include "result.js"
//% else
    // (Nothing is shown.)
    options ? '' : ''
//% endif
  }<table><th`
//% endif
