//! Orders games: those with many new events in few dialogs come first.

use std::collections::HashSet;

use crate::{Plan, Reference};

/// Orders games so that early games cover most kinds of events: the shortest game first, then always
/// the game with the most new events per dialog.
pub(super) fn by_new_events(plans: Vec<Plan>, reference: &dyn Reference) -> Vec<Plan> {
    let mut left: Vec<(Plan, HashSet<u64>)> = plans
        .into_iter()
        .map(|plan| {
            let events = reference.events(&plan.answers);
            (plan, events)
        })
        .collect();
    left.sort_by_key(|(plan, _)| plan.expected.len());
    let mut ordered = Vec::with_capacity(left.len());
    let mut next = 0;
    while next < left.len() {
        let (plan, covered) = left.remove(next);
        for (_, events) in &mut left {
            events.retain(|event| !covered.contains(event));
        }
        ordered.push(plan);
        // Among equals the shortest: `left` is sorted by length, and `max_by_key` takes the last.
        let rate = |at: usize| left[at].1.len() * 1_000 / left[at].0.expected.len().max(1);
        next = (0..left.len())
            .rev()
            .max_by_key(|&at| rate(at))
            .unwrap_or(0);
    }
    ordered
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Answer, Expected};

    /// Prompts once for each answer.
    #[derive(Debug)]
    struct Echo;

    impl Reference for Echo {
        fn play(&self, answers: &[Answer]) -> Expected {
            Expected {
                answers: answers.to_vec(),
                dialogs: vec![crate::Dialog::Prompt(String::new()); answers.len() + 1],
            }
        }
    }

    #[test]
    fn the_shortest_game_comes_first_and_a_game_without_new_events_last() {
        let plan = |case: &str, words: &str| {
            let answers: Vec<Answer> = words.split_whitespace().map(Answer::typed).collect();
            Plan::new(&Echo, "rules", case, &answers)
        };
        let plans = vec![
            plan("most", "a b c d e f g h"),
            plan("again", "a b c d e f"),
            plan("none", ""),
            plan("other", "a b x y z"),
        ];
        let ordered = by_new_events(plans, &Echo);
        let cases: Vec<&str> = ordered.iter().map(|plan| plan.case.as_str()).collect();
        assert_eq!(cases, ["none", "most", "other", "again"]);
    }
}
