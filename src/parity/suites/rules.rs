//! The `rules` suite: every line of the contract's rules, from both sides.
//!
//! The scripts are the same for every variant: where a variant lacks a rule, its page has to reject
//! what the rule would allow.

use super::rules_cases::{CASTLING, CHOICES, PAWNS, PIECES, PROMOTION};
use super::tale;
use crate::parity::{Effort, Plan, Script, Setting, Suite};

pub(crate) fn plans(setting: &Setting<'_>) -> Vec<Plan> {
    let moves = setting.subject.profile.moves;
    // A rule that a variant has is tried from both sides; one that it lacks in some cases. The
    // pages with all kinds of moves and clocks try everything together.
    let profile = setting.subject.profile;
    let all = profile.clocks && moves.special_moves && moves.promotion_choice;
    let of = |has: bool| match (setting.effort, has) {
        (Effort::Deep, _) => 1,
        (Effort::Usual, _) if setting.subject.is_extreme() => 1,
        (Effort::Usual, _) if all => 4,
        (Effort::Usual, true) => 10,
        (Effort::Usual, false) => 20,
        (Effort::Quick, true) => 30,
        (Effort::Quick, false) => 50,
    };
    let share = |plans: Vec<Plan>, has| setting.share(plans, of(has));
    let tales = |tales, has| share(tale::plans(setting, Suite::Rules, tales), has);
    let mut plans = tales(PIECES, true);
    plans.extend(tales(PAWNS, moves.special_moves));
    plans.extend(tales(CASTLING, moves.special_moves));
    plans.extend(share(promotions(setting), moves.promotion_choice));
    plans
}

fn promotions(setting: &Setting<'_>) -> Vec<Plan> {
    let plan = |(white, black): &(&str, &str)| {
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
    CHOICES.iter().map(plan).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tale::slips;
    use super::*;

    #[test]
    fn every_script_does_what_it_is_written_for() {
        let all = [PIECES, PAWNS, CASTLING].concat();
        let slips: Vec<_> = all
            .iter()
            .flat_map(|tale| [(tale, tale.words.to_owned()), (tale, tale.mirrored())])
            // With the sides changed one ply more is played, and White has a move left.
            .filter(|(tale, words)| tale.name != "stalemate" || *words == tale.words)
            .flat_map(|(_, words)| slips(&words))
            .collect();
        assert!(slips.is_empty(), "{slips:#?}");
    }
}
