//! What a run has compared so far. An interrupt prints it.

use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::Result;
use golfchess_parity::host::Kind;
use golfchess_parity::{
    Compared, Effort, Options, SoFar, Subject, Suite, Verdict, VerifyError, verify,
};
use indicatif::ProgressBar;

use super::report::Verified;
use super::unrecorded::Unrecorded;
use crate::command::stop;
use crate::output::{Format, Report, count};

/// The finished runs, and the one that goes on.
#[derive(Default)]
struct Runs {
    ended: Vec<Verdict>,
    current: Option<(Options<'static>, Arc<SoFar>)>,
}

/// The runs of a command.
pub struct Progress {
    runs: Arc<Mutex<Runs>>,
    unrecorded: Unrecorded,
}

impl Progress {
    /// From now on an interrupt prints the result of the runs as at their end.
    pub fn new(
        outdated: &[String],
        suites: &[&'static dyn Suite],
        unrecorded: Unrecorded,
        format: Format,
    ) -> Self {
        let runs = Arc::new(Mutex::new(Runs::default()));
        let (shared, outdated, suites) = (Arc::clone(&runs), outdated.to_vec(), suites.to_vec());
        let missing = unrecorded.clone();
        stop::report(move |_| {
            let runs = mem::take(&mut *lock(&shared));
            let current = runs.current.map(|(options, so_far)| {
                let mut verdict = so_far.verdict(&options);
                missing.add_to(&mut verdict, &options);
                verdict
            });
            let hosts: Vec<Verdict> = runs.ended.into_iter().chain(current).collect();
            stop::stopped(report(&hosts, &outdated, &suites, format))
        });
        Self { runs, unrecorded }
    }

    /// Plays in one host. The bar shows how far it is.
    ///
    /// # Errors
    /// The host does not work.
    pub fn play(
        &self,
        subjects: &[Subject],
        options: impl Fn() -> Options<'static>,
        bar: &ProgressBar,
    ) -> Result<Verdict, VerifyError> {
        let so_far = Arc::new(SoFar::default());
        lock(&self.runs).current = Some((options(), Arc::clone(&so_far)));
        let found = Mutex::new(0);
        let verdict = verify(subjects, &options(), &|compared: Compared<'_>| {
            so_far.add(compared);
            bar.inc(compared.dialogs as u64);
            if compared.tally.finding.is_some() {
                let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
                *found += 1;
                bar.set_message(format!(", {}", count(*found, "finding")));
            }
        });
        let mut verdict = match verdict {
            Err(VerifyError::Nothing(_)) if !self.unrecorded.is_empty() => {
                Verdict::nothing(&options())
            }
            verdict => verdict?,
        };
        self.unrecorded.add_to(&mut verdict, &options());
        let mut runs = lock(&self.runs);
        runs.current = None;
        runs.ended.push(verdict.clone());
        Ok(verdict)
    }
}

fn lock(runs: &Mutex<Runs>) -> MutexGuard<'_, Runs> {
    runs.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The report of runs that an interrupt ended.
fn report(
    hosts: &[Verdict],
    outdated: &[String],
    suites: &[&'static dyn Suite],
    format: Format,
) -> Result<Report> {
    let nothing = || {
        let options = Options::new(Vec::new(), Effort::Usual, Kind::default());
        Verdict::nothing(&options)
    };
    let verdict = Verdict::join(hosts.iter().cloned()).unwrap_or_else(nothing);
    let result = Verified {
        verdict: &verdict,
        outdated,
        stopped: true,
        hosts,
        suites,
    };
    result.report(format)
}
