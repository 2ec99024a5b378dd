//! The texts of savings.

use golfchess::search::{Origin, Saving, State};
use golfchess_pages::compose::Composed;
use golfchess_parity::search::CandidateOutcome;
use golfchess_sizes::edit::Splice;
use golfchess_sizes::metric::Metric;

use crate::output::Table;

/// A saving with its replacements. `place` names the place of an offset in the first script.
pub fn saving(saved: &Saving, metric: Metric, place: &dyn Fn(usize) -> String) -> String {
    let mut text = format!(
        "{} {} instead of {}: {}\n",
        saved.after,
        metric.unit(),
        saved.before,
        saved.edit.kind
    );
    for (splice, &origin) in saved.edit.splices.iter().zip(&saved.origins) {
        text += &change(&place_of(origin, place), &saved.script, splice);
    }
    text
}

/// The number of candidates with each outcome.
pub fn outcomes(state: &State) -> Table {
    Table::of(&state.outcomes)
        .right("candidates", |(_, count)| count.to_string())
        .total(state.tried().to_string())
        .left("outcome", |(outcome, _)| words(*outcome))
        .total("total")
        .into()
}

fn words(outcome: CandidateOutcome) -> &'static str {
    match outcome {
        CandidateOutcome::Malformed => "not a script",
        CandidateOutcome::NotSmaller => "not smaller",
        CandidateOutcome::Duplicate => "tried before",
        CandidateOutcome::FailedAtOnce => "failed the shortest game",
        CandidateOutcome::FailedAgain => "failed a game that rejected others before",
        CandidateOutcome::FailedSuite => "failed another game",
        CandidateOutcome::Rejected => "rejected by the oracle",
        CandidateOutcome::Slow => "too slow",
        CandidateOutcome::NotShorter => "passed, but the page is not shorter",
        CandidateOutcome::FailedVerification => "failed the verification",
        CandidateOutcome::Saved => "saved bytes",
    }
}

/// The place of an origin. Text of an earlier saving has no place in the fragments.
fn place_of(origin: Origin, place: &dyn Fn(usize) -> String) -> String {
    let place = place(origin.offset);
    match origin.is_saving {
        true => format!("{place}, in an earlier saving"),
        false => place,
    }
}

/// The place of an offset of a composed script in the fragments.
pub fn place(composed: &Composed, offset: usize) -> String {
    let position = composed.position(offset);
    position.map_or_else(String::new, |position| position.to_string())
}

/// A line with the place of a replacement, the old text and the new text.
fn change(place: &str, script: &str, splice: &Splice) -> String {
    let one_line = |text: &str| shortened(&text.split_whitespace().collect::<Vec<_>>().join(" "));
    let removed = one_line(&script[splice.start..splice.end]);
    match one_line(&splice.text).as_str() {
        "" => format!("  {place}: remove `{removed}`\n"),
        text => format!("  {place}: `{removed}` becomes `{text}`\n"),
    }
}

/// Shortens a long text to its ends, where its changes are.
fn shortened(text: &str) -> String {
    const END: usize = 40;
    let count = text.chars().count();
    if count <= 2 * END + 3 {
        return text.to_owned();
    }
    let first: String = text.chars().take(END).collect();
    let last: String = text.chars().skip(count - END).collect();
    format!("{first} … {last}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_shortened_to_their_ends() {
        let short = "e".repeat(83);
        assert_eq!(shortened(&short), short);
        let long = format!("{}{}", "a".repeat(50), "b".repeat(50));
        let expected = format!("{} … {}", "a".repeat(40), "b".repeat(40));
        assert_eq!(shortened(&long), expected);
    }
}
