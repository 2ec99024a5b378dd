//% if M
        // 3 % piece is 3 for bishop, rook and queen (4 to 7): always more than
        // the comparison's 0 or 1. It is 0 for king and knight: never. For the
        // pawn it is 1: only if three squares back is a hole, that is, if it
        // came from its own second rank and has gone one square.
        !+target & squares[to - 3 * side] < 9 < /*= code.slides =*/
//% else
        !target & /*= code.slides =*/
//% endif
