//! Playing plans and judging what the page has shown.

use super::host::{Host, HostError};
use super::{Difference, Plan, Subject, Transcript, compare};

/// Plays plans and tells the first one that differs, and where.
pub(super) fn examine(
    host: &mut dyn Host,
    subject: &Subject,
    plans: &[&Plan],
) -> Result<Option<(usize, Difference)>, HostError> {
    let show = subject.show;
    let shown = host.run(&subject.page, plans)?;
    let shown: Vec<_> = shown
        .into_iter()
        .map(|shown| shown.canonical(show))
        .collect();
    let both = plans.iter().any(|plan| plan.both);
    let readable: Vec<Transcript> = if both {
        let readable = host.run(&subject.readable, plans)?;
        readable
            .into_iter()
            .map(|shown| shown.canonical(show))
            .collect()
    } else {
        Vec::new()
    };
    for (at, (plan, shown)) in plans.iter().zip(&shown).enumerate() {
        let expected = match readable.get(at) {
            // What the readable page itself does wrong is for the other suites to find.
            Some(readable) if readable == shown => continue,
            Some(readable) => &readable.dialogs,
            None => &plan.expected,
        };
        let other = || compare(&shown.dialogs, readable.get(at)?); // an error of the readable page
        let Some(difference) = compare(expected, shown).or_else(other) else {
            continue;
        };
        if plan.again {
            let fresh = plan.with_answers(subject, &plan.answers);
            if examine(host, subject, &[&fresh])?.is_none() {
                continue;
            }
        }
        return Ok(Some((at, difference)));
    }
    Ok(None)
}
