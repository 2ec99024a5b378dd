//! A position: piece placement, side to move, rights and counters.

use super::{
    Bitboard, Board, CastlingRights, Color, Move, MoveRules, Piece, Role, Square,
    castling::Castling,
};

mod castles;
pub(crate) mod legality;
mod movegen;

pub use legality::ImpossiblePosition;

/// A position that can stand on the board during a game, with the side to move.
///
/// Each side has one king, and the side that is not to move is not in check. [`ImpossiblePosition`]
/// lists the other conditions that each `Position` meets. `FromStr` and `Display` read and write FEN;
/// [`Position::from_chess960_fen`] reads the FEN of Chess960.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    pub(super) board: Board,
    pub(super) side: Color,
    pub(super) castling: CastlingRights,
    pub(super) en_passant: Option<Square>,
    pub(super) halfmove_clock: u32,
    pub(super) fullmove_number: u32,
}

impl Position {
    /// The start position (FIDE 2.3).
    pub fn start() -> Position {
        const RANK: [Role; 8] = [
            Role::Rook,
            Role::Knight,
            Role::Bishop,
            Role::Queen,
            Role::King,
            Role::Bishop,
            Role::Knight,
            Role::Rook,
        ];
        Position::with_first_rank(&RANK)
    }

    /// A position from its parts.
    ///
    /// `en_passant` is the square that a pawn has crossed with a double step in the last move;
    /// `halfmove_clock` counts the plies (half-moves) since the last capture or pawn move;
    /// `fullmove_number` is 1 until Black's first move and goes up after each move of Black. The rights
    /// may be those of Chess960: see [`CastlingRights::with_rook`].
    ///
    /// # Errors
    /// [`ImpossiblePosition`] when no game can reach the position.
    pub fn new(
        board: Board,
        side_to_move: Color,
        castling: CastlingRights,
        en_passant: Option<Square>,
        halfmove_clock: u32,
        fullmove_number: u32,
    ) -> Result<Position, ImpossiblePosition> {
        let position = Position {
            board,
            side: side_to_move,
            castling,
            en_passant,
            halfmove_clock,
            fullmove_number,
        };
        legality::check(&position, true).map(|()| position)
    }

    /// The placement of the pieces.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The side to move.
    pub const fn side_to_move(&self) -> Color {
        self.side
    }

    /// The castling rights (FIDE 3.8.2.1).
    pub const fn castling(&self) -> CastlingRights {
        self.castling
    }

    /// The square that a pawn crossed with a double step in the last move, whether or not a capture
    /// there is legal.
    pub const fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// The plies (half-moves) since the last capture or pawn move (FIDE 9.3.1, 9.3.2, 9.6.2).
    pub const fn halfmove_clock(&self) -> u32 {
        self.halfmove_clock
    }

    /// The number of the current move, from 1; it goes up after each move of Black.
    pub const fn fullmove_number(&self) -> u32 {
        self.fullmove_number
    }

    /// Whether the king of the side to move is attacked (FIDE 3.9.1).
    pub fn is_check(&self) -> bool {
        self.board.is_check(self.side)
    }

    /// The squares of the pieces of one side that attack a square (FIDE 3.1.2).
    pub fn attackers(&self, square: Square, by: Color) -> Bitboard {
        self.board.attackers(square, by)
    }

    /// All legal moves (FIDE 3.10.1), in no particular order.
    pub fn legal_moves(&self, rules: MoveRules) -> Vec<Move> {
        movegen::legal_moves(self, rules)
    }

    /// Whether the move is legal (FIDE 3.10.1, 3.10.2).
    pub fn is_legal(&self, mv: Move, rules: MoveRules) -> bool {
        self.legal_moves(rules).contains(&mv)
    }

    /// Whether the side to move has no legal move and its king is attacked (FIDE 5.1.1).
    pub fn is_checkmate(&self, rules: MoveRules) -> bool {
        self.is_check() && self.legal_moves(rules).is_empty()
    }

