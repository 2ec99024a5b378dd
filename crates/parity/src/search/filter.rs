//! The filters that a candidate must pass, the cheapest first.

use std::cell::Cell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use rayon::prelude::*;

use super::candidate::{CandidateOutcome, Counterexample};
use super::hosts::Hosts;
use super::priority::by_new_events;
use crate::host::embedded::run_script;
use crate::host::{HostError, Kind};
use crate::suite::plans_that_apply;
use crate::{
    Answer, Dialog, Effort, Mode, Oracle, Plan, Reference, Subject, Suite, Transcript, batches,
    examine,
};

/// The step limit of a candidate, as a multiple of the steps of the first script.
const STEP_FACTOR: f64 = 1.3;

/// The number of dialogs that are played before the page is built, which takes longer than they do.
const DIALOGS_BEFORE_BUILD: usize = 12;

/// The first games run in this process until they have taken this number of steps. The other games
/// run in the host of the verification: a browser needs time to start and is then faster.
const LOCAL_STEPS: u64 = 2_500;

/// Added to the step limit. A step stands for thousands of instructions, so the count of a short
/// game is coarse.
const SLACK: u64 = 8;

/// The games of the suites, with the steps that the first script takes for them.
pub(super) struct Filters<R> {
    subject: Subject<R>,
    /// The script that the search began with.
    script: String,
    plans: Vec<Plan>,
    /// For each plan, the steps of the first script, counted when they are needed.
    steps: Vec<OnceLock<u64>>,
    /// For each plan, the number of candidates that it rejected.
    rejections: Mutex<Vec<u64>>,
    hosts: Hosts,
}

impl<R: Reference> Filters<R> {
    /// Plans the games of the filters. The script must pass [`Filters::failing_game`].
    pub(super) fn new(
        subject: &Subject<R>,
        script: String,
        seed: u64,
        old: &[Counterexample],
        host: Kind,
        suites: &[(&dyn Suite<R>, Effort)],
    ) -> Self {
        // The verification of what passes uses fresh documents.
        let shared = |plan: Plan| plan.with_mode(Mode::Shared);
        let plans = plans_that_apply(suites, subject, seed).into_iter();
        let plans: Vec<Plan> = plans.map(shared).collect();
        let mut filters = Self {
            subject: subject.clone(),
            script,
            steps: Vec::new(),
            rejections: Mutex::default(),
            hosts: Hosts::new(host),
            plans: by_new_events(plans, &subject.reference),
        };
        for counterexample in old {
            let same = |plan: &Plan| plan.answers == counterexample.answers;
            if !filters.plans.iter().any(same) {
                let plan = Plan::new(
                    &subject.reference,
                    "search",
                    "counterexample of an earlier run",
                    &counterexample.answers,
                );
                filters.plans.push(plan);
            }
        }
        let known: HashMap<&Vec<Answer>, u64> = old
            .iter()
            .map(|counterexample| (&counterexample.answers, counterexample.rejections))
            .collect();
        let rejections = |plan: &Plan| known.get(&plan.answers).copied().unwrap_or(0);
        filters.rejections = Mutex::new(filters.plans.iter().map(rejections).collect());
        filters
            .steps
            .resize_with(filters.plans.len(), OnceLock::new);
        filters
    }

    /// The name of a game that a page fails.
    ///
    /// # Errors
    /// The host does not work.
    pub(super) fn failing_game(
        &self,
        page: &str,
        stop: &AtomicBool,
    ) -> Result<Option<&str>, HostError> {
        let order = self.order();
        let share = order.len().div_ceil(rayon::current_num_threads());
        let found: Vec<Option<usize>> = order
            .par_chunks(share)
            .map(|share| self.first_failure(page, share, stop))
            .collect::<Result<_, _>>()?;
        let at = found.into_iter().flatten().next();
        Ok(at.map(|at| self.plans[at].case.as_str()))
    }

    /// Adds a game that a candidate failed in the verification.
    pub(super) fn remember(&mut self, answers: &[Answer]) {
        let plan = Plan::new(&self.subject.reference, "search", "counterexample", answers);
        self.plans.push(plan);
        self.steps.push(OnceLock::new());
        self.rejections().push(1);
    }

    /// The games that rejected candidates, for the next run.
    pub(super) fn counterexamples(&self) -> Vec<Counterexample> {
        let rejections = self.rejections();
        let pairs = self.plans.iter().zip(rejections.iter());
        pairs
            .filter(|(_, rejections)| **rejections > 0)
            .map(|(plan, &rejections)| Counterexample {
                answers: plan.answers.clone(),
                rejections,
            })
            .collect()
    }

