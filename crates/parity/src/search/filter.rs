//! The screens that a candidate has to pass, the cheapest first.

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
use crate::{
    Answer, Dialog, Effort, Mode, Plan, Reference, Subject, Suite, SuiteContext, batches, examine,
};

/// A candidate may take so many times the steps of the script it came from.
const PATIENCE: f64 = 1.3;

/// So many dialogs come before the question whether the page is shorter at all.
const FIRST_DIALOGS: usize = 12;

/// Games of so many steps are played in this process; those after them in the host of the proof,
/// which takes a while to get going and is then much quicker if it is a browser.
const NEAR_STEPS: u64 = 2_500;

/// Steps are counted in thousands; a short game must not fail for one of them.
const SLACK: u64 = 8;

/// The games of the suites, and what the first script takes for them.
pub(super) struct Filters<R> {
    subject: Subject<R>,
    /// The script that the search began with.
    script: String,
    plans: Vec<Plan>,
    /// For each plan: the steps that the first script takes, once somebody has asked.
    steps: Vec<OnceLock<u64>>,
    /// For each plan: how many candidates it has killed.
    kills: Mutex<Vec<u64>>,
    hosts: Hosts,
}

impl<R: Reference> Filters<R> {
    /// The screens for a script that is right, as [`Filters::flaw`] can tell.
    pub(super) fn new(
        subject: &Subject<R>,
        script: String,
        seed: u64,
        old: &[Counterexample],
        host: Kind,
        suites: &[(&dyn Suite<R>, Effort)],
    ) -> Self {
        let plans = |(suite, effort): &(&dyn Suite<R>, Effort)| {
            suite.plans(&SuiteContext {
                subject,
                effort: *effort,
                seed,
            })
        };
        // The verification of what passes uses fresh documents.
        let shared = |plan: Plan| plan.with_mode(Mode::Shared);
        let plans: Vec<Plan> = suites.iter().flat_map(plans).map(shared).collect();
        let mut filters = Self {
            subject: subject.clone(),
            script,
            steps: Vec::new(),
            kills: Mutex::default(),
            hosts: Hosts::new(host),
            plans: by_new_events(plans, &subject.reference),
        };
        for counterexample in old {
            let same = |plan: &Plan| plan.answers == counterexample.answers;
            if !filters.plans.iter().any(same) {
                let plan = Plan::new(
                    &subject.reference,
                    "search",
                    "found before",
                    &counterexample.answers,
                );
                filters.plans.push(plan);
            }
        }
        let known: HashMap<&Vec<Answer>, u64> = old
            .iter()
            .map(|counterexample| (&counterexample.answers, counterexample.kills))
            .collect();
        let kills = |plan: &Plan| known.get(&plan.answers).copied().unwrap_or(0);
        filters.kills = Mutex::new(filters.plans.iter().map(kills).collect());
        filters
            .steps
            .resize_with(filters.plans.len(), OnceLock::new);
        filters
    }

    /// The name of a game that a page fails.
    ///
    /// # Errors
    /// The host does not work.
    pub(super) fn flaw(&self, page: &str, stop: &AtomicBool) -> Result<Option<&str>, HostError> {
        let order = self.order();
        let share = order.len().div_ceil(rayon::current_num_threads());
        let found: Vec<Option<usize>> = order
            .par_chunks(share)
            .map(|share| self.first_flaw(page, share, stop))
            .collect::<Result<_, _>>()?;
        let at = found.into_iter().flatten().next();
        Ok(at.map(|at| self.plans[at].case.as_str()))
    }

    /// Adds a game by which a candidate was told from the contract after all filters.
    pub(super) fn remember(&mut self, answers: &[Answer]) {
        let plan = Plan::new(
            &self.subject.reference,
            "search",
            "found by the suites",
            answers,
        );
        self.plans.push(plan);
        self.steps.push(OnceLock::new());
        self.kills().push(1);
    }

    /// The games that have killed, for the next run.
    pub(super) fn counterexamples(&self) -> Vec<Counterexample> {
        let kills = self.kills();
        let pairs = self
            .plans
            .iter()
            .zip(kills.iter())
            .filter(|(_, kills)| **kills > 0);
        pairs
            .map(|(plan, &kills)| Counterexample {
                answers: plan.answers.clone(),
                kills,
            })
            .collect()
    }

