//! Games in which both sides work together: quiet wanderings, and captures of all but a few pieces.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};

use fastrand::Rng;

use crate::parity::{Script, Subject};
use crate::rules::{Game, Move, Profile, Role, Square};

/// The most plies of a reduction; those that take longer are tried again with other chances.
const MOST_PLIES: usize = 260;

/// How many reductions are tried.
const TRIES: u64 = 400;

/// The pieces that are to stay, by their squares at the start; kings stay always.
pub(super) type Kept = &'static [&'static str];

/// What the moves of a reduction depend on: the rules, what is to stay, and the seed.
type Question = (Profile, Kept, u64);

/// A reduction that is being looked for, or has been found.
type Answer = Arc<OnceLock<Vec<Move>>>;

/// The reductions so far. They take most of the time of planning, and pages that differ in what
/// they show have the same ones.
static FOUND: LazyLock<Mutex<HashMap<Question, Answer>>> = LazyLock::new(Mutex::default);

/// A game in which only the kept pieces and the kings are left, or that has ended before. Of many
/// ways a short one is played.
pub(super) fn reduced(subject: &Subject, kept: Kept, chance: Rng) -> Script {
    let question = (subject.profile, kept, chance.get_seed());
    let answer = {
        let mut found = FOUND.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(found.entry(question).or_default())
    };
    // Outside the lock: others may search for theirs meanwhile.
    let moves = answer.get_or_init(|| shortest(&Game::new(subject.profile), kept, chance));
    let mut script = Script::new(subject);
    for mv in moves {
        script.typed(&mv.to_string());
    }
    script
}

/// The shortest of the reductions that are tried; empty if none is found.
fn shortest(start: &Game, kept: Kept, mut chance: Rng) -> Vec<Move> {
    let mut best: Option<Vec<Move>> = None;
    for at in 0..TRIES {
        let limit = best.as_ref().map_or(MOST_PLIES, Vec::len);
        let found = attempt(start, kept, &mut chance, limit);
        best = found.or(best);
        if best.is_some() && at > 7 {
            break;
        }
    }
    best.unwrap_or_default()
}

/// The moves of one reduction that takes fewer plies than `limit`.
fn attempt(start: &Game, kept: Kept, chance: &mut Rng, limit: usize) -> Option<Vec<Move>> {
    let mut game = start.clone();
    let mut kept: Vec<Square> = kept
        .iter()
        .filter_map(|square| square.parse().ok())
        .collect();
    while game.moves().len() + 1 < limit {
        let (mv, next) = choose(&game, &kept, chance)?;
        game = next;
        for square in kept.iter_mut().filter(|square| **square == mv.from) {
            *square = mv.to;
        }
        if is_bare(&game, &kept) {
            return Some(game.moves().to_vec());
        }
        if !game.is_open() {
            return None;
        }
    }
    None
}

/// Whether nothing is left but the kept pieces and the kings.
fn is_bare(game: &Game, kept: &[Square]) -> bool {
    game.position().board().occupied().len() as usize == kept.len() + 2
}

/// A move towards a piece that may go, or its capture; the other side's kept pieces are spared,
/// and castling is not played, since it moves two pieces. With the game after it.
fn choose(game: &Game, kept: &[Square], chance: &mut Rng) -> Option<(Move, Game)> {
    let position = *game.position();
    let board = position.board();
    let them = board.color(!position.side_to_move());
    let king = board.king(!position.side_to_move());
    let prey: Vec<Square> = them
        .into_iter()
        .filter(|square| !kept.contains(square) && Some(*square) != king)
        .collect();
    let far = |from: Square, to: Square| {
        let files = from.file().abs_diff(to.file());
        i64::from(files.max(from.rank().abs_diff(to.rank())))
    };
    let scored = game.legal_moves().into_iter().filter_map(|mv| {
        let captures = them.contains(mv.to);
        let castles = board.role_at(mv.from) == Some(Role::King) && far(mv.from, mv.to) == 2;
        if captures && kept.contains(&mv.to) || castles {
            return None;
        }
        // A promoted piece would be one more than wanted, if the pawn is to stay.
        let near = prey.iter().map(|square| far(mv.to, *square)).min();
        let score = if captures { 40 } else { -2 * near.unwrap_or(0) };
        Some((score + chance.i64(..6), mv))
    });
    let mut scored: Vec<(i64, Move)> = scored.collect();
    scored.sort_by_key(|(score, _)| -score);
    // Not into an end before its time.
    scored.into_iter().find_map(|(_, mv)| {
        let mut next = game.clone();
        next.play(mv).ok()?;
        (next.is_open() || is_bare(&next, kept)).then_some((mv, next))
    })
}

/// Plays quiet moves (neither captures nor pawn moves) of pieces that are not on frozen squares,
/// for a number of plies, so that the game stays open and no frozen piece is attacked away; `None`
/// when chance does not find them.
pub(super) fn wander(
    script: &mut Script,
    frozen: &[&str],
    plies: usize,
    chance: &mut Rng,
) -> Option<()> {
    let frozen: Vec<Square> = frozen
        .iter()
        .filter_map(|square| square.parse().ok())
        .collect();
    for _ in 0..plies {
        let game = script.game();
        let mut moves = quiet_moves(game, &frozen);
        loop {
            if moves.is_empty() {
                return None;
            }
            let mv = moves.swap_remove(chance.usize(..moves.len()));
            let mut next = game.clone();
            next.play(mv).ok()?;
            if next.is_open() && !next.position().is_check() {
                script.typed(&mv.to_string());
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
