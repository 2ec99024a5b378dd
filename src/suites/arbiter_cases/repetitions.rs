//! Repetitions, with and without claims.

use super::{Case, alone, case};

/// Repetitions, with and without claims.
pub(in crate::suites) const REPETITIONS: &[Case] = &[
    case(
        "threefold with the move",
        "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8=",
        "3R",
    ),
    case(
        "threefold before the move",
        "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 =@1500!",
        "3R",
    ),
    case(
        "threefold by an illegal move",
        "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 e2e5=!",
        "3R",
    ),
    case(
        "threefold and time",
        "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 =@900000!",
        "BT",
    ),
    case(
        "threefold with the move and time",
        "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8=@900000",
        "WT",
    ),
    case(
        "threefold and resignation",
        "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 ^C!",
        "BR",
    ),
    case(
        "threefold with the other move",
        "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6d5= =!",
        "DA",
    ),
    case(
        "threefold that is not claimed",
        "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 e2e4 =! e7e5 g1f3",
        "WR",
    ),
    case(
        "fourth occurrence",
        "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 =!",
        "3R",
    ),
    case(
        "fourth occurrence with the move",
        "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8=",
        "3R",
    ),
    case(
        "a claim too early is an offer",
        "g1f3 g8f6 f3g1 f6g8= =!",
        "DA",
    ),
    case(
        "a claim too early, an offer that lapses, and a claim",
        "g1f3 g8f6 f3g1 f6g8= g1f3 =! g8f6 f3g1 f6g8 =!",
        "3R",
    ),
    case(
        "an offer before the move of the third occurrence",
        "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 =! f6g8 e2e4",
        "WR",
    ),
    case(
        "an offer before the move, and a claim with it",
        "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 =! f6g8=",
        "3R",
    ),
    case(
        "fivefold",
        "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8",
        "5R",
    ),
    case(
        "fivefold with a mark",
        "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8=",
        "5R",
    ),
    case(
        "fivefold after a double step without a capture",
        "e2e4 g8f6 g1f3 f6g8 f3g1 g8f6 g1f3 f6g8 f3g1 g8f6 g1f3 f6g8 f3g1 g8f6 g1f3 f6g8 f3g1",
        "5R",
    ),
    case(
        "fivefold after a double step with a pinned pawn",
        "e2e4 d7d5 e4d5 e7e5 d1e2 a7a6 a2a3 e5e4 f2f4 g8f6 b1c3 f6g8 c3b1 g8f6 b1c3 f6g8 c3b1 \
         g8f6 b1c3 f6g8 c3b1 g8f6 b1c3 f6g8 c3b1",
        "5R",
    ),
    case(
        "fivefold after a double step with a capture",
        "a2a3 d7d5 a3a4 d5d4 e2e4 g8f6 g1f3 f6g8 f3g1 g8f6 g1f3 f6g8 f3g1 g8f6 g1f3 f6g8 f3g1 \
         g8f6 g1f3 f6g8 f3g1 g8f6",
        "5R",
    ),
    case(
        "threefold after a double step without a capture",
        "e2e4 g8f6 g1f3 f6g8 f3g1 g8f6 g1f3 f6g8 f3g1 =!",
        "3R",
    ),
    case(
        "threefold after a double step with a capture",
        "a2a3 d7d5 a3a4 d5d4 e2e4 g8f6 g1f3 f6g8 f3g1 g8f6 g1f3 f6g8 f3g1 =! g8f6 =!",
        "3R",
    ),
    case(
        "threefold without castling rights",
        "g1f3 g8f6 h1g1 f6g8 g1h1 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 =! g1f3 g8f6 f3g1 f6g8 =!",
        "3R",
    ),
    case(
        "fivefold without castling rights",
        "g1f3 g8f6 h1g1 f6g8 g1h1 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 \
         g1f3 g8f6 f3g1 f6g8 g1f3",
        "5R",
    ),
    alone(
        "threefold of the first position",
        "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 =!",
        "3R",
    ),
];