    /// The first screen that the script fails; `None` if it passes all. `page` makes its page if
    /// that is shorter; it is asked after the first games, since it takes longer than they do.
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
        let (mut dialogs, mut steps, mut near) = (0, 0, 0);
        for &at in &order {
            dialogs += self.plans[at].expected.len();
            if dialogs > FIRST_DIALOGS && shorter.is_none() {
                shorter = page();
                if shorter.is_none() {
                    return Ok(Some(CandidateOutcome::NotShorter));
                }
            }
            let usual = self.steps(at);
            steps += usual;
            if steps > NEAR_STEPS {
                break;
            }
            near += 1;
            let limit = ((usual as f64 * PATIENCE) as u64).saturating_add(SLACK);
            match self.play(script, at, limit).0 {
                None => {}
                Some(CandidateOutcome::Slow) => {
                    self.kill(at);
                    return Ok(Some(CandidateOutcome::Slow));
                }
                Some(_) => return Ok(Some(self.kill(at))),
            }
        }
        let Some(page) = shorter.or_else(page) else {
            return Ok(Some(CandidateOutcome::NotShorter));
        };
        let flaw = self.first_flaw(&page, &order[near..], stop)?;
        Ok(flaw.map(|at| self.kill(at)))
    }

    /// The first of some games that a page fails in the host; after `stop` nothing is looked for.
    fn first_flaw(
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
                if let Some((at, _)) = examine(host, &subject, &batch)? {
                    return Ok(Some(left[at]));
                }
                left = &left[batch.len()..];
            }
            Ok(None)
        })
    }

    /// How many games there are.
    pub(super) fn games(&self) -> usize {
        self.plans.len()
    }

    /// Whether a page fails one of the games that are new since there were `known` ones.
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
        let flaw = self.first_flaw(page, &fresh, stop)?;
        Ok(flaw.map(|at| self.kill(at)).is_some())
    }

    /// Counts a candidate that a game has killed.
    fn kill(&self, at: usize) -> CandidateOutcome {
        let mut kills = self.kills();
        kills[at] += 1;
        match (at, kills[at]) {
            (0, _) => CandidateOutcome::FailedAtOnce,
            (_, 1) => CandidateOutcome::FailedSuite,
            _ => CandidateOutcome::FailedAgain,
        }
    }

    fn kills(&self) -> MutexGuard<'_, Vec<u64>> {
        self.kills.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The steps that the first script takes for a game.
    fn steps(&self, at: usize) -> u64 {
        *self.steps[at].get_or_init(|| self.play(&self.script, at, u64::MAX).1)
    }

    /// The shortest game first, then those that kill most for their length, then the others.
    fn order(&self) -> Vec<usize> {
        let kills = self.kills();
        let mut order: Vec<usize> = (0..self.plans.len()).collect();
        let worth = |at: usize| kills[at] * 1_000 / self.plans[at].expected.len().max(1) as u64;
        order[1..].sort_by_key(|&at| std::cmp::Reverse(worth(at)));
        order
    }

    /// Plays a game until the first wrong dialog, for at most so many steps.
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
        let (next, says_wrong) = (Rc::new(Cell::new(0)), Arc::clone(&wrong));
        let shown = Rc::clone(&next);
        let tick = move |line: rquickjs::Value<'_>| {
            let line = line.get::<String>().ok();
            let dialog = line.as_deref().map(|line| dialog(line, &reference));
            if dialog.as_ref() != expected.get(next.get()) {
                says_wrong.store(1, Ordering::Relaxed);
            }
            next.set(next.get() + 1);
        };
        let run = run_script(script, &plan.answers, tick, stop);
        let steps = steps.load(Ordering::Relaxed);
        let whole = shown.get() == plan.expected.len() && wrong.load(Ordering::Relaxed) == 0;
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

fn dialog(line: &str, reference: &impl Reference) -> Dialog {
    match Dialog::from_line(line) {
        Dialog::Prompt(text) => Dialog::Prompt(reference.canonical(&text)),
        alert => alert,
    }
}
