//! Results, offers and claims without repetitions.

use super::{Case, alone, case};

/// Results, offers and claims without repetitions.
pub(in crate::suites) const TALKS: &[Case] = &[
    case("mate", "f2f3 e7e5 g2g4 d8h4", "B#"),
    case("mate with a mark", "f2f3 e7e5 g2g4 d8h4=", "B#"),
    case("mate against an offer", "f2f3 e7e5 g2g4= d8h4", "B#"),
    alone(
        "stalemate of Black with a mark",
        "e2e3 a7a6 d1h5 a6a5 h2h3 a8a6 h5a5 h7h6 h3h4 h6h5 a5c7 a6h6 a2a3 f7f6 c7d7 e8f7 d7b7 d8d3 b7b8 d3h7 b8c8 f7g6 c8e6=",
        "SM",
    ),
    alone(
        "stalemate of White",
        "a2a3 e7e6 a3a4 d8h4 a1a3 h4a4 h2h4 h7h5 a3h3 a4c2 f2f3 c2d2 e1f2 d2b2 d1d6 b2b1 d6h2 b1c1 f2g3 c1e3",
        "SM",
    ),
    case("an offer is accepted", "e2e4 e7e5= =!", "DA"),
    case(
        "an offer is accepted with time",
        "e2e4 e7e5=@2000 zz@3000! =@4000!",
        "DA",
    ),
    case(
        "an offer is accepted by an illegal move",
        "e2e4 e7e5= e2e5=!",
        "DA",
    ),
    case(
        "an offer is accepted by a move of the other side",
        "e2e4 e7e5= d7d5=!",
        "DA",
    ),
    case("an offer is accepted by two marks", "e2e4 e7e5= ==!", "DA"),
    case(
        "an offer is accepted by words",
        "e2e4 e7e5= a~draw=~then!",
        "DA",
    ),
    case(
        "an offer stands after rejected texts",
        "e2e4 e7e5= zz! e7e4! e2e4! i9! =!",
        "DA",
    ),
    case("an offer lapses with the move", "e2e4= e7e5 =!", "BR"),
    case("an offer against an offer", "e2e4= e7e5= =!", "DA"),
    case("both offers lapse", "e2e4= e7e5= g1f3 =!", "WR"),
    case("offers by one side", "e2e4= e7e5 g1f3= b8c6 f1c4= =!", "DA"),
    alone(
        "no agreement before Black's first move",
        "e2e4= =! =@5000! e7e4=!",
        "WR",
    ),
    alone(
        "Black's first offer against an offer",
        "e2e4= =! zz! e7e5 =!",
        "DA",
    ),
    alone("two offers that lapse", "e2e4= =! e7e5 g1f3 =!", "WR"),
    alone("an offer before White's first move", "=! zz! e2e4 =!", "WR"),
    alone("offers before both first moves", "=! e2e4 =! e7e5 =!", "DA"),
    alone(
        "an offer with the second side's first move",
        "e2e4 e7e5= =!",
        "DA",
    ),
    case("an offer without a move", "e2e4 =! e7e5 =!", "DA"),
    case(
        "an offer without a move is shown after the move only",
        "e2e4 =! zz! e7e4! =@2000! i9! e7e5@3000 zz! =!",
        "DA",
    ),
    case(
        "an offer without a move is not accepted by its own side",
        "e2e4 e7e5 =! =! ==! g1f3",
        "WR",
    ),
    case(
        "an offer without a move lapses",
        "e2e4 =! e7e5 g1f3 =!",
        "WR",
    ),
    case(
        "an offer without a move stands for one move",
        "e2e4 =! e7e5 g1f3 b8c6 =!",
        "BR",
    ),
    case(
        "an offer without a move and one with the move",
        "e2e4 =! e7e5= =!",
        "DA",
    ),
    case("an offer by an illegal move", "e2e4 e7e4=! e7e5 =!", "DA"),
    case(
        "an offer by a mark before the squares",
        "e2e4 =e7e5! e7e5 =!",
        "DA",
    ),
    case(
        "mate after an offer without a move",
        "f2f3 e7e5 g2g4 =! d8h4",
        "B#",
    ),
    case(
        "resignation after an offer without a move",
        "e2e4 =! ^C!",
        "WR",
    ),
    case(
        "time against an offer without a move",
        "e2e4 =@2000! e7e5@3000 =@900000!",
        "BT",
    ),
    case("two marks after a move", "e2e4 e7e5== =!", "DA"),
    case("a mark after a space", "e2e4 e7e5~= =!", "DA"),
    case("a mark after other characters", "e2e4 E7E5xyz=abc =!", "DA"),
    case("a mark that is no promotion", "e2e4 e7e5q= =!", "DA"),
    case(
        "another sign is no mark",
        "e2e4\u{ff1d} =! \u{ff1d}! \u{2550}! e7e5",
        "BR",
    ),
    case(
        "marks before the end of the squares",
        "=e2e4! e=2e4! e2=e4! e2e=4! ~=e2e4! e2~=e4! e2e4",
        "WR",
    ),
    case("a mark alone before the first move", "==! =! e2e4", "WR"),
    case(
        "promotion to a knight with a mark",
        "a2a4 b7b5 a4b5 a7a6 b5a6 c8b7 a6b7 h7h6 b7a8n= =!",
        "DA",
    ),
    case(
        "promotion to a rook with a mark later",
        "a2a4 b7b5 a4b5 a7a6 b5a6 c8b7 a6b7 h7h6 b7a8Rx= =!",
        "DA",
    ),
    case(
        "promotion with a mark in the place of the piece",
        "a2a4 b7b5 a4b5 a7a6 b5a6 c8b7 a6b7 h7h6 b7a8=n =!",
        "DA",
    ),
    case(
        "promotion to a bishop with two marks",
        "a2a4 b7b5 a4b5 a7a6 b5a6 c8b7 a6b7 h7h6 b7a8b== h6h5 =!",
        "BR",
    ),
    case("resignation", "^C!", "BR"),
    case("resignation by the second side", "e2e4 ^C!", "WR"),
    case("resignation against an offer", "e2e4= ^C!", "WR"),
    case("resignation after an own offer", "e2e4= e7e5 ^C!", "BR"),
    case("resignation in the last second", "^C@899999!", "BR"),
    case("Cancel after the time", "^C@900000!", "BT"),
    case(
        "Cancel after the time against an offer",
        "e2e4= ^C@900000!",
        "WT",
    ),
    case(
        "Cancel after the time of rejected texts",
        "zz@450000! =@449000! ^C@1000!",
        "BT",
    ),
    case("time on the first move", "e2e4@900000", "BT"),
    case("time of the second side", "e2e4 e7e5@900000", "WT"),
    case("time on a move with a mark", "e2e4=@900000", "BT"),
    case("time against an offer", "e2e4= =@900000!", "WT"),
    case("time on a move against an offer", "e2e4= e7e5@900000", "WT"),
    case(
        "time of a mark without a ground",
        "=@899000! =@999! e2e4@1000",
        "BT",
    ),
    case("time on a mating move", "f2f3 e7e5 g2g4 d8h4@900000", "WT"),
    case(
        "time after mate in the last second",
        "f2f3 e7e5 g2g4 d8h4=@899000",
        "B#",
    ),
];
