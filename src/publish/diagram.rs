//! Diagrams of the moves, drawn from the reference engine's own lists of legal moves, and the
//! texts that a page shows. Nothing here is an arrow typed by hand: a diagram names a position
//! and the pieces to look at; where they can go, the engine says.

mod marks;
mod svg;

use std::collections::BTreeMap;
use std::time::Duration;

use golfchess_rules::{Game, Position, Square};

use super::text::escaped;

use crate::contract::{Referee, Show, profile};
use marks::Marks;

/// A diagram before it is drawn.
struct Plan {
    name: &'static str,
    title: &'static str,
    /// The rules, as the letters of their flags.
    flags: &'static str,
    /// The position; empty for the start of a game.
    fen: &'static str,
    /// What is typed from there on; the last move is shown.
    line: &'static str,
    /// The squares of the pieces whose legal moves are marked.
    of: &'static str,
}

/// Scholar's Mate, for pages with the special moves.
const SCHOLARS_MATE: &str = "e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7";

/// A mate that needs no double step, for all pages.
const SINGLE_STEPS_MATE: &str = "f2f3 e7e6 g2g3 a7a6 g3g4 d8h4";

const fn plan(
    name: &'static str,
    title: &'static str,
    fen: &'static str,
    line: &'static str,
    of: &'static str,
) -> Plan {
    Plan {
        name,
        title,
        flags: "MP",
        fen,
        line,
        of,
    }
}

#[rustfmt::skip] // one diagram a line, as a table
const PLANS: [Plan; 20] = [
    plan("start", "The start position", "", "", ""),
    plan("king", "King", "3r3k/8/8/8/4K3/5p2/8/8 w - - 0 1", "", "e4"),
    plan("queen", "Queen", "7k/8/2p5/8/4Q3/8/6P1/K7 w - - 0 1", "", "e4"),
    plan("rook", "Rook", "7k/8/3p4/8/1P1R4/8/8/K7 w - - 0 1", "", "d4"),
    plan("bishop", "Bishop", "k7/8/1p6/8/3B4/8/1P6/7K w - - 0 1", "", "d4"),
    plan("knight", "Knight", "k7/8/8/3ppp2/2PNP3/8/4P3/7K w - - 0 1", "", "d4"),
    plan("pawn_step", "Pawn: one step, if the square is empty", "k7/8/8/1p6/1P6/4P3/8/7K w - - 0 1", "", "b4 e3"),
    plan("pawn_double", "Pawn: double step from where it starts", "", "", "e2"),
    plan("pawn_capture", "Pawn: captures", "k7/8/8/2ppp3/3P4/8/8/7K w - - 0 1", "", "d4"),
    plan("en_passant", "En passant", "k7/3p4/8/4P3/8/8/8/7K b - - 0 1", "d7d5", "e5"),
    plan("promotion", "Promotion", "1n5k/P7/8/8/8/8/8/K7 w - - 0 1", "", "a7"),
    plan("castling_short", "Castling short", "4k3/8/8/8/8/8/3PPP2/4K2R w K - 0 1", "", "e1"),
    plan("castling_long", "Castling long", "4k3/8/8/8/8/8/3PPP2/R3K3 w Q - 0 1", "", "e1"),
    plan("castling_done", "After castling short", "4k3/8/8/8/8/8/3PPP2/4K2R w K - 0 1", "e1g1", ""),
    plan("castling_refused", "Castling through check is refused", "4kr2/8/8/8/8/8/3PP3/R3K2R w KQ - 0 1", "", "e1"),
    plan("pinned", "A pinned rook", "4r2k/8/8/8/8/4R3/8/4K3 w - - 0 1", "", "e3"),
    plan("checkmate", "Checkmate: the end of Scholar's Mate", "", SCHOLARS_MATE, "e8"),
    Plan { flags: "", ..plan("checkmate_single", "Checkmate with single steps", "", SINGLE_STEPS_MATE, "e1") },
    plan("stalemate", "Stalemate", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "", "h8"),
    plan("dead", "A dead position", "8/2k5/3b4/8/8/4B3/5K2/8 w - - 0 1", "", ""),
];

impl Plan {
    fn squares(&self) -> Vec<Square> {
        let read = |name: &str| name.parse().expect("a square");
        self.of.split_whitespace().map(read).collect()
    }

    /// The game, once the line has been typed.
    fn game(&self) -> Game {
        let rules = profile(self.flags).expect("flags");
        let position = match self.fen {
            "" => Position::start(),
            fen => fen.parse().expect("a position"),
        };
        let mut referee = Referee::from_position(rules, position);
        for typed in self.line.split_whitespace() {
            referee.answer(Some(typed), Duration::ZERO);
        }
        referee.game().clone()
    }

    fn draw(&self) -> String {
        let game = self.game();
        let marks = Marks::of(game.position(), &self.squares(), game.profile().moves);
        svg::diagram(
            self.name,
            self.title,
            game.position(),
            game.moves().last(),
            &marks,
        )
    }
}

/// The text of the prompt after two moves, with some time used.
fn prompt(flags: &str, fullwidth: bool) -> String {
    let mut referee = Referee::new(profile(flags).expect("flags"));
    for (typed, think) in [("e2e4", 7_900), ("e7e5", 5_200)] {
        referee.answer(Some(typed), Duration::from_millis(think));
    }
    let show = Show {
        fullwidth,
        ..Show::default()
    };
    escaped(&referee.prompt_text(show))
}

/// Everything the manual shows of the rules, by name: diagrams and keys to their marks as inline
/// SVG, prompts and lines of moves as text.
pub(super) fn all() -> BTreeMap<String, String> {
    let drawn = PLANS.iter().map(|plan| (plan.name.to_owned(), plan.draw()));
    let texts = [
        ("coordinates", svg::coordinates()),
        ("screen_ascii", prompt("TMPD", false)),
        ("screen_fullwidth", prompt("TMPD", true)),
        ("line_scholar", SCHOLARS_MATE.to_owned()),
        ("line_single", SINGLE_STEPS_MATE.to_owned()),
        ("clock_seconds", crate::contract::CLOCK_SECONDS.to_string()),
    ];
    drawn
        .chain(svg::keys())
        .chain(texts.map(|(name, text)| (name.to_owned(), text)))
        .collect()
}

#[cfg(test)]
#[path = "diagram/tests.rs"]
mod tests;
