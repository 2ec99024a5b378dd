//! The `rules` suite: every rule of the contract, from both sides.
//!
//! The scripts are the same for all variants. A page without a rule must reject the moves that the
//! rule allows.

use golfchess_parity::Plan;
use golfchess_rules::Role;

use super::players::{self, Goal, Side};
use super::promotion;
use super::rules_cases::{CASTLING, ENDS, PAWNS, PIECES, STALEMATES};
use super::scripted_game;
use crate::suites::{ChessSuite, SuiteContext};

pub(crate) fn plans(context: &SuiteContext<'_>) -> Vec<Plan> {
    if context.contract.page_is_black() {
        return against_the_page(context);
    }
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

/// Games against a page that plays Black, with tries of illegal moves before each move of White.
fn against_the_page(context: &SuiteContext<'_>) -> Vec<Plan> {
    let mut goals = vec![Goal::Rare];
    if context.contract.rules.moves.special_moves {
        goals.extend([Goal::Castle(Side::King), Goal::Castle(Side::Queen)]);
        let through = context.by_effort(1, 2, 2);
        let sides = [Side::King, Side::Queen].into_iter().take(through);
        goals.extend(sides.map(Goal::CastleThroughCheck));
    }
    let roles = match context.contract.rules.moves.promotion_choice {
        true => &Role::PROMOTIONS[..],
        false => &Role::PROMOTIONS[..1],
    };
    goals.extend(roles.iter().map(|role| Goal::Mate(*role)));
    players::plans(
        context,
        ChessSuite::Rules,
        goals,
        context.by_effort(1, 2, 20),
        |goal| match goal {
            Goal::Mate(_) => (150, 2),
            _ => (24, 8),
        },
    )
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
