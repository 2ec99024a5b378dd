            // EN PASSANT: a pawn that captures on an empty square takes what is
            // beside it, one back from where it arrives; it is the only mover
            // for which this is not simply the square it leaves. (A pawn that
            // steps straight "takes" its own starting square in both cases,
            // except on its second step of two, where that square is empty.)
            piece - 2 | target ? from : to - side