    /// The position after a legal move.
    ///
    /// # Errors
    /// [`IllegalMove`] when the rules do not allow the move here.
    pub fn play(&self, mv: Move, rules: MoveRules) -> Result<Position, IllegalMove> {
        if self.is_legal(mv, rules) {
            Ok(self.play_unchecked(mv))
        } else {
            Err(IllegalMove {
                mv,
                position: *self,
            })
        }
    }

    /// The en passant square if an en passant capture is legal. Only then does it make a position
    /// different from one without it (FIDE 9.2.3.1).
    pub fn legal_en_passant(&self) -> Option<Square> {
        let target = self.en_passant?;
        movegen::can_capture_en_passant(self, target).then_some(target)
    }

    /// The position after a move, without a check of its legality.
    ///
    /// The move must be pseudo-legal: one that the piece can make, even if it leaves the own king in
    /// check. For any other move the result is meaningless, but the function does not panic.
    #[inline]
    pub fn play_unchecked(&self, mv: Move) -> Position {
        let Move {
            from,
            to,
            promotion,
        } = mv;
        let (us, them) = (self.side, !self.side);
        let mut next = *self;
        let Some(role) = self.board.role_at(from) else {
            return next; // not pseudo-legal: no piece to move
        };

        let castling = match role {
            Role::King => Castling::of_king(&self.board, us, mv),
            _ => None,
        };
        if let Some(castling) = castling {
            castling.apply(&mut next.board, us); // FIDE 3.8.2
            next.castling = next.castling.without(us);
            next.pass(us, None, self.halfmove_clock.saturating_add(1));
            return next;
        }

        // FIDE 3.1.1: a piece of the other side on the target square is captured.
        let captured = if self.board.color(them).contains(to) {
            self.board.role_at(to)
        } else {
            None
        };
        if let Some(role) = captured {
            next.board.toggle(to, Piece { color: them, role });
        }
        next.board.toggle(from, Piece { color: us, role });
        let placed = promotion.unwrap_or(role); // FIDE 3.7.3.3
        next.board.toggle(
            to,
            Piece {
                color: us,
                role: placed,
            },
        );

        let mut crossed = None; // FIDE 3.7.3.2: only in the move right after the double step
        match role {
            Role::Pawn => {
                if Some(to) == self.en_passant && from.file() != to.file() {
                    // FIDE 3.7.3.1: the captured pawn stands behind the target square.
                    if let Some(behind) = to.offset(0, -us.forward()) {
                        let pawn = Piece {
                            color: them,
                            role: Role::Pawn,
                        };
                        next.board.toggle(behind, pawn);
                    }
                } else if from.rank().abs_diff(to.rank()) == 2 {
                    crossed = from.offset(0, us.forward());
                }
            }
            Role::King => next.castling = next.castling.without(us),
            Role::Rook => next.castling = next.castling.without_rook(us, from),
            _ => {}
        }
        if captured == Some(Role::Rook) {
            next.castling = next.castling.without_rook(them, to);
        }
        let quiet = if captured.is_some() || role == Role::Pawn {
            0
        } else {
            self.halfmove_clock.saturating_add(1)
        };
        next.pass(us, crossed, quiet);
        next
    }

    /// After a move of `us`, the other side is to move.
    #[inline]
    fn pass(&mut self, us: Color, crossed: Option<Square>, halfmove_clock: u32) {
        self.en_passant = crossed;
        self.halfmove_clock = halfmove_clock;
        if us == Color::Black {
            self.fullmove_number = self.fullmove_number.saturating_add(1);
        }
        self.side = !us;
    }
}

/// The start position.
impl Default for Position {
    fn default() -> Self {
        Position::start()
    }
}

/// A move that the rules do not allow in the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{mv} is not a legal move in {position}")]
pub struct IllegalMove {
    /// The illegal move.
    pub mv: Move,
    /// The position in which it was tried.
    pub position: Position,
}
