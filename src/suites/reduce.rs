//! Cooperative games: random quiet moves, and captures of all but a few pieces.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};
use std::sync::{LazyLock, Mutex, PoisonError};

use fastrand::Rng;
use golfchess_rules::{
    Bitboard, Color, Game, Move, MoveRules, Position, RepetitionKey, Role, Square, is_dead,
};

use crate::contract::{Contract, PlanBuilder};

/// The greatest length of a reduction in plies; most have about forty.
const MAX_PLIES: usize = 260;

/// The width of the beam search: how many positions of each ply it continues.
const BEAM_WIDTH: usize = 64;

/// The cost of a piece that is still to be captured, in steps of a king. It is greater than any
/// distance, so a capture takes precedence over an approach.
const PIECE_COST: u32 = 12;

/// The set of squares with these names, such as `a1 h8`.
///
/// # Panics
/// A name is not that of a square. In a constant it is a compile error.
pub(super) const fn squares(names: &str) -> Bitboard {
    let bytes = names.as_bytes();
    let mut bits = 0;
    let mut at = 0;
    while at < bytes.len() {
        let square = Square::from_chars(bytes[at] as char, bytes[at + 1] as char);
        bits |= Bitboard::of(square.expect("a square")).bits();
        at += 3;
    }
    Bitboard::from_bits(bits)
}

/// A game that captures all pieces but the kings and the kept ones, without moves of the unmoved
/// ones. Both are given by their start squares. A game without moves if the search fails.
pub(super) fn reduced(
    contract: Contract,
    kept: Bitboard,
    unmoved: Bitboard,
    rng: Rng,
) -> PlanBuilder {
    let mut builder = PlanBuilder::new(contract);
    let rules = contract.rules.moves;
    let start = *builder.game().position();
    let key = start.repetition_key();
    let search = (key, rules, kept, unmoved, rng.get_seed());
    let known = || FOUND.lock().unwrap_or_else(PoisonError::into_inner);
    let old = known().get(&search).cloned();
    let moves = old.unwrap_or_else(|| {
        let moves = shortest(start, rules, kept, unmoved, rng);
        known().insert(search, moves.clone());
        moves
    });
    for mv in moves {
        builder.typed(&mv.to_string());
    }
    builder
}

/// The results of earlier searches: pages with the same moves play the same games.
static FOUND: LazyLock<Mutex<HashMap<Search, Vec<Move>>>> = LazyLock::new(Mutex::default);

/// The first position, the rules of the moves, the kept and the unmoved pieces, and the state of the rng.
type Search = (RepetitionKey, MoveRules, Bitboard, Bitboard, u64);

/// A position of the search.
#[derive(Clone, Copy)]
struct Stage {
    position: Position,
    /// The squares of the pieces that stay, kings included.
    stays: Bitboard,
    /// The place of the position before it among those that the search continued, and the move.
    before: Option<(usize, Move)>,
}

impl Stage {
    /// Whether only the pieces that stay are left.
    fn is_reduced(&self) -> bool {
        self.position.board().occupied() == self.stays
    }

    /// The remaining work: a cost for each piece that is still to be captured, plus its distance from
    /// the nearest piece of the other side.
    fn distance(&self) -> u32 {
        let board = self.position.board();
        let of_color = |color: Color| -> u32 {
            let hunters = board.color(!color);
            let prey = board.color(color) & !self.stays;
            PIECE_COST * prey.len() + distances(hunters, prey)
        };
        Color::ALL.into_iter().map(of_color).sum()
    }

    /// The stage after a legal move; the search continued this one in a place. `None` if the move
    /// captures or promotes a piece that stays, moves one that does not move, or castles.
    fn after(&self, place: usize, mv: Move, unmoved: Bitboard) -> Option<Stage> {
        if self.stays.contains(mv.to) || unmoved.contains(mv.from) {
            return None;
        }
        let promotes = mv.promotion.is_some() && self.stays.contains(mv.from);
        let is_king = self.position.board().role_at(mv.from) == Some(Role::King);
        if promotes || is_king && steps(mv.from, mv.to) > 1 {
            return None;
        }
        let position = self.position.play_unchecked(mv);
        let mut stays = self.stays;
        if stays.contains(mv.from) {
            stays = stays & !Bitboard::of(mv.from) | Bitboard::of(mv.to);
        }
        // A pawn that stays can be captured en passant.
        let lost = stays & !position.board().occupied();
        lost.is_empty().then_some(Stage {
            position,
            stays,
            before: Some((place, mv)),
        })
    }
}

