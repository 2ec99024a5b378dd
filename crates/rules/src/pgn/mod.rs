//! Portable game notation (PGN): reads and writes games.
//!
//! ```
//! use golfchess_rules::pgn::{PgnResult, Reader};
//!
//! let text = b"[White \"Ann\"]\n\n1. f3 e5 2. g4 (2. e4 {better}) Qh4# { [%clk 0:04:59] } 0-1\n";
//! let game = Reader::new(text).next().ok_or("no game")??;
//! assert_eq!(game.tags.get("White"), Some("Ann"));
//! assert_eq!(game.moves.len(), 4);
//! assert_eq!(game.moves[3].clock.map(|left| left.as_secs()), Some(299));
//! assert_eq!(game.result, PgnResult::Black);
//! assert!(game.write()?.ends_with("1. f3 e5 2. g4 Qh4# { [%clk 0:04:59] } 0-1\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod clk;
mod reader;
mod tag;
mod token;
mod writer;

pub use reader::{PgnError, PgnProblem, Reader};
pub use tag::{TagError, Tags};

use super::{Color, Move, MoveRules, Position};
use std::fmt;
use std::time::Duration;

/// A game in PGN: the main line only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnGame {
    /// The tag pairs of the header, without `FEN` and `SetUp`, which `start` stands for.
    pub tags: Tags,
    /// The position from which the moves are played.
    pub start: Position,
    /// The comments before the first move.
    pub comments: Vec<String>,
    /// The moves with their annotations.
    pub moves: Vec<PgnMove>,
    /// The result at the end of the moves. In a game that was read, the tag `Result` may differ; the
    /// writer writes this result as the tag.
    pub result: PgnResult,
}

impl PgnGame {
    /// The rules of movement: those of Chess960 if the tag `Variant` says so.
    pub fn rules(&self) -> MoveRules {
        match is_chess960(&self.tags) {
            true => MoveRules::CHESS960,
            false => MoveRules::FIDE,
        }
    }
}

/// Whether the tag `Variant` names Chess960, in one of its usual spellings.
fn is_chess960(tags: &Tags) -> bool {
    let name = tags.get("Variant").unwrap_or_default();
    let name = name.replace([' ', '-'], "").to_ascii_lowercase();
    matches!(name.as_str(), "chess960" | "fischerandom" | "fischerrandom")
}

/// A move of a game with its annotations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnMove {
    /// The move.
    pub mv: Move,
    /// Numeric annotation glyphs: `$1` or `!` is 1, `$2` or `?` is 2, and so on.
    pub nags: Vec<u8>,
    /// The time left on the mover's clock after the move, from `[%clk h:mm:ss]`.
    pub clock: Option<Duration>,
    /// The comments after the move, without the clock command; each run of white space is one space.
    pub comments: Vec<String>,
}

impl From<Move> for PgnMove {
    /// The move without annotations.
    fn from(mv: Move) -> PgnMove {
        PgnMove {
            mv,
            nags: Vec::new(),
            clock: None,
            comments: Vec::new(),
        }
    }
}

/// The result of a game in PGN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PgnResult {
    /// `1-0`
    White,
    /// `0-1`
    Black,
    /// `1/2-1/2`
    Draw,
    /// `*`: in progress, abandoned or unknown.
    Unknown,
}

impl PgnResult {
    const ALL: [PgnResult; 4] = [
        PgnResult::White,
        PgnResult::Black,
        PgnResult::Draw,
        PgnResult::Unknown,
    ];

    /// The text in PGN.
    pub const fn as_str(self) -> &'static str {
        match self {
            PgnResult::White => "1-0",
            PgnResult::Black => "0-1",
            PgnResult::Draw => "1/2-1/2",
            PgnResult::Unknown => "*",
        }
    }

    fn from_text(text: &str) -> Option<PgnResult> {
        Self::ALL.into_iter().find(|result| result.as_str() == text)
    }
}

/// A win of that side.
impl From<Color> for PgnResult {
    fn from(winner: Color) -> PgnResult {
        match winner {
            Color::White => PgnResult::White,
            Color::Black => PgnResult::Black,
        }
    }
}

impl fmt::Display for PgnResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests;
