//! Playing plans and judging what the page has shown.

use super::host::{Host, HostError};
use super::{Difference, Mode, Oracle, Plan, Reference, Subject, Transcript, compare};

/// Plays plans of one suite and tells the first one that differs, and where.
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
            Some(readable) => unlike(readable, shown),
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

/// The plans in order, in batches of about so many dialogs: small ones first, which show soon
/// whether a page is wrong, then larger ones, so that the way to the host counts less.
pub(crate) fn batches<'p>(
    plans: impl IntoIterator<Item = &'p Plan>,
    dialogs: usize,
) -> Vec<Vec<&'p Plan>> {
    let mut batches: Vec<Vec<&Plan>> = Vec::new();
    let mut size = dialogs;
    let mut room = 0;
    for plan in plans {
        let fits = room >= plan.expected.len();
        match batches.last_mut() {
            Some(batch) if fits => batch.push(plan),
            _ => {
                batches.push(vec![plan]);
                room = size;
                size = (size * 2).min(dialogs * 4);
            }
        }
        room = room.saturating_sub(plan.expected.len());
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

/// Where the page parts from the readable one. What both do wrong is for the other suites to find.
fn unlike(readable: &Transcript, shown: &Transcript) -> Option<Difference> {
    if readable == shown {
        return None;
    }
    // The second way round finds an error that only the readable page has.
    compare(&readable.dialogs, shown).or_else(|| compare(&shown.dialogs, readable))
}
