//! Games with 50 and 75 moves without capture and pawn move.

use super::super::endgames::{Endgame, MATES};

/// A long game: an endgame whose last move is a capture, plies without capture and pawn move, and a
/// tail.
#[derive(Clone, Copy, Debug)]
pub(in crate::suites) struct Quiet {
    pub name: &'static str,
    pub endgame: Endgame,
    pub quiet: usize,
    pub tail: &'static str,
    pub end: &'static str,
}

/// A case from both sides: after an odd number of quiet plies White or Black is to move.
const fn quiet(
    name: &'static str,
    quiet: usize,
    tails: [&'static str; 2],
    ends: [&'static str; 2],
) -> [Quiet; 2] {
    let white = Quiet {
        name,
        endgame: MATES[0],
        quiet,
        tail: tails[0],
        end: ends[0],
    };
    let black = Quiet {
        endgame: MATES[1],
        tail: tails[1],
        end: ends[1],
        ..white
    };
    [white, black]
}

/// Cases of 50 and 75 moves.
pub(in crate::suites) const QUIET: &[[Quiet; 2]] = &[
    quiet("fifty moves with the move", 99, ["*="; 2], ["50"; 2]),
    quiet("fifty moves before the move", 100, ["=@1000"; 2], ["50"; 2]),
    quiet("fifty moves claimed late", 117, ["="; 2], ["50"; 2]),
    quiet("fifty moves and time", 100, ["=@900000"; 2], ["WT", "BT"]),
    // The capture of the endgame is the last one that counts.
    quiet(
        "a claim on the ninety-ninth ply",
        99,
        ["= * ="; 2],
        ["50"; 2],
    ),
    quiet(
        "an offer on the ninety-ninth ply",
        98,
        ["*= ="; 2],
        ["DA"; 2],
    ),
    quiet(
        "a pawn moves after fifty moves",
        100,
        ["a7a6 = *", "a2a3 = *"],
        ["WR", "BR"],
    ),
    quiet(
        "a pawn moves with a mark after fifty moves",
        100,
        ["a7a6= =", "a2a3= ="],
        ["DA"; 2],
    ),
    quiet(
        "mate on the hundredth ply with a mark",
        99,
        ["d1h5=", "d8h4="],
        ["W#", "B#"],
    ),
    quiet("seventy-five moves", 149, ["*"; 2], ["75"; 2]),
    quiet("seventy-five moves with a mark", 149, ["*="; 2], ["75"; 2]),
    quiet(
        "resignation before seventy-five moves",
        149,
        ["^C"; 2],
        ["BR", "WR"],
    ),
    quiet(
        "mate on the hundred and fiftieth ply",
        149,
        ["d1h5", "d8h4"],
        ["W#", "B#"],
    ),
    quiet(
        "a pawn moves on the hundred and fiftieth ply",
        149,
        ["d2d3 = *", "d7d6 = *"],
        ["BR", "WR"],
    ),
    quiet("threefold and fifty moves", 92, ["<> >< ="; 2], ["50"; 2]),
    quiet(
        "threefold before fifty moves",
        91,
        ["<> >< ="; 2],
        ["3R"; 2],
    ),
    quiet(
        "fivefold and seventy-five moves",
        134,
        ["<> >< >< ><"; 2],
        ["5R"; 2],
    ),
];
