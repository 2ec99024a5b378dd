//! How a game ended.

use super::Color;
use std::fmt;

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// No legal move, and the king is attacked (FIDE 5.1.1).
    Checkmate,
    /// The clock of the side to move has run out (FIDE 6.9). A draw if the other side cannot mate
    /// and the profile looks at that.
    Flag,
    /// The side to move has resigned (FIDE 5.1.2). A draw if the other side cannot mate and the
    /// profile looks at that.
    Resignation,
    /// The side to move has accepted the other side's offer of a draw (FIDE 5.2.3, 9.1.2.1).
    Agreement,
    /// No legal move, and the king is not attacked (FIDE 5.2.1).
    Stalemate,
    /// 50 moves of each side without a capture or a pawn move (FIDE 9.3.1, 9.3.2).
    FiftyMoves,
    /// 75 moves of each side without a capture or a pawn move (FIDE 9.6.2).
    SeventyFiveMoves,
    /// The same position for the third time (FIDE 9.2.1, 9.2.2).
    Threefold,
    /// The same position for the fifth time (FIDE 9.6.1).
    Fivefold,
    /// Neither side can mate (FIDE 5.2.2), as [`is_dead`](crate::is_dead) or [`is_walled`](crate::is_walled)
    /// decides.
    DeadPosition,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::Checkmate => "checkmate",
            Reason::Flag => "flag",
            Reason::Resignation => "resignation",
            Reason::Agreement => "agreement",
            Reason::Stalemate => "stalemate",
            Reason::FiftyMoves => "fifty moves",
            Reason::SeventyFiveMoves => "seventy-five moves",
            Reason::Threefold => "threefold repetition",
            Reason::Fivefold => "fivefold repetition",
            Reason::DeadPosition => "dead position",
        })
    }
}

/// The result of a game: the winner, if there is one, and the reason.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    winner: Option<Color>,
    reason: Reason,
}

impl Outcome {
    /// A loss by checkmate, on time or by resignation: the other side wins.
    pub(super) const fn lost_by(loser: Color, reason: Reason) -> Outcome {
        Outcome {
            winner: Some(match loser {
                Color::White => Color::Black,
                Color::Black => Color::White,
            }),
            reason,
        }
    }

    pub(super) const fn draw(reason: Reason) -> Outcome {
        Outcome {
            winner: None,
            reason,
        }
    }

    /// The side that has won; `None` for a draw.
    pub const fn winner(self) -> Option<Color> {
        self.winner
    }

    /// Why the game ended.
    pub const fn reason(self) -> Reason {
        self.reason
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(winner) => write!(f, "{winner} wins: {}", self.reason),
            None => write!(f, "draw: {}", self.reason),
        }
    }
}
