//! Plays plans and compares the dialogs of the page.

use super::host::{Host, HostError};
use super::transcript::error_kind;
use super::{Difference, Ending, Mode, Oracle, Plan, Subject, Transcript, compare};

/// The result of some plans.
pub(crate) struct Examined {
    /// The number of plans that were compared, the one that differs included. Plans after one that
    /// hangs are not played.
    pub(crate) plans: usize,
    /// The number of dialogs that were compared in them.
    pub(crate) dialogs: usize,
    /// The index of the first plan that differs, and the difference.
    pub(crate) found: Option<(usize, Difference)>,
    /// That plan with the answers of its player, if it has one.
    pub(crate) improvised: Option<Plan>,
}

/// Plays plans of one suite up to the first plan that differs.
pub(crate) fn examine(
    host: &mut dyn Host,
    subject: &Subject,
    plans: &[&Plan],
) -> Result<Examined, HostError> {
    let readable = play_readable(host, subject, plans)?;
    examine_with(host, subject, plans, &readable)
}

/// Plays plans on the readable page, if it decides one of them.
pub(crate) fn play_readable(
    host: &mut dyn Host,
    subject: &Subject,
    plans: &[&Plan],
) -> Result<Vec<Transcript>, HostError> {
    match plans.iter().any(|plan| plan.oracle == Oracle::ReadablePage) {
        true => play(host, subject, &subject.readable, plans),
        false => Ok(Vec::new()),
    }
}

/// The same as [`examine`], with what the readable page has shown.
pub(crate) fn examine_with(
    host: &mut dyn Host,
    subject: &Subject,
    plans: &[&Plan],
    readable: &[Transcript],
) -> Result<Examined, HostError> {
    let of_plan = |(at, plan): (usize, &&Plan)| {
        let readable = readable.get(at);
        readable.filter(|_| plan.oracle == Oracle::ReadablePage)
    };
    let readable: Vec<Option<&Transcript>> = plans.iter().enumerate().map(of_plan).collect();
    examine_beside(host, subject, plans, &readable)
}

/// The same, where it is known what the readable page showed in the plans that it decides.
pub(crate) fn examine_beside(
    host: &mut dyn Host,
    subject: &Subject,
    plans: &[&Plan],
    readable: &[Option<&Transcript>],
) -> Result<Examined, HostError> {
    if let Some(player) = plans.iter().position(|plan| plan.player.is_some()) {
        return examine_apart(host, subject, plans, readable, player);
    }
    let shown = play(host, subject, &subject.page, plans)?;
    let mut dialogs = 0;
    for (at, (plan, shown)) in plans.iter().zip(&shown).enumerate() {
        let difference = match readable[at] {
            Some(readable) => compare_pages(readable, shown),
            None => plan.judge(subject.reference.as_ref(), shown),
        };
        let Some(difference) = difference else {
            dialogs += shown.outputs();
            continue;
        };
        // A host plays a game that hangs in a fresh document.
        if plan.mode == Mode::Shared && shown.ending != Ending::Hung {
            let fresh = plan.with_answers(subject.reference.as_ref(), &plan.answers);
            let again = examine(host, subject, &[&fresh])?;
            if again.found.is_none() {
                dialogs += again.dialogs;
                continue;
            }
        }
        return Ok(Examined {
            plans: at + 1,
            dialogs: dialogs + difference.at + 1,
            found: Some((at, difference)),
            improvised: None,
        });
    }
    Ok(Examined {
        plans: plans.len().min(shown.len()),
        dialogs,
        found: None,
        improvised: None,
    })
}

/// The same, where the first plan with a player has this place: the plans before it, itself, and the
/// plans after it.
fn examine_apart(
    host: &mut dyn Host,
    subject: &Subject,
    plans: &[&Plan],
    readable: &[Option<&Transcript>],
    player: usize,
) -> Result<Examined, HostError> {
    let mut all = examine_beside(host, subject, &plans[..player], &readable[..player])?;
    if all.found.is_some() || all.plans < player {
        return Ok(all);
    }
    let next = improvise(host, subject, plans[player])?;
    all.add(next);
    if all.found.is_none() {
        let after = player + 1;
        all.add(examine_beside(
            host,
            subject,
            &plans[after..],
            &readable[after..],
        )?);
    }
    Ok(all)
}

/// Plays a plan with a player, and judges it as a plan with the answers that the player has chosen.
fn improvise(host: &mut dyn Host, subject: &Subject, plan: &Plan) -> Result<Examined, HostError> {
    let reference = subject.reference.as_ref();
    let (answers, shown) = host.improvise(&subject.page, plan, reference)?;
    let shown = shown.canonical(reference);
    let plan = plan.with_answers(reference, &answers);
    let difference = plan.judge(reference, &shown);
    Ok(Examined {
        plans: 1,
        dialogs: match &difference {
            Some(difference) => difference.at + 1,
            None => shown.outputs(),
        },
        improvised: difference.is_some().then_some(plan),
        found: difference.map(|difference| (0, difference)),
    })
}

