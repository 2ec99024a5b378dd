//! The `rules` suite: every line of the contract's rules, from both sides.
//!
//! The scripts are the same for every variant: where a variant lacks a rule, its page has to reject
//! what the rule would allow.

use super::rules_cases::{CASTLING, CHOICES, ENDS, PAWNS, PIECES, PROMOTION, STALEMATES};
use super::tale;
use crate::parity::{Plan, Script, Setting, Suite};

pub(crate) fn plans(setting: &Setting<'_>) -> Vec<Plan> {
    let moves = setting.subject.profile.moves;
    // A rule that a variant has is tried from both sides; one that it lacks in some cases. The
    // pages with all kinds of moves and clocks try everything together.
    let profile = setting.subject.profile;
    let all = profile.clocks && moves.special_moves && moves.promotion_choice;
    let usual = |has: bool| match has {
        _ if setting.subject.is_extreme() => 1,
        _ if all => 4,
        true => 10,
        false => 20,
    };
    let of = |has: bool| setting.by_effort(if has { 30 } else { 50 }, usual(has), 1);
    let tales = |tales, has| tale::plans(setting, Suite::Rules, tales, of(has));
    let mut plans = tale::plans(setting, Suite::Rules, ENDS, 1);
    // A stalemate for each page that announces it.
    let stalemates = if setting.subject.show.result { 2 } else { 20 };
    plans.extend(tale::plans(
        setting,
        Suite::Rules,
        STALEMATES,
        setting.by_effort(2 * stalemates, stalemates, 1),
    ));
    plans.extend(tales(PIECES, true));
    plans.extend(tales(PAWNS, moves.special_moves));
    plans.extend(tales(CASTLING, moves.special_moves));
    plans.extend(promotions(setting, of(moves.promotion_choice)));
    plans
}

fn promotions(setting: &Setting<'_>, of: usize) -> Vec<Plan> {
    let plan = |(white, black): (&str, &str)| {
        let mut script = Script::new(setting.subject);
        for word in PROMOTION.split_whitespace() {
            let word = word.trim_end_matches(['!', '?']);
            // The fifth character is the mark.
            match word.split_at_checked(4) {
                Some((squares, "1")) => script.typed(&format!("{squares}{white}")),
                Some((squares, "2")) => script.typed(&format!("{squares}{black}")),
                _ => script.typed(word),
            };
        }
        script.plan(
            Suite::Rules,
            format!("promotion by {white:?} and {black:?}"),
        )
    };
    let choices = setting.share(CHOICES.to_vec(), of);
    choices.into_iter().map(plan).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tale::{Tale, slips};
    use super::*;

    #[test]
    fn every_script_does_what_it_is_written_for() {
        let all = [ENDS, STALEMATES, PIECES, PAWNS, CASTLING].concat();
        let slips: Vec<_> = all
            .iter()
            .flat_map(Tale::sides)
            .flat_map(|(_, words)| slips(&words))
            .collect();
        assert!(slips.is_empty(), "{slips:#?}");
    }
}
