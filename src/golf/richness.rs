//! Which games to try first: those that show in few dialogs what no game before them has shown.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

use crate::parity::{Answer, Plan};
use crate::rules::{Game, Position, Profile, Square, Step};

/// Puts games in an order in which most of what can be wrong is met early: the shortest one, then
/// always the one with the most events a dialog that have not been met.
pub(super) fn richest_first(plans: Vec<Plan>, profile: Profile) -> Vec<Plan> {
    let mut left: Vec<(Plan, HashSet<u64>)> = plans
        .into_iter()
        .map(|plan| {
            let events = events(&plan.answers, profile);
            (plan, events)
        })
        .collect();
    left.sort_by_key(|(plan, _)| plan.expected.len());
    let mut ordered = Vec::with_capacity(left.len());
    let mut next = 0;
    while next < left.len() {
        let (plan, met) = left.remove(next);
        for (_, events) in &mut left {
            events.retain(|event| !met.contains(event));
        }
        ordered.push(plan);
        // Of equals the shorter one, which comes first.
        let worth = |at: usize| left[at].1.len() * 1_000 / left[at].0.expected.len().max(1);
        next = (0..left.len())
            .rev()
            .max_by_key(|&at| worth(at))
            .unwrap_or(0);
    }
    ordered
}

/// What happens in a game, each event as a number: what was typed, on what kind of squares, and what
/// became of it.
fn events(answers: &[Answer], profile: Profile) -> HashSet<u64> {
    let mut game = Game::new(profile);
    let mut events = HashSet::new();
    for Answer(text, think) in answers {
        let before = *game.position();
        let step = match game.answer(text.as_deref(), Duration::from_millis(*think)) {
            Step::Played(_) => "played".to_owned(),
            other => format!("{other:?}"),
        };
        let mut hasher = DefaultHasher::new();
        (step, before.side_to_move(), before.is_check()).hash(&mut hasher);
        (
            game.position().is_check(),
            game.repetitions(),
            think / 60_000,
        )
            .hash(&mut hasher);
        let typed = text.as_deref();
        match typed.and_then(|text| kind(&before, text)) {
            Some(kind) => kind.hash(&mut hasher),
            None => typed.hash(&mut hasher),
        }
        events.insert(hasher.finish());
    }
    events
}

/// What stands on the two typed squares, how far they are apart in files and ranks, whether the
/// second is at the edge, and what is typed after them; `None` for other texts.
fn kind(position: &Position, text: &str) -> Option<impl Hash + use<>> {
    let board = position.board();
    let mut chars = text.chars();
    let mut square = || Square::from_chars(chars.next()?, chars.next()?);
    let (from, to) = (square()?, square()?);
    let files = from.file().abs_diff(to.file()).min(3);
    let ranks = from.rank().abs_diff(to.rank()).min(3);
    let at_edge = [to.file(), to.rank()].map(|at| at == 0 || at == 7);
    let pieces = [from, to].map(|square| board.piece_at(square));
    Some((pieces, files, ranks, at_edge, chars.next()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::FlagSet;
    use crate::parity::{Subject, Suite};

    #[test]
    fn the_shortest_comes_first_and_what_shows_nothing_new_last() {
        let none = String::new;
        let flags = FlagSet::new("TMP");
        let subject = Subject::new("page", 0, &flags, none(), none()).expect("rules");
        let plan = |case: &str, words: &str| {
            let words = words.split_whitespace();
            let answers: Vec<Answer> = words.map(|word| Answer(Some(word.into()), 0)).collect();
            Plan::of(&subject, Suite::Rules, case, &answers)
        };
        let plans = vec![
            plan("castling", "e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1g1 e8g8"),
            plan("again", "e2e4 e7e5 g1f3 g8f6 f1c4 f8c5"),
            plan("none", ""),
            plan("en passant", "e2e4 a7a6 e4e5 d7d5 e5d6"),
        ];
        let ordered = richest_first(plans, subject.profile);
        let cases: Vec<&str> = ordered.iter().map(|plan| plan.case.as_str()).collect();
        assert_eq!(cases, ["none", "en passant", "castling", "again"]);
    }
}
