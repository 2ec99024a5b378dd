//! Rejects positions that no game can reach.

use crate::castling::STANDARD_KING;
use crate::{Bitboard, CastlingSide, Color, Piece, Position, Role, Square};

/// Why no game can reach a position.
///
/// The checks use the position alone and do not search for a game that leads to it, so a position
/// that passes them can still be unreachable. The halfmove clock and the fullmove number are not
/// compared with the pieces, because composed positions often restart them.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImpossiblePosition {
    /// A side has no king, or more than one.
    #[error("{color} has {count} kings, but each side must have 1")]
    Kings {
        /// The side.
        color: Color,
        /// How many kings it has.
        count: u32,
    },
    /// A pawn on rank 1 or 8.
    #[error("there is a pawn on {0}, but pawns cannot stand on rank 1 or 8")]
    PawnRank(Square),
    /// More than eight pawns.
    #[error("{color} has {count} pawns, but each side can have at most 8")]
    Pawns {
        /// The side.
        color: Color,
        /// How many pawns it has.
        count: u32,
    },
    /// More promoted pieces than missing pawns.
    #[error(
        "{color} has at least {promoted} promoted pieces, but only {missing} of its pawns are missing"
    )]
    Promoted {
        /// The side.
        color: Color,
        /// The least number of its pieces that are promoted pawns.
        promoted: u32,
        /// How many of its eight pawns are missing.
        missing: u32,
    },
    /// A castling right without the king and the rook on their start squares.
    #[error(
        "{color} cannot have this castling right without a king on {king} and a rook on {rook}"
    )]
    Castling {
        /// The side.
        color: Color,
        /// Where its king must stand.
        king: Square,
        /// Where its rook must stand.
        rook: Square,
    },
    /// A castling right of Chess960 without the king and the rook on the first rank, the rook on its side
    /// of the king.
    #[error(
        "{color} cannot have the right to castle with a rook on {rook} without this rook and a king \
         beside it, on the side that the right names"
    )]
    Chess960Castling {
        /// The side.
        color: Color,
        /// Where its rook must stand.
        rook: Square,
    },
    /// The side that is not to move is in check.
    #[error("{0} is in check, but the other side is to move")]
    OpponentInCheck(Color),
    /// More pieces give check than one move can bring about.
    #[error("no single move can give check by the pieces on {0}")]
    Checkers(Bitboard),
    /// An en passant square that no double step can have crossed.
    #[error("no double step of a pawn can have crossed {square}: {reason}")]
    EnPassant {
        /// The en passant square.
        square: Square,
        /// The contradiction.
        reason: &'static str,
    },
    /// A fullmove number of 0.
    #[error("the fullmove number starts at 1")]
    FullmoveNumber,
}

/// All conditions; castling rights may be those of Chess960 if `chess960` says so.
pub(crate) fn check(position: &Position, chess960: bool) -> Result<(), ImpossiblePosition> {
    for color in Color::ALL {
        check_pieces(position, color)?;
        check_promoted(position, color)?;
    }
    check_moves(position, chess960)?;
    check_checkers(position)?;
    check_en_passant(position)?;
    if position.fullmove_number == 0 {
        return Err(ImpossiblePosition::FullmoveNumber);
    }
    Ok(())
}

/// The conditions without which the rules of movement have no meaning.
pub(crate) fn check_playable(position: &Position) -> Result<(), ImpossiblePosition> {
    for color in Color::ALL {
        check_pieces(position, color)?;
    }
    check_moves(position, false)?;
    check_en_passant_pawn(position)
}

fn check_moves(position: &Position, chess960: bool) -> Result<(), ImpossiblePosition> {
    check_castling(position, chess960)?;
    let them = !position.side;
    if position.board.is_check(them) {
        return Err(ImpossiblePosition::OpponentInCheck(them));
    }
    Ok(())
}

fn check_pieces(position: &Position, color: Color) -> Result<(), ImpossiblePosition> {
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
    Ok(())
}

