#![doc = include_str!("../README.md")]
#![deny(missing_docs)]
#![forbid(unsafe_code)]

mod attack;
mod bitboard;
mod board;
mod castling;
mod chess960;
mod clock;
mod dead;
mod fen;
mod game;
mod material;
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
mod wall;

pub use bitboard::Bitboard;
pub use board::Board;
pub use castling::{CastlingRights, CastlingSide};
pub use chess960::{CHESS960_POSITIONS, first_rank, first_rank_number};
pub use clock::Clocks;
pub use dead::is_dead;
pub use fen::FenError;
pub use game::{Claims, Game, PlayError};
pub use material::can_mate;
pub use moves::Move;
pub use outcome::{Outcome, Reason};
pub use perft::{divide, perft};
pub use piece::{Color, Piece, Role};
pub use position::{IllegalMove, ImpossiblePosition, Position};
pub use profile::{Draws, MoveRules, Profile};
pub use repetition::RepetitionKey;
pub use san::{SanError, read_san, write_san};
pub use square::{Square, SquareError};
pub use uci::UciError;
pub use wall::is_walled;
