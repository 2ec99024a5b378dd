//! The `rules` suite: every line of the contract's rules, from both sides.
//!
//! The scripts are the same for every variant: where a variant lacks a rule, its page has to reject
//! what the rule would allow.

use super::rules_cases::{CASTLING, CHOICES, ENDS, PAWNS, PIECES, PROMOTION, STALEMATES};
use super::scripted_game;
use crate::contract::PlanBuilder;
use crate::suites::{ChessSuite, SuiteContext, is_extreme};
use golfchess_parity::Plan;

pub(crate) fn plans(context: &SuiteContext<'_>) -> Vec<Plan> {
    let moves = context.subject.reference.rules.moves;
    // A rule that a variant has is tried from both sides; one that it lacks in some cases. The
    // pages with all kinds of moves and clocks try everything together.
    let profile = context.subject.reference.rules;
    let all = profile.clock_seconds.is_some() && moves.special_moves && moves.promotion_choice;
    let usual = |has: bool| match has {
        _ if is_extreme(&context.subject.reference) => 1,
        _ if all => 4,
        true => 10,
        false => 20,
    };
    let of = |has: bool| context.by_effort(if has { 30 } else { 50 }, usual(has), 1);
    let games = |games, has| scripted_game::plans(context, ChessSuite::Rules, games, of(has));
    let mut plans = scripted_game::plans(context, ChessSuite::Rules, ENDS, 1);
    // A stalemate for each page that announces it.
    let stalemates = if context.subject.reference.show.result {
        2
    } else {
        20
    };
    plans.extend(scripted_game::plans(
        context,
        ChessSuite::Rules,
        STALEMATES,
        context.by_effort(2 * stalemates, stalemates, 1),
    ));
    plans.extend(games(PIECES, true));
    plans.extend(games(PAWNS, moves.special_moves));
    plans.extend(games(CASTLING, moves.special_moves));
    plans.extend(promotions(context, of(moves.promotion_choice)));
    plans
}

fn promotions(context: &SuiteContext<'_>, of: usize) -> Vec<Plan> {
    let plan = |(white, black): (&str, &str)| {
        let mut builder = PlanBuilder::new(context.subject.reference);
        for word in PROMOTION.split_whitespace() {
            let word = word.trim_end_matches(['!', '?']);
            // The fifth character is the mark.
            match word.split_at_checked(4) {
                Some((squares, "1")) => builder.typed(&format!("{squares}{white}")),
                Some((squares, "2")) => builder.typed(&format!("{squares}{black}")),
                _ => builder.typed(word),
            };
        }
        builder.plan(
            ChessSuite::Rules,
            format!("promotion by {white:?} and {black:?}"),
        )
    };
    let choices = context.share(CHOICES.to_vec(), of);
    choices.into_iter().map(plan).collect()
}

#[cfg(test)]
mod tests {
    use super::super::scripted_game::{ScriptedGame, unexpected_words};
    use super::*;

    #[test]
    fn every_script_does_what_it_is_written_for() {
        let all = [ENDS, STALEMATES, PIECES, PAWNS, CASTLING].concat();
        let unexpected_words: Vec<_> = all
            .iter()
            .flat_map(ScriptedGame::sides)
            .flat_map(|(_, words)| unexpected_words(&words))
            .collect();
        assert!(unexpected_words.is_empty(), "{unexpected_words:#?}");
    }
}
