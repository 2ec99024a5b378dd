//! The `rules` suite: every rule of the contract, from both sides.
//!
//! The scripts are the same for all variants. A page without a rule must reject the moves that the
//! rule allows.

use super::rules_cases::{CASTLING, CHOICES, ENDS, PAWNS, PIECES, PROMOTION, STALEMATES};
use super::scripted_game;
use crate::contract::PlanBuilder;
use crate::suites::{ChessSuite, SuiteContext, one_in_absent};
use golfchess_parity::{Effort, Plan};

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
    plans.extend(promotions(context));
    plans
}

fn promotions(context: &SuiteContext<'_>) -> Vec<Plan> {
    let plan = |(white, black): (&str, &str)| {
        let mut builder = PlanBuilder::new(context.contract);
        for word in PROMOTION.split_whitespace() {
            let word = word.trim_end_matches(['!', '?']);
            // A fifth character is a placeholder for White's or Black's choice.
            match word.split_at_checked(4) {
                Some((squares, "1")) => builder.typed(&format!("{squares}{white}")),
                Some((squares, "2")) => builder.typed(&format!("{squares}{black}")),
                _ => builder.typed(word),
            };
        }
        let case = format!("promotion with {white:?} and {black:?}");
        builder.plan(ChessSuite::Rules, case)
    };
    let has_choice = context.contract.rules.moves.promotion_choice;
    let choices = match (has_choice, context.effort) {
        (true, Effort::Smoke | Effort::Quick) => CHOICES[..QUICK_CHOICES].to_vec(),
        (true, _) => CHOICES.to_vec(),
        (false, _) => context.sample(CHOICES.to_vec(), one_in_absent(context.effort)),
    };
    choices.into_iter().map(plan).collect()
}

/// How many of the choices `--quick` plays: the first ones choose each piece once.
const QUICK_CHOICES: usize = 2;

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

    #[test]
    fn the_first_choices_name_each_promotion_piece() {
        let typed = CHOICES[..QUICK_CHOICES]
            .iter()
            .flat_map(|(white, black)| [white, black]);
        let mut pieces: Vec<_> = typed.filter_map(|text| text.chars().next()).collect();
        pieces.iter_mut().for_each(|c| c.make_ascii_uppercase());
        pieces.sort_unstable();
        assert_eq!(pieces, ['B', 'N', 'Q', 'R']);
    }
}
