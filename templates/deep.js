  // DEEP: make one move of the list on a copy of the board. In the search, keep the best move; outside
  // of it, the chosen move becomes the board.
  // `playing` is the depth: the search starts with at least 64, and each half-move halves it. All moves
  // are tried down to 9, then captures; 0 ends the search. So there are three half-moves of all
  // moves, and four with few moves at the start. Outside of the search `playing` is text, whose half
  // is NaN, or false, and `best` is undefined.
  // From the last half-move of all moves on, no move scores more than its worth, because the opponent may
  // pass. So a move whose worth is not better is not tried. (It counts as a legal move.)
  playing < 18 & worth <= best ? legal = side : (
//% include "copy.js"
    // In castling, a third king stands on the king's square. (Otherwise the square is
    // undefined for now.) Can the opponent capture one of the three?
    (next[from] = crossed && -1) && generate(next, -side) || (
    // The second king becomes the castled rook.
    next[crossed] = -/*= code.moved =*/,
    next[from] = 0,
    // A board that has been reached before is worth four pawns less, which avoids repetitions.
    score = (worth -= clocks[next] << 8) - generate(next, -side,
      // (Text is 0.)
      playing >> 1,
      // The least score of the reply: what this side already has from another move. If the reply is a
      // capture only, it is at least that of passing.
      playing > 17 | worth > bound && worth - bound,
      // The bound; NaN outside of the search.
      worth - best
    ),
    // Is the king safe? (Its capture scores 9e9.)
    score > -1e9 && (
      // Count the legal moves, with the sign of the mover: see repetition.js.
      options += legal = side,
      score > best
        ? generate[best = score, playing] = move
        : move == chosen && (
//% include "made.js"
        )
    )
  ))
