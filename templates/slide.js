//% if M
//% set turned = code.seen | replace("-", "~") | replace("+", "-") | replace("~", "+")
//% set seen = turned if C else code.seen
        // `squares[…] < 9` is 1 if a square is on the board, else 0:
        // /*= "three squares back" if code.seen == "- 3" else "five squares ahead" =*/ of the target,
        // so that a pawn goes on only after one step from its second rank.
//%   if code.slides[0] == "<"
        // The next operand is above 1 for rook, bishop and queen, which always go on, and at most 0
        // for king and knight, which never do. It is 1 for a pawn, which goes on from 0 only.
//%   else
        // The next operand is negative for rook, bishop and queen, which always go on, and above 0
        // for king and knight, which never do. It is 0 for a pawn, which goes on from 1 only.
//%   endif
        // So the second comparison gives 0 or 1, which is greater than `-target` only if it is 1 and
        // the square is empty. (A square that has just been passed is true, but 0 as a number.)
        squares[at /*= seen =*/ * side] < 9 /*= code.slides =*/ > -target
//% else
        !target & /*= code.slides =*/
//% endif
