//! What players of White against a page try to reach.

use golfchess_rules::{CastlingSide, Role};

/// What a player tries to reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Rare kinds of moves, and other moves.
    Rare,
    /// To castle to this side as soon as it can, trying it before.
    Castle(CastlingSide),
    /// To castle to this side across an attacked square.
    CastleThroughCheck(CastlingSide),
    /// To castle to this side after the king has moved and come back.
    CastleTooLate(CastlingSide),
    /// To let the page mate in one.
    Mated,
    /// To let the page choose between a mate and a stalemate, after it has lost its pieces.
    Beside,
    /// To promote a pawn to this piece, and then to mate.
    Mate(Role),
    /// To capture everything and stalemate.
    Stalemate,
    /// To capture everything and move without an aim.
    Shuffle,
    /// To capture everything and lose everything.
    GiveAway,
}

impl Goal {
    /// Whether it is to castle, or to try it in vain.
    pub const fn is_castling(self) -> bool {
        use Goal::{Castle, CastleThroughCheck, CastleTooLate};
        matches!(self, Castle(_) | CastleThroughCheck(_) | CastleTooLate(_))
    }

    /// It in words.
    pub fn words(self) -> String {
        match self {
            Goal::Rare => "rare moves".to_owned(),
            Goal::Castle(side) => castling(side).to_owned(),
            Goal::CastleThroughCheck(side) => format!("{} through check", castling(side)),
            Goal::CastleTooLate(side) => format!("{} too late", castling(side)),
            Goal::Mated => "to be mated".to_owned(),
            Goal::Beside => "a mate beside a stalemate".to_owned(),
            Goal::Mate(role) => format!("mate, and pawns promoted to {}", role.letter()),
            Goal::Stalemate => "stalemate".to_owned(),
            Goal::Shuffle => "moves without an aim".to_owned(),
            Goal::GiveAway => "bare kings".to_owned(),
        }
    }
}

/// Castling to a side in words.
const fn castling(side: CastlingSide) -> &'static str {
    match side {
        CastlingSide::King => "castling short",
        CastlingSide::Queen => "castling long",
    }
}
