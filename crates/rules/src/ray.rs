//! The squares that each piece attacks from each square, from tables computed at compile time.

use super::{Bitboard, Color, Square};

/// A king's or a knight's step in files and ranks.
type Step = (i8, i8);

const KING_STEPS: [Step; 8] = [
    (0, 1),
    (1, 1),
    (1, 0),
    (-1, 1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (1, -1),
];
const KNIGHT_STEPS: [Step; 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];

/// The squares one step away.
const fn steps<const N: usize>(steps: [Step; N]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut from = 0;
    while from < 64 {
        let mut bits = 0;
        let mut n = 0;
        while n < N {
            if let Some(square) = Square::from_index(from)
                && let Some(to) = square.offset(steps[n].0, steps[n].1)
            {
                bits |= Bitboard::of(to).bits();
            }
            n += 1;
        }
        table[from as usize] = Bitboard::from_bits(bits);
        from += 1;
    }
    table
}

/// The squares in one direction up to the edge.
const fn ray(step: Step) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut from = 0;
    while from < 64 {
        let mut bits = 0;
        let mut at = Square::from_index(from);
        while let Some(square) = at {
            at = square.offset(step.0, step.1);
            if let Some(to) = at {
                bits |= Bitboard::of(to).bits();
            }
        }
        table[from as usize] = Bitboard::from_bits(bits);
        from += 1;
    }
    table
}

static KING: [Bitboard; 64] = steps(KING_STEPS);
static KNIGHT: [Bitboard; 64] = steps(KNIGHT_STEPS);
static PAWN: [[Bitboard; 64]; 2] = [steps([(-1, 1), (1, 1)]), steps([(-1, -1), (1, -1)])];

/// Rays in the order of `KING_STEPS`: in the first four the index of the squares rises.
static RAYS: [[Bitboard; 64]; 8] = [
    ray(KING_STEPS[0]),
    ray(KING_STEPS[1]),
    ray(KING_STEPS[2]),
    ray(KING_STEPS[3]),
    ray(KING_STEPS[4]),
    ray(KING_STEPS[5]),
    ray(KING_STEPS[6]),
    ray(KING_STEPS[7]),
];

/// The squares that a king attacks (FIDE 3.8.1).
#[inline]
pub(super) fn king(square: Square) -> Bitboard {
    KING[square.index()]
}

/// The squares that a knight attacks (FIDE 3.6).
#[inline]
pub(super) fn knight(square: Square) -> Bitboard {
    KNIGHT[square.index()]
}

/// The squares that a pawn attacks (FIDE 3.7.3).
#[inline]
pub(super) fn pawn(color: Color, square: Square) -> Bitboard {
    PAWN[color.index()][square.index()]
}

/// The ray up to and including the first occupied square (FIDE 3.5).
#[inline(always)]
fn cut<const DIRECTION: usize>(square: Square, occupied: Bitboard) -> Bitboard {
    let rays = &RAYS[DIRECTION];
    let ray = rays[square.index()];
    let blockers = (ray & occupied).bits();
    // The corner bit is a sentinel for "no blocker": the ray from that corner is empty.
    let first = if DIRECTION < 4 {
        (blockers | 1 << 63).trailing_zeros()
    } else {
        63 - (blockers | 1).leading_zeros()
    };
    ray ^ rays[first as usize]
}

/// The squares that a rook attacks (FIDE 3.3).
#[inline]
pub(super) fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    cut::<0>(square, occupied)
        | cut::<2>(square, occupied)
        | cut::<4>(square, occupied)
        | cut::<6>(square, occupied)
}

/// The squares that a bishop attacks (FIDE 3.2).
#[inline]
pub(super) fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    cut::<1>(square, occupied)
        | cut::<3>(square, occupied)
        | cut::<5>(square, occupied)
        | cut::<7>(square, occupied)
}

const fn join<const N: usize>(tables: [[Bitboard; 64]; N]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        let mut n = 0;
        while n < N {
            table[square] = Bitboard::from_bits(table[square].bits() | tables[n][square].bits());
            n += 1;
        }
        square += 1;
    }
    table
}

static ROOK_LINES: [Bitboard; 64] = join([
    ray(KING_STEPS[0]),
    ray(KING_STEPS[2]),
    ray(KING_STEPS[4]),
    ray(KING_STEPS[6]),
]);
static BISHOP_LINES: [Bitboard; 64] = join([
    ray(KING_STEPS[1]),
    ray(KING_STEPS[3]),
    ray(KING_STEPS[5]),
    ray(KING_STEPS[7]),
]);

/// The file and the rank of a square without the square itself: a rook's squares on an empty board.
#[inline]
pub(super) fn rook_lines(square: Square) -> Bitboard {
    ROOK_LINES[square.index()]
}

/// The diagonals of a square without the square itself: a bishop's squares on an empty board.
#[inline]
pub(super) fn bishop_lines(square: Square) -> Bitboard {
    BISHOP_LINES[square.index()]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A slider's squares, found step by step.
    fn stepwise(from: Square, occupied: Bitboard, directions: [usize; 4]) -> Bitboard {
        let mut set = Bitboard::EMPTY;
        for direction in directions {
            let (files, ranks) = KING_STEPS[direction];
            let mut at = from;
            while let Some(to) = at.offset(files, ranks) {
                set |= Bitboard::of(to);
                if occupied.contains(to) {
                    break;
                }
                at = to;
            }
        }
        set
    }

    #[test]
    fn rays_agree_with_stepwise_search_on_random_boards() {
        let mut bits = 0x9E37_79B9_7F4A_7C15_u64;
        for _ in 0..500 {
            bits ^= bits << 13;
            bits ^= bits >> 7;
            bits ^= bits << 17;
            let occupied = Bitboard::from_bits(bits & bits.rotate_left(21));
            for square in Square::all() {
                assert_eq!(
                    rook(square, occupied),
                    stepwise(square, occupied, [0, 2, 4, 6])
                );
                assert_eq!(
                    bishop(square, occupied),
                    stepwise(square, occupied, [1, 3, 5, 7])
                );
            }
        }
    }

    #[test]
    fn steps_stop_at_the_edge() {
        let names = |set: Bitboard| {
            let names: Vec<String> = set.into_iter().map(|s| s.to_string()).collect();
            names.join(" ")
        };
        let at = |name: &str| name.parse().unwrap();
        assert_eq!(names(king(at("a1"))), "b1 a2 b2");
        assert_eq!(names(knight(at("h8"))), "g6 f7");
        assert_eq!(names(pawn(Color::White, at("a2"))), "b3");
        assert_eq!(names(pawn(Color::Black, at("e7"))), "d6 f6");
        assert_eq!(rook_lines(at("d4")).len(), 14);
        assert_eq!(bishop_lines(at("d4")).len(), 13);
    }
}
