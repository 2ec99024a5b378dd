//% if M
        // What is compared last is above 1 for rook, bishop and queen: always more
        // than the first comparison's 0 or 1. It is 0 or less for king and knight:
        // never. For the pawn it is 1: only if three squares back is a hole, that
        // is, if it came from its own second rank and has gone one square. (A
        // square that has just been passed is true, but 0 as a number.)
        !+target & squares[to - 3 * side] < 9 < /*= code.slides =*/
//% else
        !target & /*= code.slides =*/
//% endif
