//! The filters that a candidate must pass, the cheapest first.

mod screen;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use rayon::prelude::*;

use super::candidate::{CandidateOutcome, Counterexample};
use super::hosts::Hosts;
use super::local::{self, Played};
use super::priority::by_new_events;
use crate::host::{HostError, Kind};
use crate::suite::plans_that_apply;
use crate::{Answer, Effort, Mode, Plan, Subject, Suite, batches, examine};

/// The step limit of a candidate, as a multiple of the steps of the first script.
const STEP_FACTOR: f64 = 1.3;

/// This process counts the steps of the first games until they have taken this number of steps. The
/// other games run only in the host of the verification, which is faster.
const LOCAL_STEPS: u64 = 2_500;

/// Added to the step limit. A step stands for thousands of instructions, so the count of a short
/// game is coarse.
const SLACK: u64 = 8;

/// The games of the suites, with the steps that the first script takes for them.
pub(super) struct Filters {
    subject: Subject,
    /// The script that the search began with.
    script: String,
    plans: Vec<Plan>,
    /// For each plan, how the first script plays it, found out when it is needed.
    usual: Vec<OnceLock<Usual>>,
    /// For each plan, the number of candidates that it rejected.
    rejections: Mutex<Vec<u64>>,
    hosts: Hosts,
}

/// How the first script plays a game.
struct Usual {
    steps: u64,
    log: Vec<String>,
}

impl Filters {
    /// Plans the games of the filters. The script must pass [`Filters::failing_game`].
    pub(super) fn new(
        subject: &Subject,
        script: String,
        seed: u64,
        old: &[Counterexample],
        host: Kind,
        suites: &[(&dyn Suite, Effort)],
    ) -> Self {
        // The verification of what passes uses fresh documents.
        let shared = |plan: Plan| plan.with_mode(Mode::Shared);
        let plans = plans_that_apply(suites, subject, seed).into_iter();
        let plans: Vec<Plan> = plans.map(shared).collect();
        let mut filters = Self {
            subject: subject.clone(),
            script,
            usual: Vec::new(),
            rejections: Mutex::default(),
            hosts: Hosts::new(host),
            plans: by_new_events(plans, subject.reference.as_ref()),
        };
        for counterexample in old {
            let same = |plan: &Plan| plan.answers == counterexample.answers;
            if !filters.plans.iter().any(same) {
                let plan = Plan::new(
                    subject.reference.as_ref(),
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
            .usual
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
        let plan = Plan::new(
            self.subject.reference.as_ref(),
            "search",
            "counterexample",
            answers,
        );
        self.plans.push(plan);
        self.usual.push(OnceLock::new());
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
        let (local, rest) = order.split_at(self.local_games(&order));
        // The shortest game finds most scripts that do not end, after few steps.
        let (shortest, local) = local.split_at(1);
        if let Some(outcome) = self.judge_locally(script, shortest) {
            return Ok(Some(outcome));
        }
        if let Some(at) = self.screen(script, local, stop)? {
            return Ok(Some(self.reject(at)));
        }
        let Some(page) = page() else {
            return Ok(Some(CandidateOutcome::NotShorter));
        };
        // One game finds most slow scripts. If the host has played the others too, their steps are
        // counted last.
        let early = match self.hosts.kind().stops_scripts() {
            true => 1,
            false => local.len(),
        };
        let (early, late) = local.split_at(early.min(local.len()));
        if let Some(outcome) = self.judge_locally(script, early) {
            return Ok(Some(outcome));
        }
        if let Some(at) = self.first_failure(&page, rest, stop)? {
            return Ok(Some(self.reject(at)));
        }
        Ok(self.judge_locally(script, late))
    }

    /// How many of the first games run in this process, at least one.
    fn local_games(&self, order: &[usize]) -> usize {
        let mut steps = 0;
        let fits = |&&at: &&usize| {
            steps += self.usual(at).steps;
            steps <= LOCAL_STEPS
        };
        order.iter().take_while(fits).count().max(1)
    }

    /// Plays games in this process. Returns why one of them rejects the script.
    fn judge_locally(&self, script: &str, games: &[usize]) -> Option<CandidateOutcome> {
        games.iter().find_map(|&at| {
            let limit = (self.usual(at).steps as f64 * STEP_FACTOR) as u64;
            let outcome = self.play(script, at, limit.saturating_add(SLACK)).outcome?;
            let rejected = self.reject(at);
            Some(match outcome {
                CandidateOutcome::Slow => outcome,
                _ => rejected,
            })
        })
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
            for batch in batches(plans, host.batch() / 16) {
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

    /// How the first script plays a game.
    fn usual(&self, at: usize) -> &Usual {
        self.usual[at].get_or_init(|| {
            let played = self.play(&self.script, at, u64::MAX);
            Usual {
                steps: played.steps,
                log: played.log,
            }
        })
    }

    fn play(&self, script: &str, at: usize, limit: u64) -> Played {
        local::play(script, &self.plans[at], &self.subject.reference, limit)
    }

    /// The shortest game first, then the games by their rejections per dialog.
    fn order(&self) -> Vec<usize> {
        let rejections = self.rejections();
        let mut order: Vec<usize> = (0..self.plans.len()).collect();
        let rate = |at: usize| rejections[at] * 1_000 / self.plans[at].expected.len().max(1) as u64;
        order[1..].sort_by_key(|&at| std::cmp::Reverse(rate(at)));
        order
    }
}
