//% if M
        // The last operand is above 1 for rook, bishop and queen: greater than the 0 or 1
        // of the first comparison, so they continue. It is at most 0 for king and knight,
        // which never continue. It is 1 for a pawn, which continues only if three squares
        // back is a hole, that is, after one step from its second rank. The comparison
        // gives 0 or 1, which is greater than `-target` only if it is 1 and the square is
        // empty. (A square that has just been passed is true, but 0 as a number.)
        squares[to - 3 * side] < 9 < /*= code.slides =*/ > -target
//% else
        !target & /*= code.slides =*/
//% endif
