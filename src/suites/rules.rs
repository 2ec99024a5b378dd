//! The `rules` suite: every rule of the contract, from both sides.
//!
//! The scripts are the same for all variants. A page without a rule must reject the moves that the
//! rule allows.

use super::promotion;
use super::rules_cases::{CASTLING, ENDS, PAWNS, PIECES, STALEMATES};
use super::scripted_game;
use crate::suites::{ChessSuite, SuiteContext};
use golfchess_parity::Plan;

pub(crate) fn plans(context: &SuiteContext<'_>) -> Vec<Plan> {
    let moves = context.contract.rules.moves;
    let mut plans = Vec::new();
    for (games, applies) in [
        (ENDS, true),
        (STALEMATES, true),
        (PIECES, true),
        (PAWNS, moves.special_moves),
        (CASTLING, moves.special_moves),
    ] {
        plans.extend(scripted_game::plans(
            context,
            ChessSuite::Rules,
            games,
            applies,
        ));
    }
    plans.extend(promotion::plans(context));
    plans
}

#[cfg(test)]
mod tests {
    use super::super::scripted_game::{ScriptedGame, unexpected_words};
    use super::*;

    #[test]
    fn words_are_legal_exactly_as_their_marks_say() {
        let all = [ENDS, STALEMATES, PIECES, PAWNS, CASTLING].concat();
        let unexpected: Vec<_> = all
            .iter()
            .flat_map(ScriptedGame::sides)
            .flat_map(|(_, words)| unexpected_words(&words))
            .collect();
        assert!(unexpected.is_empty(), "{unexpected:#?}");
    }
}