/// The distance of two squares in steps of a king.
fn steps(from: Square, to: Square) -> u32 {
    let files = from.file().abs_diff(to.file());
    files.max(from.rank().abs_diff(to.rank())).into()
}

/// The sum of the distances, in steps of a king, of squares from the nearest square of a set; 0 if
/// the set is empty.
fn distances(from: Bitboard, squares: Bitboard) -> u32 {
    const NOT_FILE_A: u64 = !0x0101_0101_0101_0101;
    const NOT_FILE_H: u64 = NOT_FILE_A.rotate_right(1);
    let mut reached = from.bits();
    let mut left = squares.bits() & !reached;
    let mut sum = 0;
    while left != 0 && reached != 0 {
        sum += left.count_ones();
        reached |= reached << 1 & NOT_FILE_A | reached >> 1 & NOT_FILE_H;
        reached |= reached << 8 | reached >> 8;
        left &= !reached;
    }
    sum
}

/// A short sequence of moves to the kept pieces; empty if none is found.
///
/// A beam search: of the stages at each ply, it continues those with the least distance.
fn shortest(
    start: Position,
    rules: MoveRules,
    kept: Bitboard,
    unmoved: Bitboard,
    mut rng: Rng,
) -> Vec<Move> {
    let mut continued = vec![Stage {
        position: start,
        stays: kept | start.board().role(Role::King),
        before: None,
    }];
    // The stages that were continued at the last ply: their places and their legal moves.
    let mut last = vec![(0, start.legal_moves(rules))];
    let mut seen = HashSet::new();
    for _ in 0..MAX_PLIES {
        let after = last.iter().flat_map(|(place, moves)| {
            let stage = &continued[*place];
            moves
                .iter()
                .filter_map(|mv| stage.after(*place, *mv, unmoved))
        });
        let next: Vec<Stage> = after.collect();
        let keys = next.iter().enumerate();
        let keys = keys.map(|(at, stage)| Reverse((stage.distance(), rng.u32(..), at)));
        // A heap sorts only as far as it is read. Most stages are not continued.
        let mut keys: BinaryHeap<_> = keys.collect();
        last.clear();
        while let Some(Reverse((_, _, at))) = keys.pop() {
            let stage = next[at];
            let of_stage = stage.position.legal_moves(rules);
            if of_stage.is_empty() {
                continue;
            }
            if stage.is_reduced() {
                return moves_to(&stage, &continued);
            }
            let position = &stage.position;
            // Pages with these rules would end the game.
            let ends = is_dead(position.board()) || position.halfmove_clock() >= 100;
            if ends || !seen.insert(position.repetition_key()) {
                continue;
            }
            last.push((continued.len(), of_stage));
            continued.push(stage);
            if last.len() == BEAM_WIDTH {
                break;
            }
        }
    }
    Vec::new()
}

/// The moves from the start to a stage.
fn moves_to(stage: &Stage, continued: &[Stage]) -> Vec<Move> {
    let before = |stage: &&Stage| stage.before.map(|(place, _)| &continued[place]);
    let stages = std::iter::successors(Some(stage), before);
    let mut moves: Vec<Move> = stages.filter_map(|stage| Some(stage.before?.1)).collect();
    moves.reverse();
    moves
}

/// Plays random quiet moves (neither captures nor pawn moves) for a number of plies. Pieces on frozen
/// squares do not move. No move ends the game or gives check. `None` when no such move is left.
pub(super) fn wander(
    builder: &mut PlanBuilder,
    frozen: Bitboard,
    plies: usize,
    rng: &mut Rng,
) -> Option<()> {
    for _ in 0..plies {
        let game = builder.game();
        let mut moves = quiet_moves(game, frozen);
        loop {
            if moves.is_empty() {
                return None;
            }
            let mv = moves.swap_remove(rng.usize(..moves.len()));
            let mut next = game.clone();
            next.play(mv).ok()?;
            if next.outcome().is_none() && !next.position().is_check() {
                builder.typed(&mv.to_string());
                break;
            }
        }
    }
    Some(())
}

