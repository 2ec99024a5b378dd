//! Moves across the square that a pawn has passed by a double step in the move before.

use golfchess_rules::{Game, Move, Role, Square};

/// Whether a move is one of them.
pub(super) fn crosses(game: &Game, mv: Move) -> bool {
    let board = game.position().board();
    let Some(last) = game.moves().last() else {
        return false;
    };
    let is_double_step = board.role_at(last.to) == Some(Role::Pawn)
        && last.from.rank().abs_diff(last.to.rank()) == 2;
    let passed = Square::at(last.to.file(), last.from.rank().midpoint(last.to.rank()));
    let is_slider = matches!(
        board.role_at(mv.from),
        Some(Role::Bishop | Role::Rook | Role::Queen)
    );
    is_double_step && is_slider && passed.is_some_and(|square| is_between(square, mv))
}

/// Whether a square is on the line of a slider's move, between its ends.
fn is_between(square: Square, mv: Move) -> bool {
    let towards = |to: Square| {
        let file = to.file().cast_signed() - mv.from.file().cast_signed();
        let rank = to.rank().cast_signed() - mv.from.rank().cast_signed();
        let is_line = file == 0 || rank == 0 || file.abs() == rank.abs();
        let length = file.abs().max(rank.abs());
        (is_line, file.signum(), rank.signum(), length)
    };
    let (near, far) = (towards(square), towards(mv.to));
    near.0 && (near.1, near.2) == (far.1, far.2) && (1..far.3).contains(&near.3)
}

/// Whether a move is a double step.
pub(super) fn is_double_step(game: &Game, mv: Move) -> bool {
    let is_pawn = game.position().board().role_at(mv.from) == Some(Role::Pawn);
    is_pawn && mv.from.rank().abs_diff(mv.to.rank()) == 2
}

/// A double step, and a move across the square that it has passed.
pub(super) fn crossing(game: &Game, mv: Move) -> Option<[Move; 2]> {
    if !is_double_step(game, mv) {
        return None;
    }
    let mut next = game.clone();
    next.play(mv).ok()?;
    let mut replies = next.legal_moves().into_iter();
    let reply = replies.find(|reply| crosses(&next, *reply))?;
    Some([mv, reply])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::PlanBuilder;
    use crate::suites::{Effort, catalog_subjects, context};

    #[test]
    fn a_slider_crosses_the_square_that_a_pawn_has_just_passed() {
        let subjects = catalog_subjects();
        let page = subjects.iter().find(|page| page.name == "index_TMP_D_S");
        let page = page.expect("a page");
        let crossing = |words: &str| {
            let mut builder = PlanBuilder::new(context(page, Effort::Usual, 1).contract);
            builder.words(words);
            let game = builder.game().clone();
            let moves = game.legal_moves().into_iter();
            let crossing = moves.filter(|mv| crosses(&game, *mv));
            crossing.map(|mv| mv.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(crossing("d2d3 a7a6 c1f4 d7d5"), ["f4c7"]);
        assert_eq!(crossing("d2d3 a7a6 c1f4 d7d5 a2a3 a6a5"), [""; 0]);
        // One step, and a step beside the line.
        assert_eq!(crossing("d2d3 a7a6 c1f4 d7d6"), [""; 0]);
        assert_eq!(crossing("d2d3 a7a6 c1f4 e7e5"), [""; 0]);
    }
}
