//! Which of the changed pages play a suite.

use golfchess_parity::{Round, Subject};

use super::played::Played;

/// The number of plays that share the cases of a suite: together they play each case once.
const SAMPLE: usize = 4;

/// The pages that play a round, each as often as it plays. A page with a finding plays no more. Of a round
/// that a few pages play for all, `with_new` adds those that no round has played yet.
pub fn chosen(
    round: &Round,
    subjects: &[Subject],
    played: &Played,
    with_new: bool,
) -> Vec<Subject> {
    let applies =
        |subject: &&Subject| round.suite.applies(subject) && !played.has_failed(&subject.name);
    let all = subjects.iter().filter(applies);
    let Some(tests_most) = round.sample_of else {
        return all.cloned().collect();
    };
    let (known, new): (Vec<&Subject>, Vec<&Subject>) =
        all.partition(|subject| played.pages.contains(&subject.name));
    let best: Vec<&Subject> = known
        .iter()
        .copied()
        .filter(|one| tests_most(one))
        .collect();
    let mut chosen = sample(if best.is_empty() { &known } else { &best });
    if with_new {
        chosen.extend(new.into_iter().cloned());
    }
    chosen
}

/// [`SAMPLE`] of the subjects at equal distances, the first and the last among them; of fewer, each several
/// times. Their places follow each other, so that each plays other cases.
fn sample(subjects: &[&Subject]) -> Vec<Subject> {
    let count = subjects.len();
    let subject = |place: usize| {
        let at = match count < SAMPLE {
            true => place % count,
            false => place * (count - 1) / (SAMPLE - 1),
        };
        Subject {
            place,
            ..subjects[at].clone()
        }
    };
    let places = if count == 0 { 0 } else { SAMPLE };
    (0..places).map(subject).collect()
}

#[cfg(test)]
mod tests {
    use golfchess::suites::subject;
    use golfchess_pages::catalog::FlagSet;

    use super::*;

    #[test]
    fn together_the_sample_plays_each_case() {
        for (count, expected) in [
            (0, &[][..]),
            (1, &[0, 0, 0, 0]),
            (3, &[0, 1, 2, 0]),
            (14, &[0, 4, 8, 13]),
        ] {
            let page = |at: usize| {
                let flags = FlagSet::new("");
                // Places at the distances of the sample would play the same cases.
                let page = subject(
                    &at.to_string(),
                    4 * at,
                    &flags,
                    String::new(),
                    String::new(),
                );
                page.expect("a set of rules")
            };
            let pages: Vec<Subject> = (0..count).map(page).collect();
            let sample = sample(&pages.iter().collect::<Vec<_>>());
            let names: Vec<String> = expected.iter().map(ToString::to_string).collect();
            let chosen: Vec<_> = sample.iter().map(|subject| subject.name.clone()).collect();
            assert_eq!(chosen, names);
            for (at, subject) in sample.iter().enumerate() {
                assert_eq!(subject.place, at);
            }
        }
    }
}
