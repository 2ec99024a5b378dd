// THE BOARD that one clicks. There is no selection: each click tries the move from the square of the
// click before to its own.
//% set clock = "mover = +(turn > 0)" if code.directed else "mover = +!~turn"
//% set turns = "" if code.directed else ", turn"
//% set black = "> 0" if code.directed else "< 0"
//% set initial = ("" if code.directed else "turn = ") ~ ("quiet = going = " if T else "")
//% if T
// (The first call charges the first second.)
clocks = [901, 900];
//% endif
//% if runs == 1
(show = () => body.innerHTML = `<table><th` +
//% include "squares.js"
)(/*= initial ~ "1" if initial else "" =*/)
//% elif A
/*= "setInterval" if T else "" =*/(show = tick => {
//% if not T
  // Make the clicked move, or the page's own.
  generate(board/*= turns =*//*= ", 1" if B else "" =*/);
//% endif
  options = 0;
  generate(board/*= turns =*/
//% if T
    // A tick charges the mover. `quiet` becomes 0 if the time is over: no move is made or counted.
    , quiet *= (clocks[/*= clock =*/] -= tick & going) > 0
//% elif B
    , 1
//% endif
  );
  body.innerHTML =
//% include "status.js"
    +
//% include "squares.js"
  ;
  // THE PAGE'S OWN MOVE
//% if T
  // (`tick` is true for a tick, undefined for a click.)
  tick & going /*= black =*/ && show(
//% elif B
  options * turn /*= black =*/ &&
//% else
  options && turn /*= black =*/ &&
//% endif
    show([start, square] =
//% if B
      generate[
        /*= "(taps = 0," if P and not T else "" =*/
        generate(board/*= turns =*/, start = -2e3, start)
        /*= ")" if P and not T else "" =*/,
        start
      ]
//% else
      /*= "(taps = 0, reply)" if P and not T else "reply" =*/
//% endif
    )
//% if T
  )
}, 1e3, !show(/*= initial =*/ 1))
//% else
})(/*= initial ~ "1" if initial else "" =*/)
//% endif
//% else
/*= "setInterval" if T else "" =*/(show = tick => body.innerHTML =
//% include "status.js"
  +
//% include "squares.js"
//% if T
, 1e3, ~show(/*= initial =*/ 1))
//% else
)(/*= initial ~ "1" if initial else "" =*/)
//% endif
//% endif
