//! Plays plans and compares the dialogs of the page.

use super::host::{Host, HostError};
use super::{Difference, Mode, Oracle, Plan, Reference, Subject, Transcript, compare};

/// Plays plans of one suite. Returns the index of the first plan that differs, and the difference.
pub(crate) fn examine<R: Reference>(
    host: &mut dyn Host,
    subject: &Subject<R>,
    plans: &[&Plan],
) -> Result<Option<(usize, Difference)>, HostError> {
    let shown = play(host, subject, &subject.page, plans)?;
    let mirrored = plans.iter().any(|plan| plan.oracle == Oracle::ReadablePage);
    let readable = if mirrored {
        play(host, subject, &subject.readable, plans)?
    } else {
        Vec::new()
    };
    for (at, (plan, shown)) in plans.iter().zip(&shown).enumerate() {
        let difference = match readable.get(at) {
            Some(readable) => compare_pages(readable, shown),
            None => compare(&plan.expected, shown),
        };
        let Some(difference) = difference else {
            continue;
        };
        if plan.mode == Mode::Shared {
            let fresh = plan.with_answers(&subject.reference, &plan.answers);
            if examine(host, subject, &[&fresh])?.is_none() {
                continue;
            }
        }
        return Ok(Some((at, difference)));
    }
    Ok(None)
}

/// The plans in order, in batches of about `dialogs` dialogs, later of four times as many. The
/// small first batches find a wrong page early; the large ones need fewer calls of the host.
pub(crate) fn batches<'p>(
    plans: impl IntoIterator<Item = &'p Plan>,
    dialogs: usize,
) -> Vec<Vec<&'p Plan>> {
    let mut batches: Vec<Vec<&Plan>> = Vec::new();
    let mut size = dialogs;
    let mut free = 0;
    for plan in plans {
        let fits = free >= plan.expected.len();
        match batches.last_mut() {
            Some(batch) if fits => batch.push(plan),
            _ => {
                batches.push(vec![plan]);
                free = size;
                size = (size * 2).min(dialogs * 4);
            }
        }
        free = free.saturating_sub(plan.expected.len());
    }
    batches
}

fn play<R: Reference>(
    host: &mut dyn Host,
    subject: &Subject<R>,
    page: &str,
    plans: &[&Plan],
) -> Result<Vec<Transcript>, HostError> {
    let shown = host.run(page, plans)?.into_iter();
    Ok(shown
        .map(|shown| shown.canonical(&subject.reference))
        .collect())
}

/// The first difference between a page and its readable page. Other suites find the errors that
/// both have.
fn compare_pages(readable: &Transcript, shown: &Transcript) -> Option<Difference> {
    if readable == shown {
        return None;
    }
    // `compare` ignores how its first argument ends: the second call finds an error that only the
    // readable page has.
    compare(&readable.dialogs, shown).or_else(|| compare(&shown.dialogs, readable))
}