    /// The first filter that the script fails, or `None` if it passes all. `page` builds its page
    /// if that is shorter.
    ///
    /// # Errors
    /// The host does not work.
    pub(super) fn judge(
        &self,
        script: &str,
        page: impl Fn() -> Option<String>,
        stop: &AtomicBool,
    ) -> Result<Option<CandidateOutcome>, HostError> {
        let order = self.order();
        let mut shorter = None;
        let (mut dialogs, mut steps, mut local) = (0, 0, 0);
        for &at in &order {
            dialogs += self.plans[at].expected.len();
            if dialogs > DIALOGS_BEFORE_BUILD && shorter.is_none() {
                shorter = page();
                if shorter.is_none() {
                    return Ok(Some(CandidateOutcome::NotShorter));
                }
            }
            let usual = self.steps(at);
            steps += usual;
            if steps > LOCAL_STEPS {
                break;
            }
            local += 1;
            let limit = ((usual as f64 * STEP_FACTOR) as u64).saturating_add(SLACK);
            match self.play(script, at, limit).0 {
                None => {}
                Some(CandidateOutcome::Slow) => {
                    self.reject(at);
                    return Ok(Some(CandidateOutcome::Slow));
                }
                Some(_) => return Ok(Some(self.reject(at))),
            }
        }
        let Some(page) = shorter.or_else(page) else {
            return Ok(Some(CandidateOutcome::NotShorter));
        };
        let failure = self.first_failure(&page, &order[local..], stop)?;
        Ok(failure.map(|at| self.reject(at)))
    }

    /// The first of some games that a page fails in the host. Returns `None` early after `stop`.
    fn first_failure(
        &self,
        page: &str,
        games: &[usize],
        stop: &AtomicBool,
    ) -> Result<Option<usize>, HostError> {
        let subject = Subject {
            page: page.to_owned(),
            ..self.subject.clone()
        };
        self.hosts.with(stop, |host| {
            let mut left = games;
            let plans = games.iter().map(|&at| &self.plans[at]);
            for batch in batches(plans, host.batch() / 4) {
                if stop.load(Ordering::Relaxed) {
                    break;
                }
                if let Some((at, _)) = examine(host, &subject, &batch)?.found {
                    return Ok(Some(left[at]));
                }
                left = &left[batch.len()..];
            }
            Ok(None)
        })
    }

    /// The number of games.
    pub(super) fn games(&self) -> usize {
        self.plans.len()
    }

    /// Whether a page fails one of the games after the first `known` games.
    ///
    /// # Errors
    /// The host does not work.
    pub(super) fn fails_since(
        &self,
        known: usize,
        page: &str,
        stop: &AtomicBool,
    ) -> Result<bool, HostError> {
        let fresh: Vec<usize> = (known..self.games()).collect();
        let failure = self.first_failure(page, &fresh, stop)?;
        Ok(failure.map(|at| self.reject(at)).is_some())
    }

    /// Counts a candidate that a game rejected.
    fn reject(&self, at: usize) -> CandidateOutcome {
        let mut rejections = self.rejections();
        rejections[at] += 1;
        match (at, rejections[at]) {
            (0, _) => CandidateOutcome::FailedAtOnce,
            (_, 1) => CandidateOutcome::FailedSuite,
            _ => CandidateOutcome::FailedAgain,
        }
    }

    fn rejections(&self) -> MutexGuard<'_, Vec<u64>> {
        self.rejections
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// The steps that the first script takes for a game.
    fn steps(&self, at: usize) -> u64 {
        *self.steps[at].get_or_init(|| self.play(&self.script, at, u64::MAX).1)
    }

    /// The shortest game first, then the games by their rejections per dialog.
    fn order(&self) -> Vec<usize> {
        let rejections = self.rejections();
        let mut order: Vec<usize> = (0..self.plans.len()).collect();
        let rate = |at: usize| rejections[at] * 1_000 / self.plans[at].expected.len().max(1) as u64;
        order[1..].sort_by_key(|&at| std::cmp::Reverse(rate(at)));
        order
    }

    /// Plays a game until the first wrong dialog or the step limit. Returns the steps too.
    fn play(&self, script: &str, at: usize, limit: u64) -> (Option<CandidateOutcome>, u64) {
        let plan = &self.plans[at];
        let wrong = Arc::new(AtomicU64::new(0));
        let steps = Arc::new(AtomicU64::new(0));
        let (is_wrong, count) = (Arc::clone(&wrong), Arc::clone(&steps));
        let stop = move || {
            let steps = count.fetch_add(1, Ordering::Relaxed);
            is_wrong.load(Ordering::Relaxed) == 1 || steps > limit
        };
        let (expected, reference) = (plan.expected.clone(), self.subject.reference.clone());
        // A game that depends on the page is judged as a whole.
        let followed = plan.oracle == Oracle::Followed;
        let (next, report_wrong) = (Rc::new(Cell::new(0)), Arc::clone(&wrong));
        let shown = Rc::clone(&next);
        let tick = move |line: rquickjs::Value<'_>| {
            let line = line.get::<String>().ok();
            let dialog = line
                .as_deref()
                .map(|line| Dialog::from_line(line).canonical(&reference));
            if !followed && dialog.as_ref() != expected.get(next.get()) {
                report_wrong.store(1, Ordering::Relaxed);
            }
            next.set(next.get() + 1);
        };
        let run = run_script(script, (&plan.answers, plan.pace), tick, stop);
        let steps = steps.load(Ordering::Relaxed);
        let reference = &self.subject.reference;
        let whole = match &run {
            Ok((log, None)) if followed => {
                let shown = Transcript::from_log(log, None, false).canonical(reference);
                plan.judge(reference, &shown).is_none()
            }
            _ => shown.get() == plan.expected.len() && wrong.load(Ordering::Relaxed) == 0,
        };
        let outcome = match run {
            Ok((_, None)) if whole => None,
            _ if wrong.load(Ordering::Relaxed) == 0 && steps > limit => {
                Some(CandidateOutcome::Slow)
            }
            _ => Some(CandidateOutcome::FailedSuite),
        };
        (outcome, steps)
    }
}
