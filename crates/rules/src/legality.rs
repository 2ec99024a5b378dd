//! Positions that no game can reach, refused with the reason.

use super::{Bitboard, Color, Piece, Position, Role, Square, Wing};

/// Why no game can reach a position.
///
/// These are the conditions that can be seen from the position alone and without searching for a
/// game that leads to it; a position that passes may still be unreachable in subtler ways. The
/// two counters may be of any size, since studies often restart them.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImpossiblePosition {
    /// A side has no king, or more than one.
    #[error("{color} has {count} kings instead of one")]
    Kings {
        /// The side.
        color: Color,
        /// How many kings it has.
        count: u32,
    },
    /// A pawn on rank 1 or 8.
    #[error("there is a pawn on {0}, but no pawn can stand on rank 1 or 8")]
    PawnRank(Square),
    /// More than eight pawns.
    #[error("{color} has {count} pawns, but a side starts with 8")]
    Pawns {
        /// The side.
        color: Color,
        /// How many pawns it has.
        count: u32,
    },
    /// More promoted pieces than pawns that have gone.
    #[error(
        "{color} has at least {promoted} promoted pieces, but only {missing} of its pawns are gone"
    )]
    Promoted {
        /// The side.
        color: Color,
        /// How many of its pieces cannot be from the start.
        promoted: u32,
        /// How many of its pawns are gone.
        missing: u32,
    },
    /// A right to castle without king and rook on their squares.
    #[error("{color} cannot have a right to castle without a king on {king} and a rook on {rook}")]
    Castling {
        /// The side.
        color: Color,
        /// Where its king must stand.
        king: Square,
        /// Where its rook must stand.
        rook: Square,
    },
    /// The side that has just moved left its king attacked.
    #[error("{0} has just moved and left its own king in check")]
    OpponentInCheck(Color),
    /// More attackers of the king than one move can bring about.
    #[error("no single move can give the check by the pieces on {0:?}")]
    Checkers(Bitboard),
    /// An en passant square that no double step can have left.
    #[error("no double step of a pawn can have crossed {square}: {reason}")]
    EnPassant {
        /// The en passant square.
        square: Square,
        /// What contradicts it.
        reason: &'static str,
    },
    /// A full-move number of 0.
    #[error("the fullmove number starts at 1")]
    FullmoveNumber,
}

pub(super) fn check(position: &Position) -> Result<(), ImpossiblePosition> {
    for color in Color::ALL {
        check_material(position, color)?;
    }
    check_castling(position)?;
    let them = !position.side;
    if position.board.is_check(them) {
        return Err(ImpossiblePosition::OpponentInCheck(them));
    }
    check_checkers(position)?;
    check_en_passant(position)?;
    if position.fullmove_number == 0 {
        return Err(ImpossiblePosition::FullmoveNumber);
    }
    Ok(())
}

fn check_material(position: &Position, color: Color) -> Result<(), ImpossiblePosition> {
    let board = &position.board;
    let own = |role| board.pieces(color, role);
    let count = own(Role::King).len();
    if count != 1 {
        return Err(ImpossiblePosition::Kings { color, count });
    }
    let last_ranks = Bitboard::rank(0) | Bitboard::rank(7);
    if let Some(square) = (own(Role::Pawn) & last_ranks).first() {
        return Err(ImpossiblePosition::PawnRank(square));
    }
    let count = own(Role::Pawn).len();
    if count > 8 {
        return Err(ImpossiblePosition::Pawns { color, count });
    }
    // At the start a side has one queen, two rooks, two knights and a bishop on each square colour.
    let promoted = own(Role::Queen).len().saturating_sub(1)
        + own(Role::Rook).len().saturating_sub(2)
        + own(Role::Knight).len().saturating_sub(2)
        + (own(Role::Bishop) & Bitboard::LIGHT_SQUARES)
            .len()
            .saturating_sub(1)
        + (own(Role::Bishop) & Bitboard::DARK_SQUARES)
            .len()
            .saturating_sub(1);
    let missing = 8 - count;
    if promoted > missing {
        return Err(ImpossiblePosition::Promoted {
            color,
            promoted,
            missing,
        });
    }
    Ok(())
}

fn check_castling(position: &Position) -> Result<(), ImpossiblePosition> {
    for color in Color::ALL {
        for wing in Wing::ALL {
            let path = wing.path(color);
            let (king, rook) = (path.king_from, path.rook_from);
            let stands = |square, role| position.board.pieces(color, role).contains(square);
            if position.castling.has(color, wing)
                && !(stands(king, Role::King) && stands(rook, Role::Rook))
            {
                return Err(ImpossiblePosition::Castling { color, king, rook });
            }
        }
    }
    Ok(())
}

/// One move can open at most two lines, or give check itself and open one: never more than two
/// checkers, and of two at least one must be a piece whose line was opened.
fn check_checkers(position: &Position) -> Result<(), ImpossiblePosition> {
    let board = &position.board;
    let Some(king) = board.king(position.side) else {
        return Ok(()); // already refused above
    };
    let checkers = board.attackers(king, !position.side);
    let steppers = checkers & (board.role(Role::Knight) | board.role(Role::Pawn));
    if checkers.len() > 2 || steppers.len() > 1 {
        return Err(ImpossiblePosition::Checkers(checkers));
    }
    Ok(())
}

fn check_en_passant(position: &Position) -> Result<(), ImpossiblePosition> {
    let Some(square) = position.en_passant else {
        return Ok(());
    };
    let (us, them) = (position.side, !position.side);
    let board = &position.board;
    let refuse = |reason| Err(ImpossiblePosition::EnPassant { square, reason });
    let (origin, target) = match (
        square.offset(0, -them.forward()),
        square.offset(0, them.forward()),
    ) {
        (Some(origin), Some(target)) if origin.rank() == them.pawn_rank() => (origin, target),
        _ => return refuse("it must be on rank 6 when White is to move and on rank 3 otherwise"),
    };
    if !board.pieces(them, Role::Pawn).contains(target) {
        return refuse("the pawn that took the double step is not there");
    }
    let way = Bitboard::of(square) | Bitboard::of(origin);
    if !(board.occupied() & way).is_empty() {
        return refuse("the square itself and the one from which the pawn came must be empty");
    }
    if position.halfmove_clock != 0 {
        return refuse("the halfmove clock is 0 after a pawn move");
    }
    // Take the double step back: the side to move had just moved, so its king was not attacked.
    let mut before = *board;
    let pawn = Piece {
        color: them,
        role: Role::Pawn,
    };
    before.remove(target);
    before.put(origin, pawn);
    if before.is_check(us) {
        return refuse("the king was already in check before that step");
    }
    Ok(())
}
