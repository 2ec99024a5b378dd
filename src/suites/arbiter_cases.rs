//! The cases of the `arbiter` suite.

use super::draws::{BLACK_MATES, WHITE_MATES};
use super::reduce::Kept;
use super::scripted_game::{ScriptedGame, game, one_sided};
use golfchess_rules::Square;

/// A scripted game with F and the announcement at its end. A script that does not end the game is
/// followed by Cancel, which resigns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Case {
    /// The game. Its words are those of a script.
    pub game: ScriptedGame,
    /// The announcement; in the mirrored game with the sides exchanged.
    pub end: &'static str,
}

/// A case from one side.
pub(super) struct Side {
    pub name: String,
    pub words: String,
    pub end: String,
}

impl Case {
    /// The game, and the mirrored one if there is one.
    pub fn sides(&self) -> Vec<Side> {
        let other = |c| match c {
            'W' => 'B',
            'B' => 'W',
            c => c,
        };
        let ends = [self.end.to_owned(), self.end.chars().map(other).collect()];
        let sides = self.game.sides().into_iter().zip(ends);
        sides
            .map(|((name, words), end)| Side { name, words, end })
            .collect()
    }
}

const fn case(name: &'static str, words: &'static str, end: &'static str) -> Case {
    let game = game(name, "h2h3", words);
    Case { game, end }
}

const fn alone(name: &'static str, words: &'static str, end: &'static str) -> Case {
    let game = one_sided(name, words);
    Case { game, end }
}

/// Results, offers and claims without repetitions.
pub(super) const TALKS: &[Case] = &[
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
    case("an offer is accepted", "e2e4= =!", "DA"),
    case(
        "an offer is accepted with time",
        "e2e4=@2000 zz@3000! =@4000!",
        "DA",
    ),
    case(
        "an offer is accepted by an illegal move",
        "e2e4= e7e4=!",
        "DA",
    ),
    case(
        "an offer is accepted by a move of the other side",
        "e2e4= d2d4=!",
        "DA",
    ),
    case("an offer is accepted by two marks", "e2e4= ==!", "DA"),
    case("an offer is accepted by words", "e2e4= a~draw=~then!", "DA"),
    case(
        "an offer stands after rejected texts",
        "e2e4= zz! e7e4! e2e4! i9! =!",
        "DA",
    ),
    case(
        "an offer lapses with the move",
        "e2e4= e7e5 =! g1f3 =! b8c6 =!",
        "BR",
    ),
    case("an offer against an offer", "e2e4= e7e5= =!", "DA"),
    case("both offers lapse", "e2e4= e7e5= g1f3 =! b8c6 =!", "BR"),
    case("offers by one side", "e2e4= e7e5 g1f3= b8c6 f1c4= =!", "DA"),
    case(
        "a claim without a ground",
        "=! e2e4 =! ==! e7e5 e2e5=! =@5000! g1f3",
        "WR",
    ),
    case("two marks after a move", "e2e4== =!", "DA"),
    case("a mark after a space", "e2e4~= =!", "DA"),
    case("a mark after other characters", "E2E4xyz=abc =!", "DA"),
    case("a mark that is no promotion", "e2e4q= =!", "DA"),
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

/// Repetitions, with and without claims.
pub(super) const REPETITIONS: &[Case] = &[
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
        "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 e2e4 =! e7e5 =! g1f3",
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
        "g1f3 g8f6 f3g1 f6g8= g1f3 =! g8f6 =! f3g1 f6g8 =!",
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
];

/// A long game: an opening whose last move is a pawn move, plies without capture and pawn move, and
/// a tail.
#[derive(Clone, Copy, Debug)]
pub(super) struct Quiet {
    pub name: &'static str,
    pub opening: &'static str,
    /// The squares of the pieces that do not move before the tail.
    pub frozen: &'static [&'static str],
    pub quiet: usize,
    pub tail: &'static str,
    pub end: &'static str,
}

impl Quiet {
    /// The frozen squares.
    pub fn frozen_squares(&self) -> Vec<Square> {
        let squares = self.frozen.iter();
        squares.filter_map(|square| square.parse().ok()).collect()
    }
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
        opening: WHITE_MATES.opening,
        frozen: WHITE_MATES.frozen,
        quiet,
        tail: tails[0],
        end: ends[0],
    };
    let black = Quiet {
        opening: BLACK_MATES.opening,
        frozen: BLACK_MATES.frozen,
        tail: tails[1],
        end: ends[1],
        ..white
    };
    [white, black]
}

