//! The rules of chess, exactly: the yardstick that every page is held to.
//!
//! It is written to be read and trusted: each rule stands in one place and names its article of
//! the FIDE Laws of Chess (edition of 2023). It knows nothing of pages.
//!
//! - [`Position`] generates the legal moves and plays them; [`perft()`] proves that.
//! - [`Profile`] says which rules a game is played by, [`Game`] plays it to its [`Outcome`].
//! - [`Position`] and [`Move`] read and write FEN and coordinate notation through `FromStr` and
//!   `Display`; [`read_san`] and [`write_san`] do algebraic notation, [`pgn`] whole games.
//!
//! ```
//! use golfchess_rules::{Color, Game, MoveRules, Position, Profile, Reason, read_san};
//!
//! // A position and its moves.
//! let position: Position = "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1".parse()?;
//! assert_eq!(position.legal_moves(MoveRules::FIDE).len(), 26);
//!
//! // A game by the Laws of Chess.
//! let mut game = Game::from_position(Profile::FIDE, position);
//! game.play(read_san(game.position(), "Qg7#", MoveRules::FIDE)?)?;
//! let outcome = game.outcome().ok_or("mate")?;
//! assert_eq!((outcome.winner(), outcome.reason()), (Some(Color::White), Reason::Checkmate));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![deny(missing_docs)]
#![forbid(unsafe_code)]

mod attack;
mod bitboard;
mod board;
mod castling;
mod clock;
mod dead;
mod fen;
mod game;
mod legality;
mod movegen;
mod moves;
mod outcome;
mod perft;
pub mod pgn;
mod piece;
mod position;
mod profile;
mod ray;
mod repetition;
mod san;
mod square;
mod uci;

pub use bitboard::Bitboard;
pub use board::Board;
pub use castling::CastlingRights;
pub use castling::Wing;
pub use clock::{Clocks, START_SECONDS};
pub use dead::is_dead;
pub use fen::FenError;
pub use game::{Claims, Game, PlayError};
pub use legality::ImpossiblePosition;
pub use moves::Move;
pub use outcome::{Outcome, Reason};
pub use perft::{divide, perft};
pub use piece::{Color, Piece, Role};
pub use position::{IllegalMove, Position};
pub use profile::{Draws, MoveRules, Profile};
pub use repetition::RepetitionKey;
pub use san::{SanError, read_san, write_san};
pub use square::{Square, SquareError};
pub use uci::UciError;
