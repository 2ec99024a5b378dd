//! Moves across the square that a pawn has passed by a double step in the move before.

use std::iter::successors;

use golfchess_rules::{Move, MoveRules, Position, Role, Square};

/// Whether a legal move is one of them.
pub(super) fn crosses(position: &Position, mv: Move) -> bool {
    let role = position.board().role_at(mv.from);
    let is_slider = matches!(role, Some(Role::Bishop | Role::Rook | Role::Queen));
    let passed = position.en_passant();
    is_slider && passed.is_some_and(|passed| between(mv).any(|square| square == passed))
}

/// The squares between the ends of a slider's move.
fn between(mv: Move) -> impl Iterator<Item = Square> {
    let step = |from: u8, to: u8| (to.cast_signed() - from.cast_signed()).signum();
    let files = step(mv.from.file(), mv.to.file());
    let ranks = step(mv.from.rank(), mv.to.rank());
    let next = move |at: &Square| at.offset(files, ranks);
    successors(next(&mv.from), next).take_while(move |at| *at != mv.to)
}

/// Whether a legal move is a double step.
pub(super) fn is_double_step(position: &Position, mv: Move) -> bool {
    position.play_unchecked(mv).en_passant().is_some()
}

/// A double step, and a move across the square that it has passed.
pub(super) fn crossing(position: &Position, mv: Move, rules: MoveRules) -> Option<[Move; 2]> {
    if !is_double_step(position, mv) {
        return None;
    }
    let next = position.play_unchecked(mv);
    let mut replies = next.legal_moves(rules).into_iter();
    let reply = replies.find(|reply| crosses(&next, *reply))?;
    Some([mv, reply])
}

#[cfg(test)]
mod tests {
    use golfchess_pages::catalog::FlagSet;

    use super::*;
    use crate::contract::{Contract, PlanBuilder};

    #[test]
    fn a_slider_crosses_the_square_that_a_pawn_has_just_passed() {
        let contract = Contract::new(&FlagSet::new("TMPDS")).expect("a set of rules");
        let crossing = |words: &str| {
            let mut builder = PlanBuilder::new(contract);
            builder.words(words);
            let game = builder.game().clone();
            let moves = game.legal_moves().into_iter();
            let crossing = moves.filter(|mv| crosses(game.position(), *mv));
            crossing.map(|mv| mv.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(crossing("d2d3 a7a6 c1f4 d7d5"), ["f4c7"]);
        // The bishop may end its move there too.
        assert_eq!(crossing("e2e3 h7h6 f1b5 c7c5"), ["b5d7"]);
        // Too late, after one step, beside the line, and by a piece that jumps.
        assert_eq!(crossing("d2d3 a7a6 c1f4 d7d5 a2a3 a6a5"), [""; 0]);
        assert_eq!(crossing("d2d3 a7a6 c1f4 d7d6"), [""; 0]);
        assert_eq!(crossing("d2d3 a7a6 c1f4 e7e5"), [""; 0]);
        assert_eq!(crossing("b1c3 h7h6 c3b5 c7c5"), [""; 0]);
    }
}