/// Cases of 50 and 75 moves.
pub(super) const QUIET: &[[Quiet; 2]] = &[
    quiet("fifty moves with the move", 99, ["*="; 2], ["50"; 2]),
    quiet("fifty moves before the move", 100, ["=@1000"; 2], ["50"; 2]),
    quiet("fifty moves claimed late", 117, ["="; 2], ["50"; 2]),
    quiet("fifty moves and time", 100, ["=@900000"; 2], ["WT", "BT"]),
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
        ["d2d3 = *", "e6e5 = *"],
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

/// Balances in which the position is dead, each with its mirrored one.
pub(super) const DEAD: &[Material] = &[
    material("two kings", &[]),
    material("one knight", &["b1"]),
    material("one knight of Black", &["g8"]),
    material("one bishop", &["c1"]),
    material("one bishop of Black", &["f8"]),
    material("bishops on one colour", &["c1", "f8"]),
];

/// A balance of material.
#[derive(Clone, Copy, Debug)]
pub(super) struct Material {
    pub name: &'static str,
    /// The start squares of the pieces that stay besides the kings.
    pub kept: Kept,
    /// The start squares of pieces that do not move.
    pub unmoved: Kept,
}

const fn material(name: &'static str, kept: Kept) -> Material {
    let unmoved: Kept = &[];
    Material {
        name,
        kept,
        unmoved,
    }
}

/// Balances in which one side cannot mate, or nearly so; none is dead. Each stands with its mirrored
/// one.
pub(super) const MATERIAL: &[Material] = &[
    material("a queen", &["d8"]),
    material("a queen of White", &["d1"]),
    material("a rook", &["a8"]),
    material("a rook of White", &["h1"]),
    material("a pawn", &["a7"]),
    material("a pawn of White", &["h2"]),
    material("two knights", &["b8", "g8"]),
    material("two knights of White", &["b1", "g1"]),
    material("two bishops", &["c8", "f8"]),
    material("two bishops of White", &["c1", "f1"]),
    material("knight against queen", &["b1", "d8"]),
    material("queen against knight", &["d1", "g8"]),
    material("knight against rook", &["g1", "a8"]),
    material("rook against knight", &["h1", "b8"]),
    material("knight against pawn", &["b1", "h7"]),
    material("pawn against knight", &["a2", "g8"]),
    material("knight against bishop", &["b1", "c8"]),
    material("bishop against knight", &["f1", "b8"]),
    material("knight against knight", &["b1", "g8"]),
    material("knight against queen and rook", &["b1", "d8", "h8"]),
    material("queen and rook against knight", &["d1", "a1", "g8"]),
    material("two knights against queen", &["b1", "g1", "d8"]),
    material("queen against two knights", &["d1", "b8", "g8"]),
    material("bishop against queen", &["c1", "d8"]),
    material("queen against bishop", &["d1", "f8"]),
    material("bishop against rook", &["f1", "h8"]),
    material("rook against bishop", &["a1", "c8"]),
    material("bishop against pawn", &["c1", "a7"]),
    material("pawn against bishop", &["h2", "c8"]),
    material("bishops on both colours", &["c1", "c8"]),
    material(
        "bishop against rook and bishop on its colour",
        &["c1", "f8", "a8"],
    ),
    material(
        "rook and bishop against bishop on its colour",
        &["h1", "f1", "c8"],
    ),
    material(
        "bishop against rook and bishop on the other colour",
        &["c1", "c8", "a8"],
    ),
    material(
        "rook and bishop against bishop on the other colour",
        &["h1", "f1", "f8"],
    ),
    material("bishop against queen and knight", &["c1", "d8", "g8"]),
    material("queen and knight against bishop", &["d1", "b1", "f8"]),
    material("bishop and knight against queen", &["c1", "b1", "d8"]),
    material("queen against bishop and knight", &["d1", "c8", "g8"]),
    Material {
        unmoved: &["a8", "e8"],
        ..material("knight against an unmoved rook", &["b1", "a8"])
    },
    Material {
        unmoved: &["h1", "e1"],
        ..material("an unmoved rook against bishop", &["h1", "c8"])
    },
];
