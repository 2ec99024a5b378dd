//! Games in which both sides work together: quiet wanderings, and captures of all but a few pieces.

use std::collections::HashSet;

use fastrand::Rng;

use crate::contract::PlanBuilder;
use crate::suites::ChessSubject;
use golfchess_rules::{Bitboard, Color, Game, Move, MoveRules, Position, Role, Square};

/// The most plies of a reduction; usual are some fifty.
const MOST_PLIES: usize = 260;

/// How many positions of each ply are followed further.
const BREADTH: usize = 8;

/// What a piece that is to go counts, in steps: a capture comes before drawing nearer.
const PIECE: u32 = 12;

/// The pieces that are to stay, by their squares at the start; kings stay always.
pub(super) type Kept = &'static [&'static str];

/// A game in which only the kept pieces and the kings are left, or that has ended before.
pub(super) fn reduced(subject: &ChessSubject, kept: Kept, rng: Rng) -> PlanBuilder {
    let mut builder = PlanBuilder::new(subject.reference);
    for mv in shortest(builder.game(), kept, rng) {
        builder.typed(&mv.to_string());
    }
    builder
}

/// A position on the way to few pieces, and how it came about.
struct Stage {
    position: Position,
    /// The squares of what is to stay, kings included.
    stays: Bitboard,
    moves: Vec<Move>,
}

impl Stage {
    /// Whether nothing is left but what is to stay.
    fn is_bare(&self) -> bool {
        self.position.board().occupied() == self.stays
    }

    /// How much is left to do: the pieces that are to go, and for each one how far away the
    /// nearest is that could take it.
    fn distance(&self) -> u32 {
        let board = self.position.board();
        let of_color = |color: Color| -> u32 {
            let hunters = board.color(!color);
            let prey = board.color(color) & !self.stays;
            let nearest = |square| hunters.into_iter().map(|from| steps(from, square)).min();
            let left = |square| PIECE + nearest(square).unwrap_or(0);
            prey.into_iter().map(left).sum()
        };
        Color::ALL.into_iter().map(of_color).sum()
    }

    /// The stages one ply on, without those that lose what is to stay.
    fn next(&self, rules: MoveRules) -> impl Iterator<Item = Stage> {
        let moves = self.position.legal_moves(rules).into_iter();
        moves.filter_map(move |mv| self.after(mv))
    }

    /// The stage after a legal move; `None` where it takes what is to stay, or castles, which
    /// moves two pieces.
    fn after(&self, mv: Move) -> Option<Stage> {
        let role = self.position.board().role_at(mv.from);
        if self.stays.contains(mv.to) || role == Some(Role::King) && steps(mv.from, mv.to) > 1 {
            return None;
        }
        let position = self.position.play_unchecked(mv);
        let mut stays = self.stays;
        if stays.contains(mv.from) {
            stays = stays & !Bitboard::of(mv.from) | Bitboard::of(mv.to);
        }
        // A pawn that is to stay can be gone en passant.
        let lost = stays & !position.board().occupied();
        let moves = self.moves.iter().copied().chain([mv]).collect();
        lost.is_empty().then_some(Stage {
            position,
            stays,
            moves,
        })
    }
}

/// How many steps of a king two squares are apart.
fn steps(from: Square, to: Square) -> u32 {
    let files = from.file().abs_diff(to.file());
    files.max(from.rank().abs_diff(to.rank())).into()
}

/// A short way to few pieces; empty if none is found.
///
/// A beam search: of all stages that can be reached in so many plies, those with the least
/// distance are followed.
fn shortest(start: &Game, kept: Kept, mut rng: Rng) -> Vec<Move> {
    let profile = start.profile();
    let position = *start.position();
    let kept = kept.iter().filter_map(|square| square.parse().ok());
    let kings = position.board().role(Role::King);
    let mut stages = vec![Stage {
        position,
        stays: kept.chain(kings).collect(),
        moves: Vec::new(),
    }];
    let mut seen = HashSet::new();
    for _ in 0..MOST_PLIES {
        let next = stages.iter().flat_map(|stage| stage.next(profile.moves));
        let mut next: Vec<Stage> = next.collect();
        if let Some(at) = next.iter().position(Stage::is_bare) {
            return next.swap_remove(at).moves;
        }
        next.sort_by_cached_key(|stage| (stage.distance(), rng.u32(..)));
        stages = next
            .into_iter()
            // Not into an end before its time, nor round in circles.
            .filter(|stage| {
                Game::from_position(profile, stage.position)
                    .outcome()
                    .is_none()
            })
            .filter(|stage| seen.insert(stage.position.repetition_key()))
            .take(BREADTH)
            .collect();
    }
    Vec::new()
}

/// Plays quiet moves (neither captures nor pawn moves) of pieces that are not on frozen squares,
/// for a number of plies, so that the game stays open and no frozen piece is attacked away; `None`
/// when rng does not find them.
pub(super) fn wander(
    builder: &mut PlanBuilder,
    frozen: &[&str],
    plies: usize,
    rng: &mut Rng,
) -> Option<()> {
    let frozen: Vec<Square> = frozen
        .iter()
        .filter_map(|square| square.parse().ok())
        .collect();
    for _ in 0..plies {
        let game = builder.game();
        let mut moves = quiet_moves(game, &frozen);
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

/// The legal moves that are neither captures nor pawn moves, of pieces not on frozen squares.
pub(super) fn quiet_moves(game: &Game, frozen: &[Square]) -> Vec<Move> {
    let board = *game.position().board();
    let quiet = |mv: &Move| {
        board.piece_at(mv.to).is_none()
            && board.role_at(mv.from) != Some(Role::Pawn)
            && !frozen.contains(&mv.from)
    };
    game.legal_moves().into_iter().filter(quiet).collect()
}