/// At most eight pawns, and at most one promoted piece for each missing pawn.
fn check_promoted(position: &Position, color: Color) -> Result<(), ImpossiblePosition> {
    let board = &position.board;
    let own = |role| board.pieces(color, role);
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

fn check_castling(position: &Position, chess960: bool) -> Result<(), ImpossiblePosition> {
    for color in Color::ALL {
        let at = |file| Square::at(file, color.home_rank());
        let stands = |square, role| position.board.pieces(color, role).contains(square);
        for side in CastlingSide::ALL {
            let rook = position.castling.rook(color, side).and_then(at);
            let (Some(rook), Some(standard)) = (rook, at(STANDARD_KING)) else {
                continue; // no such right
            };
            let king = match chess960 {
                true => position.board.king(color),
                false => Some(standard),
            };
            let is_beside = |king: Square| {
                king.rank() == rook.rank()
                    && match side {
                        CastlingSide::King => king.file() < rook.file(),
                        CastlingSide::Queen => king.file() > rook.file(),
                    }
            };
            let stand = king.is_some_and(|king| is_beside(king) && stands(king, Role::King))
                && stands(rook, Role::Rook);
            if !stand {
                let king = standard;
                return Err(match chess960 {
                    true => ImpossiblePosition::Chess960Castling { color, rook },
                    false => ImpossiblePosition::Castling { color, king, rook },
                });
            }
        }
    }
    Ok(())
}

/// One move gives at most two checks. Of two checking pieces at least one is a slider whose line
/// the move has opened.
fn check_checkers(position: &Position) -> Result<(), ImpossiblePosition> {
    let board = &position.board;
    let Some(king) = board.king(position.side) else {
        return Ok(()); // already rejected by `check_pieces`
    };
    let checkers = board.attackers(king, !position.side);
    let steppers = checkers & (board.role(Role::Knight) | board.role(Role::Pawn));
    if checkers.len() > 2 || steppers.len() > 1 {
        return Err(ImpossiblePosition::Checkers(checkers));
    }
    Ok(())
}

/// The pawn that made the double step stands before the en passant square, on free squares.
fn check_en_passant_pawn(position: &Position) -> Result<(), ImpossiblePosition> {
    let Some(square) = position.en_passant else {
        return Ok(());
    };
    let them = !position.side;
    let board = &position.board;
    let error = |reason| Err(ImpossiblePosition::EnPassant { square, reason });
    let (origin, target) = match double_step(square, them) {
        Some((origin, target)) if origin.rank() == them.pawn_rank() => (origin, target),
        _ => return error("it must be on rank 6 when White is to move and on rank 3 otherwise"),
    };
    if !board.pieces(them, Role::Pawn).contains(target) {
        return error("the pawn that made the double step is missing");
    }
    let crossed = Bitboard::of(square) | Bitboard::of(origin);
    if !(board.occupied() & crossed).is_empty() {
        return error("this square and the pawn's start square must be empty");
    }
    Ok(())
}

/// The start and the target of a double step over a square; `None` off the board.
fn double_step(crossed: Square, color: Color) -> Option<(Square, Square)> {
    let origin = crossed.offset(0, -color.forward())?;
    let target = crossed.offset(0, color.forward())?;
    Some((origin, target))
}

/// A double step can have been the last move.
fn check_en_passant(position: &Position) -> Result<(), ImpossiblePosition> {
    check_en_passant_pawn(position)?;
    let Some(square) = position.en_passant else {
        return Ok(());
    };
    let (us, them) = (position.side, !position.side);
    let Some((origin, target)) = double_step(square, them) else {
        return Ok(()); // already rejected by `check_en_passant_pawn`
    };
    let error = |reason| Err(ImpossiblePosition::EnPassant { square, reason });
    if position.halfmove_clock != 0 {
        return error("the halfmove clock must be 0 after a pawn move");
    }
    // Undo the double step: the side to move had moved before it, so it was not in check.
    let mut before = position.board;
    let pawn = Piece {
        color: them,
        role: Role::Pawn,
    };
    before.remove(target);
    before.put(origin, pawn);
    if before.is_check(us) {
        return error("the king was already in check before that step");
    }
    Ok(())
}
