  // DEEP: a search of three half-moves, then of captures. It makes a move of the list on a copy of
  // the board. The best move of the search is kept; the chosen move becomes the board.
  // `playing` is the depth: 16, 8 and 4 for all moves, 2 and 1 for captures, 0 for captures on
  // the square of the last move. Outside of the search it is text, or false, and `best` is
  // undefined.
  // From the last half-move that tries all moves on, no move scores more than its worth, for the
  // opponent may pass. (A move that is not tried counts as legal, see generate.js.)
  playing < 18 & worth <= best ? last = side : (
//% include "copy.js"
    // Is the king in check, or a square attacked that it crosses?
    // In castling, a third king stands on the king's square.
    (next[from] = crossed ? -1 : 0) && generate(next, -side) || (
    // The second king becomes the castled rook.
    next[crossed] = -/*= code.moved =*/,
    next[from] = 0,
    // A board that has been reached before scores four pawns less, which avoids repetitions.
    score = worth - (clocks[next] << 8) - generate(next, -side,
      // (Text is 0.)
      playing >> 1,
      // The least score: what the opponent has already; below the half-moves that try all moves, at
      // least that of passing.
      playing > 17 | worth > bound && worth - bound,
      // The bound; NaN outside of the search.
      worth - best
    ),
    // Can the opponent capture a king?
    score > -1e9 && (
      // Count the legal moves, with the sign of the mover: see repetition.js.
      options += last = side,
      score > best
        ? generate[best = score, playing] = move
        : move == chosen && (
//% include "made.js"
        )
    )
  ))
