//! The `rules` suite: every rule of the contract, from both sides.
//!
//! The scripts are the same for all variants. A page without a rule must reject the moves that the
//! rule allows.

use golfchess_parity::{Effort, Plan};
use golfchess_rules::{CastlingSide, Role};

use super::players::{self, Goal};
use super::promotion;
use super::rules_cases::{CASTLING, ENDS, PAWNS, PIECES, STALEMATES};
use super::scripted_game;
use crate::suites::{ChessSuite, ONE_IN_SMOKE, SuiteContext};

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
        goals.extend(CastlingSide::ALL.map(Goal::Castle));
        let few = context.by_effort(1, 2, 2);
        let sides = CastlingSide::ALL.into_iter().take(few);
        let goals_of = |side| [Goal::CastleThroughCheck(side), Goal::CastleTooLate(side)];
        goals.extend(sides.flat_map(goals_of));
    }
    goals.extend(promotions(context).into_iter().map(Goal::Mate));
    if context.effort == Effort::Smoke {
        let of = ONE_IN_SMOKE.min(goals.len());
        goals = context.sample(goals, of);
    }
    players::plans(
        context,
        ChessSuite::Rules,
        goals,
        context.by_effort(1, 2, 20),
        |goal| match goal {
            // A page with B thinks before each reply: a move takes longer than several tries.
            Goal::Mate(_) => context.by_effort((60, 1), (150, 2), (150, 2)),
            _ => context.by_effort((16, 5), (24, 8), (24, 8)),
        },
    )
}

/// The pieces to which pawns are promoted. With little effort the last one, which takes most clicks, and
/// another one, which differs between pages.
fn promotions(context: &SuiteContext<'_>) -> Vec<Role> {
    let [queen, .., last] = Role::PROMOTIONS;
    if !context.contract.rules.moves.promotion_choice {
        return vec![queen];
    }
    let others: Vec<Role> = Role::PROMOTIONS
        .into_iter()
        .filter(|role| *role != last)
        .collect();
    let of = context.by_effort(others.len(), 1, 1);
    let mut chosen = context.sample(others, of);
    chosen.push(last);
    chosen
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
