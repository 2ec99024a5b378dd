//% set n = code.knight
//% set b = code.bishop
//% set p = code.pawn
//% set rooks = code.moved ~ code.castling
    // CAN A SIDE MATE? A regular expression tests the text of `ending` and the board. The
    // board stands there twice, so that every other piece follows the first one that the
    // expression finds:
    //   - a pawn, a rook or a queen;
    //   - a knight, then another piece except a queen, then a knight (the first one again);
    //   - a bishop, then a pawn, a knight or a bishop on squares of the other colour: then
    //     the number of cells from one bishop to the other is odd. (See dead.js. The board has
    //     an even number of cells.)
    // The first piece must be the opponent's, whose numbers have a minus. If the mover can
    // move, the text starts with D and the sign does not count: the position is dead if one
    // side could not mate with the pieces of both.
//% set major = "[" ~ rooks ~ code.queen ~ p ~ "]"
//% set pawns = ""
//% if W
    // Pawns alone can be a wall: if the mover can move, and the text starts with D, they do not count.
//%   set major = "[" ~ code.queen ~ rooks ~ "]"
//%   set pawns = "|[#M].*-" ~ p
//% endif
//% set highest = b if b > code.moved else code.moved
//% set with_knight = n ~ ".*[" ~ p ~ "-" ~ highest ~ code.castling ~ "].*" ~ n
//% set before = code.before
//% set cell = code.cell
//% set with_bishop = b ~ "(.*[" ~ p ~ n ~ "]|((" ~ cell ~ "){2})*" ~ before ~ b ~ ")"
    /(D.*|-)(/*= major =*/|/*= with_knight =*/|/*= with_bishop =*/)/*= pawns =*//.test([
      // The announcement for a mover who does not lose; for one who does, it starts with the
      // reason. `typed` is false without time, 0 after Cancel. Stalemate removes the board,
      // so that the expression finds nothing.
      ending = options ? 'DP'
        : typed ?
//% if B
          // The opponent, on the turned board, cannot capture a king: stalemate.
          !generate(board.map(value => -value), -turn)
//% else
          // The null move make() is true unless the mover is in check: stalemate.
          make()
//% endif
          ? board = 'SM' : '#'
        : clocks[typed] ? 'RM' : 'TM',
      board, board,
      // (A number in the text is harmless: a dead position ends the game when it occurs for
      // the first time.)
//% include "repetition.js"
    ])
