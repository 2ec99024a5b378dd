//% set deep = B and F
    // CASTLING starts from the rook.
//% if X
//% set width = code.width
//% set odd = width % 2
    // One that may castle (/*= code.castling =*/) has slid until its own king (1) stopped it, so the
    // squares between them are empty. `target` is the content of the square that stopped the rook; `step`
    // points from rook to king.
//%   set even = "an even step" if odd else "a multiple of " ~ 2 * width
    // (Two files are /*= even =*/: it jumps.)
    // The king goes to the c-file or the g-file, two files beside the e-file, and the rook to its other side.
    // move.js tests the other squares. The rook's square is the one that is typed, and the one that is
    // cleared.
//%   set here = "playing" if T and runs == 2 else "side == turn"
      /*= here =*/ /*= "&" if odd and not F and here == "playing" else "&&" =*/
        /*= "step &" if odd else "step % " ~ 2 * width ~ " &&" =*/
        unit == /*= code.castling =*/ * target &&
        make(1, at, home, home, (kingTo = /*= 4 * width =*/ - 2 * step + home % /*= width =*/) + step, at)
//% elif deep
    // A rook that may castle (/*= code.castling =*/) has slid until its own king (1) stopped it, so
    // the squares between them are empty. `target` is the content of the square that stopped the
    // rook; `step` points from rook to king. deep.js tests the king's square and those that it
    // crosses and reaches. (`^` is 0 only if the product is /*= code.castling =*/; a product with a
    // hole is NaN, which `^` takes as 0. This code runs for every step, so the product is tested first.)
      target * unit ^ /*= code.castling =*/ || make(1, at, at - 2 * step, at - step)
//% else
    // One that may castle (/*= code.castling =*/) has just moved to an empty square beside its own
    // king (1), so the squares between them are empty. Without a capture `target` is 0, and `|`
    // gives the square behind; with one it gives a negative index. `step` points from rook to king.
    // The rook's move is legal only if the king is not in check: it opens no line to the king.
    // move.js tests the squares that the king crosses and reaches.
//%   set behind = "squares[at + step | target]"
//%   set two = runs == 2 and not B
//%   set made = "& make(" if two else "| make("
    // The square behind is looked at first, because `make` assigns `target`.
//%   if two
    // (`make` gives a number of which bit 0 is set if the move is legal.)
      unit * /*= behind =*/ == /*= code.castling =*/
//%   else
    // (`make` gives 0 or false if the move is legal but not played.)
      /*= behind =*/ * unit ^ /*= code.castling =*/
//%   endif
      /*= made =*/unit, home, at
//%   if S and two
      ,
//% include "captured.js"
//%   endif
      ) /*= "&&" if two else "||" =*/
      make(1, at + step, at - step, /*= "home," if S and runs == 2 and not B else "" =*/ at)
//% endif
