//! All legal moves of a position (FIDE 3.1 to 3.10).
//!
//! Generates the pseudo-legal moves, then drops those that leave the own king in check. Only moves
//! that can expose the king are played on a copy of the board.

use crate::{Bitboard, CastlingSide, Color, Move, MoveRules, Position, Role, Square, ray};

/// Initial capacity of the list of moves: few positions have more; the known maximum is 218.
const TYPICAL_MOVES: usize = 64;

pub(crate) fn legal_moves(position: &Position, rules: MoveRules) -> Vec<Move> {
    let safety = Safety::new(position);
    let mut moves = Vec::with_capacity(TYPICAL_MOVES);
    pseudo_legal(position, rules, |mv| {
        if safety.allows(mv) {
            moves.push(mv);
        }
    });
    moves
}

/// Whether a pawn of the side to move may legally capture on the en passant square.
pub(crate) fn can_capture_en_passant(position: &Position, target: Square) -> bool {
    let safety = Safety::new(position);
    let us = position.side;
    // A pawn that attacks the target stands where an enemy pawn on the target would attack.
    let pawns = position.board.pieces(us, Role::Pawn) & ray::pawn(!us, target);
    pawns.into_iter().any(|from| {
        safety.allows(Move {
            from,
            to: target,
            promotion: None,
        })
    })
}

/// Decides whether a move leaves the own king in check (FIDE 3.9.2).
struct Safety<'a> {
    position: &'a Position,
    in_check: bool,
    /// The king's square and the squares of pieces that may be pinned. A move from any other
    /// square, en passant apart, cannot open a line to the king.
    exposing: Bitboard,
}

impl<'a> Safety<'a> {
    fn new(position: &'a Position) -> Self {
        let (board, them) = (&position.board, !position.side);
        let king = board.king(position.side);
        let exposing = king.map_or(Bitboard::EMPTY, |king| {
            let occupied = board.occupied();
            let mut exposing = Bitboard::of(king);
            // Only the first piece on a line from the king can be pinned.
            let straight = ray::rook_lines(king) & board.sliders(them, Role::Rook);
            if !straight.is_empty() {
                exposing |= ray::rook(king, occupied);
            }
            let diagonal = ray::bishop_lines(king) & board.sliders(them, Role::Bishop);
            if !diagonal.is_empty() {
                exposing |= ray::bishop(king, occupied);
            }
            exposing
        });
        Safety {
            position,
            in_check: position.is_check(),
            exposing,
        }
    }

    #[inline]
    fn allows(&self, mv: Move) -> bool {
        let position = self.position;
        // En passant empties two squares at once, so it is always checked.
        let must_check =
            self.in_check || self.exposing.contains(mv.from) || Some(mv.to) == position.en_passant;
        !must_check || !position.play_unchecked(mv).board.is_check(position.side)
    }
}

/// Pseudo-legal moves: they follow the movement of the pieces but may leave the own king in check.
#[inline]
fn pseudo_legal(position: &Position, rules: MoveRules, mut found: impl FnMut(Move)) {
    let (board, us) = (&position.board, position.side);
    let occupied = board.occupied();
    let not_own = !board.color(us); // FIDE 3.1.1: a piece cannot move to a square of its own side
    for role in [
        Role::Knight,
        Role::Bishop,
        Role::Rook,
        Role::Queen,
        Role::King,
    ] {
        for from in board.pieces(us, role) {
            let reached = match role {
                Role::Knight => ray::knight(from),
                Role::Bishop => ray::bishop(from, occupied),
                Role::Rook => ray::rook(from, occupied),
                Role::Queen => ray::bishop(from, occupied) | ray::rook(from, occupied),
                Role::King | Role::Pawn => ray::king(from),
            };
            for to in reached & not_own {
                found(Move {
                    from,
                    to,
                    promotion: None,
                });
            }
        }
    }
    pawn_moves(position, rules, &mut found);
    if rules.special_moves {
        castling_moves(position, rules, &mut found);
    }
}

/// FIDE 3.7: steps, captures, en passant and promotion.
#[inline]
fn pawn_moves(position: &Position, rules: MoveRules, found: &mut impl FnMut(Move)) {
    let (board, us) = (&position.board, position.side);
    let empty = !board.occupied();
    let ahead = |square: Square| {
        square
            .offset(0, us.forward())
            .filter(|to| empty.contains(*to))
    };
    let mut targets = board.color(!us); // FIDE 3.7.3: captures diagonally ahead
    if rules.special_moves
        && let Some(square) = position.en_passant
    {
        targets |= Bitboard::of(square); // FIDE 3.7.3.1
    }
    for from in board.pieces(us, Role::Pawn) {
        for to in ray::pawn(us, from) & targets {
            pawn_move(from, to, us, rules, found);
        }
        let Some(step) = ahead(from) else { continue }; // FIDE 3.7.1
        pawn_move(from, step, us, rules, found);
        if rules.special_moves
            && from.rank() == us.pawn_rank()
            && let Some(to) = ahead(step)
        {
            pawn_move(from, to, us, rules, found); // FIDE 3.7.2
        }
    }
}

/// One pawn move, or one for each promotion piece on the last rank (FIDE 3.7.3.3).
#[inline]
fn pawn_move(from: Square, to: Square, us: Color, rules: MoveRules, found: &mut impl FnMut(Move)) {
    if to.rank() != (!us).home_rank() {
        let promotion = None;
        return found(Move {
            from,
            to,
            promotion,
        });
    }
    for role in rules.promotions() {
        let promotion = Some(*role);
        found(Move {
            from,
            to,
            promotion,
        });
    }
}

/// FIDE 3.8.2, Guidelines II.3: the side has the right, and nothing forbids castling now.
#[inline]
fn castling_moves(position: &Position, rules: MoveRules, found: &mut impl FnMut(Move)) {
    for side in CastlingSide::ALL {
        if let Some(castling) = position.castling_to(side)
            && (rules.chess960 || castling.is_standard())
            && castling.is_open(&position.board, position.side)
        {
            found(castling.as_move(rules.chess960));
        }
    }
}