/// The legal moves that are neither captures nor pawn moves, without moves from frozen squares.
pub(super) fn quiet_moves(game: &Game, frozen: Bitboard) -> Vec<Move> {
    let board = *game.position().board();
    let quiet = |mv: &Move| {
        board.piece_at(mv.to).is_none()
            && board.role_at(mv.from) != Some(Role::Pawn)
            && !frozen.contains(mv.from)
    };
    game.legal_moves().into_iter().filter(quiet).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_set_of_moves_and_pieces_has_a_game_of_its_own() {
        use golfchess_pages::catalog::FlagSet;

        let reduced = |flags: &str, kept, seed| {
            let flags = FlagSet::new(flags);
            reduced(
                Contract::new(&flags).expect("a set of rules"),
                squares(kept),
                Bitboard::EMPTY,
                Rng::with_seed(seed),
            )
        };
        let moves = |builder: &PlanBuilder| builder.game().moves().to_vec();
        let first = reduced("MS", "a1", 1);
        for (flags, kept, seed) in [("S", "a1", 1), ("MS", "h1", 1), ("MS", "a1", 2)] {
            let other = reduced(flags, kept, seed);
            assert_eq!(
                other.game().position().board().occupied().len(),
                3,
                "{flags} {kept}"
            );
            assert_ne!(moves(&other), moves(&first), "{flags} {kept} {seed}");
        }
        for (flags, other) in [("MS", "TM"), ("TMPS", "TMPDS"), ("TMPDS", "TMPDFS")] {
            for seed in 1..6 {
                let both = [flags, other].map(|flags| reduced(flags, "a1", seed));
                assert_eq!(both[0].game().position().board().occupied().len(), 3);
                assert_eq!(moves(&both[0]), moves(&both[1]), "{flags} {other}");
            }
        }
    }

    /// The positions of the shortest game from here to the kings.
    fn to_the_kings(fen: &str) -> Vec<Position> {
        let start: Position = fen.parse().expect("a position");
        let none = Bitboard::EMPTY;
        let moves = shortest(start, MoveRules::FIDE, none, none, Rng::with_seed(1));
        let after = moves.iter().scan(start, |position, mv| {
            *position = position.play_unchecked(*mv);
            Some(*position)
        });
        after.collect()
    }

    #[test]
    fn no_position_before_the_last_ends_the_game_of_a_page() {
        // To capture the pawn first would be shorter.
        let positions = to_the_kings("8/8/8/8/7k/8/1p5N/K7 w - - 0 1");
        let (last, before) = positions.split_last().expect("a game");
        assert_eq!(last.board().occupied().len(), 2);
        assert!(!before.iter().any(|position| is_dead(position.board())));
        // The fiftieth move without a capture ends the game.
        let rook = "4k3/8/8/8/8/8/8/R3K3 w - -";
        assert_eq!(to_the_kings(&format!("{rook} 99 60")).len(), 0);
        assert!(to_the_kings(&format!("{rook} 0 60")).len() > 1);
    }

    #[test]
    #[should_panic(expected = "a square")]
    fn squares_are_named_as_on_the_board() {
        assert_eq!(squares("a1 h8").bits(), 1 | 1 << 63);
        squares("a1 i8");
    }

    #[test]
    fn distances_are_those_of_the_nearest_square() {
        let mut rng = Rng::with_seed(7);
        for _ in 0..200 {
            let [from, to] = [(); 2].map(|()| Bitboard::from_bits(rng.u64(..) & rng.u64(..)));
            let nearest = |square| from.into_iter().map(|other| steps(other, square)).min();
            let expected: u32 = to.into_iter().filter_map(nearest).sum();
            assert_eq!(distances(from, to), expected);
        }
        assert_eq!(distances(Bitboard::EMPTY, Bitboard::rank(3)), 0);
        assert_eq!(distances(squares("a1"), squares("h8")), 7);
    }
}
