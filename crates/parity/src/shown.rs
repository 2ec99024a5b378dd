//! What the readable page of a subject shows.

use super::host::HostError;
use super::{Ending, Options, Subject, SuiteContext, Transcript, plans_of};

/// Plays the suites of the options on the readable page alone, with one host. The games end with one that hangs.
///
/// # Errors
/// The host does not work.
pub fn shown(subject: &Subject, options: &Options<'_>) -> Result<Vec<Transcript>, HostError> {
    let mut host = options.host.open()?;
    if let Some(site) = &options.site {
        host.visit(site)?;
    }
    let context = SuiteContext {
        subject,
        effort: options.effort_on(&subject.name),
        seed: options.seed,
    };
    let mut all = Vec::new();
    for suite in &options.suites {
        let plans = plans_of(*suite, &context);
        for plan in &plans {
            let shown = host.run(&subject.readable, &[plan])?;
            let is_hung = shown.iter().any(|shown| shown.ending == Ending::Hung);
            all.extend(shown);
            if is_hung {
                return Ok(all);
            }
        }
    }
    Ok(all)
}
