//! The 960 start positions of Chess960 (FIDE Guidelines II.2) and their numbers.

use super::{Bitboard, Board, CastlingRights, CastlingSide, Color, Piece, Position, Role};

/// The places of the two knights among the five squares that bishops and queen leave free.
const KNIGHTS: [[usize; 2]; 10] = [
    [0, 1],
    [0, 2],
    [0, 3],
    [0, 4],
    [1, 2],
    [1, 3],
    [1, 4],
    [2, 3],
    [2, 4],
    [3, 4],
];

/// The number of start positions.
pub const CHESS960_POSITIONS: u16 = 960;

/// The first rank, from the a-file on, with a number by Scharnagl: 0 to 959, of which 518 is the one of
/// standard chess. `None` for other numbers.
///
/// ```
/// use golfchess_rules::{first_rank, first_rank_number};
///
/// let rank = first_rank(0).ok_or("a number below 960")?;
/// assert_eq!(rank.map(|role| role.letter()).iter().collect::<String>(), "BBQNNRKR");
/// assert_eq!(first_rank_number(&rank), Some(0));
/// # Ok::<(), &str>(())
/// ```
pub fn first_rank(number: u16) -> Option<[Role; 8]> {
    if number >= CHESS960_POSITIONS {
        return None;
    }
    let number = usize::from(number);
    let mut rank: [Option<Role>; 8] = [None; 8];
    rank[2 * (number % 4) + 1] = Some(Role::Bishop); // a light square
    rank[2 * (number / 4 % 4)] = Some(Role::Bishop); // a dark square
    let mut place = |free: usize, role| {
        let mut squares = (0..8).filter(|at| rank[*at].is_none());
        if let Some(at) = squares.nth(free) {
            rank[at] = Some(role);
        }
    };
    place(number / 16 % 6, Role::Queen);
    let [first, second] = KNIGHTS[number / 96];
    // The second one first: the other is before it.
    place(second, Role::Knight);
    place(first, Role::Knight);
    for role in [Role::Rook, Role::King, Role::Rook] {
        place(0, role);
    }
    Some(rank.map(|role| role.unwrap_or(Role::Pawn)))
}

/// The number by Scharnagl of a first rank; `None` if no game of Chess960 begins with it.
pub fn first_rank_number(rank: &[Role; 8]) -> Option<u16> {
    (0..CHESS960_POSITIONS).find(|number| first_rank(*number).as_ref() == Some(rank))
}

impl Position {
    /// The start position of Chess960 with a number by Scharnagl, 0 to 959; `None` for other numbers.
    pub fn chess960(number: u16) -> Option<Position> {
        first_rank(number).map(|rank| Position::with_first_rank(&rank))
    }

    /// The number by Scharnagl of this start position of Chess960; `None` for other positions.
    pub fn chess960_number(&self) -> Option<u16> {
        let roles = Bitboard::rank(0)
            .into_iter()
            .map(|at| self.board.role_at(at));
        let rank: Vec<Role> = roles.collect::<Option<_>>()?;
        let rank: [Role; 8] = rank.try_into().ok()?;
        let number = first_rank_number(&rank)?;
        (Position::with_first_rank(&rank) == *self).then_some(number)
    }

    /// The position in which a game begins, with these pieces on the first rank of both sides.
    pub(super) fn with_first_rank(rank: &[Role; 8]) -> Position {
        let mut board = Board::EMPTY;
        let mut castling = CastlingRights::NONE;
        let files = |wanted| (0..8).filter(move |file| rank[usize::from(*file)] == wanted);
        for color in Color::ALL {
            for (square, role) in Bitboard::rank(color.home_rank()).into_iter().zip(*rank) {
                board.put(square, Piece { color, role });
            }
            let role = Role::Pawn;
            for square in Bitboard::rank(color.pawn_rank()) {
                board.put(square, Piece { color, role });
            }
            for (file, side) in files(Role::Rook).zip([CastlingSide::Queen, CastlingSide::King]) {
                castling = castling.with_rook(color, side, file);
            }
        }
        Position {
            board,
            side: Color::White,
            castling,
            en_passant: None,
            halfmove_clock: 0,
            fullmove_number: 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn letters(rank: [Role; 8]) -> String {
        rank.iter().map(|role| role.letter()).collect()
    }

    #[test]
    fn there_are_960_first_ranks_by_the_rules() {
        let ranks = (0..CHESS960_POSITIONS).filter_map(first_rank).map(letters);
        let ranks: HashSet<String> = ranks.collect();
        assert_eq!(ranks.len(), 960);
        for rank in &ranks {
            let places = |letter| {
                rank.match_indices(letter)
                    .map(|(at, _)| at)
                    .collect::<Vec<_>>()
            };
            let (kings, rooks, bishops) = (places('K'), places('R'), places('B'));
            assert!(rooks[0] < kings[0] && kings[0] < rooks[1], "{rank}");
            assert_eq!((bishops[0] + bishops[1]) % 2, 1, "{rank}");
            let mut sorted: Vec<char> = rank.chars().collect();
            sorted.sort_unstable();
            assert_eq!(sorted, "BBKNNQRR".chars().collect::<Vec<_>>());
        }
        assert_eq!(first_rank(960), None);
    }

    #[test]
    fn known_numbers_have_their_ranks() {
        // By the table of R. Scharnagl.
        for (number, rank) in [
            (0, "BBQNNRKR"),
            (1, "BQNBNRKR"),
            (518, "RNBQKBNR"),
            (959, "RKRNNQBB"),
        ] {
            let found = first_rank(number).map(letters);
            assert_eq!(found.as_deref(), Some(rank), "{number}");
        }
    }

    #[test]
    fn numbers_and_positions_are_inverse() {
        for number in 0..CHESS960_POSITIONS {
            let position = Position::chess960(number).unwrap();
            assert_eq!(position.chess960_number(), Some(number));
        }
        assert_eq!(Position::chess960(518), Some(Position::start()));
        assert_eq!(Position::chess960(960), None);
        let mut other = Position::start();
        other.side = Color::Black;
        assert_eq!(other.chess960_number(), None);
        other = Position::start();
        other.castling = CastlingRights::NONE;
        assert_eq!(other.chess960_number(), None);
    }
}
