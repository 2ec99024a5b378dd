//! Plays a game in this process, up to the first wrong dialog or a number of steps.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::candidate::CandidateOutcome;
use crate::host::embedded::run_script;
use crate::{Dialog, Oracle, Plan, Reference, Transcript};

/// A game that a script has played.
pub(super) struct Played {
    /// Why the game rejects the script.
    pub outcome: Option<CandidateOutcome>,
    /// The steps of the engine, thousands of instructions each.
    pub steps: u64,
    /// The log of the driver.
    pub log: Vec<String>,
}

/// Plays a game until the first wrong dialog or the step limit.
pub(super) fn play(
    script: &str,
    plan: &Plan,
    reference: &Arc<dyn Reference>,
    limit: u64,
) -> Played {
    let wrong = Arc::new(AtomicBool::new(false));
    let steps = Arc::new(AtomicU64::new(0));
    let (is_wrong, count) = (Arc::clone(&wrong), Arc::clone(&steps));
    let stop = move || {
        let steps = count.fetch_add(1, Ordering::Relaxed);
        is_wrong.load(Ordering::Relaxed) || steps > limit
    };
    let (expected, canonical) = (plan.expected.clone(), reference.clone());
    // A game that depends on the page is judged as a whole.
    let followed = plan.oracle == Oracle::PageChooses;
    let (next, report_wrong) = (Rc::new(Cell::new(0)), Arc::clone(&wrong));
    let shown = Rc::clone(&next);
    let tick = move |line: rquickjs::Value<'_>| {
        let line = line.get::<String>().ok();
        let dialog = line
            .as_deref()
            .map(|line| Dialog::from_line(line).canonical(canonical.as_ref()));
        if !followed && dialog.as_ref() != expected.get(next.get()) {
            report_wrong.store(true, Ordering::Relaxed);
        }
        next.set(next.get() + 1);
    };
    let run = run_script(script, (&plan.answers, plan.pace), tick, stop);
    let steps = steps.load(Ordering::Relaxed);
    let wrong = wrong.load(Ordering::Relaxed);
    let whole = match &run {
        Ok((log, None)) if followed => {
            let shown = Transcript::from_log(log, None, false).canonical(reference.as_ref());
            plan.judge(reference.as_ref(), &shown).is_none()
        }
        _ => shown.get() == plan.expected.len() && !wrong,
    };
    let outcome = match run {
        Ok((_, None)) if whole => None,
        _ if !wrong && steps > limit => Some(CandidateOutcome::Slow),
        _ => Some(CandidateOutcome::FailedSuite),
    };
    let log = run.map_or_else(|_| Vec::new(), |(log, _)| log);
    Played {
        outcome,
        steps,
        log,
    }
}