impl Examined {
    /// Adds the result of the plans that follow.
    fn add(&mut self, next: Self) {
        self.found = next
            .found
            .map(|(at, difference)| (self.plans + at, difference));
        self.improvised = next.improvised;
        self.plans += next.plans;
        self.dialogs += next.dialogs;
    }
}

/// The plans in order, in batches of an eighth of `dialogs` dialogs, later of four times `dialogs`. The
/// small first batches find a wrong page early; the large ones need fewer calls of the host.
pub(crate) fn batches<'p>(
    plans: impl IntoIterator<Item = &'p Plan>,
    dialogs: usize,
) -> Vec<Vec<&'p Plan>> {
    let mut batches: Vec<Vec<&Plan>> = Vec::new();
    let mut size = dialogs / 8;
    let mut free = 0;
    for plan in plans {
        let fits = free >= plan.work();
        match batches.last_mut() {
            Some(batch) if fits => batch.push(plan),
            _ => {
                batches.push(vec![plan]);
                free = size;
                size = (size * 2).min(dialogs * 4);
            }
        }
        free = free.saturating_sub(plan.work());
    }
    batches
}

fn play(
    host: &mut dyn Host,
    subject: &Subject,
    page: &str,
    plans: &[&Plan],
) -> Result<Vec<Transcript>, HostError> {
    let shown = host.run(page, plans)?.into_iter();
    Ok(shown
        .map(|shown| shown.canonical(subject.reference.as_ref()))
        .collect())
}

/// The first difference between a page and its readable page. Other suites find the errors that
/// both have.
pub fn compare_pages(readable: &Transcript, shown: &Transcript) -> Option<Difference> {
    let pairs = || readable.dialogs.iter().zip(&shown.dialogs);
    if readable.dialogs.len() == shown.dialogs.len()
        && pairs().all(|(readable, shown)| readable.agrees(shown))
        && is_same_ending(&readable.ending, &shown.ending)
    {
        return None;
    }
    // `compare` ignores how its first argument ends: the second call finds an error that only the
    // readable page has.
    compare(&readable.dialogs, shown).or_else(|| compare(&shown.dialogs, readable))
}

/// Whether two pages end in the same way. Only the kind of an error counts, as in [`Dialog::agrees`].
fn is_same_ending(readable: &Ending, shown: &Ending) -> bool {
    match (readable, shown) {
        (Ending::Threw(readable), Ending::Threw(shown)) => {
            error_kind(readable) == error_kind(shown)
        }
        _ => readable == shown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dialog;
    use crate::mirror::ReadablePageModel;

    /// Shows nothing in a fresh document. Ends like this in a shared one.
    struct Spoiled {
        ending: Ending,
        runs: usize,
    }

    impl Host for Spoiled {
        fn run(&mut self, _: &str, plans: &[&Plan]) -> Result<Vec<Transcript>, HostError> {
            self.runs += 1;
            let shown = plans.iter().map(|plan| Transcript {
                dialogs: Vec::new(),
                ending: match plan.mode {
                    Mode::Shared => self.ending.clone(),
                    _ => Ending::Quiet,
                },
            });
            Ok(shown.collect())
        }

        fn batch(&self) -> usize {
            1
        }
    }

    #[test]
    fn a_difference_in_a_shared_document_is_confirmed_unless_the_page_hangs() {
        let reference = ReadablePageModel::default();
        let plan = Plan {
            mode: Mode::Shared,
            ..Plan::new(&reference, "suite", "case", &[])
        };
        let subject = Subject::of(reference, "", "");
        for (ending, runs, is_found) in [
            (Ending::Quiet, 1, false),
            (Ending::Threw("error".to_owned()), 2, false),
            (Ending::Hung, 1, true),
        ] {
            let mut host = Spoiled { ending, runs: 0 };
            let examined = examine(&mut host, &subject, &[&plan]).expect("a host");
            let found = (host.runs, examined.found.is_some());
            assert_eq!(found, (runs, is_found), "{:?}", host.ending);
        }
    }

    #[test]
    fn the_names_of_variables_in_errors_are_no_difference() {
        let transcript = |text: &str, ending: Ending| Transcript {
            dialogs: vec![Dialog::Prompt(text.to_owned())],
            ending,
        };
        let threw = |message: &str| Ending::Threw(message.to_owned());
        let readable = transcript("a", threw("TypeError: counter is not a function"));
        let same = transcript("a", threw("TypeError: c is not a function"));
        assert_eq!(compare_pages(&readable, &same), None);
        for other in [
            transcript("b", threw("TypeError: c is not a function")),
            transcript("a", threw("ReferenceError: c is not defined")),
            transcript("a", Ending::Quiet),
            transcript("a", Ending::Hung),
        ] {
            assert!(compare_pages(&readable, &other).is_some(), "{other:?}");
            assert!(compare_pages(&other, &readable).is_some(), "{other:?}");
        }
    }
}
