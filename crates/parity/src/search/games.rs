//! The games that a candidate must pass, the cheapest first.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use rayon::prelude::*;

use super::hosts::Hosts;
use super::local::{self, Played};
use super::pace::Pace;
use super::priority::by_new_events;
use super::stage_games::StageGames;
use super::{Candidate, CandidateOutcome, Counterexample};
use crate::host::{HostError, Kind};
use crate::{
    Answer, Effort, Mode, Oracle, Plan, Step, Subject, Suite, SuiteContext, Transcript,
    examine_beside, plans_of,
};

/// The default step limit of a candidate, as a multiple of the steps of the first script.
pub const MAX_STEPS: f64 = 1.3;

/// This process counts the steps of the first games until they have taken this number of steps. The
/// other games run only in the host of the verification, which is faster.
const LOCAL_STEPS: u64 = 2_500;

/// Added to the step limit. A step stands for thousands of instructions, so the count of a short
/// game is coarse.
const SLACK: u64 = 8;

/// The games of some suites for one page.
pub(super) struct Games {
    pub(super) subject: Subject,
    /// The script that the search began with.
    script: String,
    pub(super) games: Vec<Game>,
    /// For each game, the number of candidates that it rejected.
    rejections: Mutex<Vec<u64>>,
    /// The number of games at the start; those after them rejected candidates in the verification.
    first: usize,
    /// How long those on a stage take.
    pub(super) pace: Pace,
    pub(super) hosts: Hosts,
    /// The step limit of a candidate, as a multiple of the steps of the first script.
    pub(super) max_steps: f64,
}

/// A game, and what is known of it.
pub(super) struct Game {
    pub(super) plan: Plan,
    /// What the readable page showed, if that is the oracle.
    readable: Option<Transcript>,
    /// How the first script plays it, found out when it is needed.
    usual: OnceLock<Usual>,
}

/// How the first script plays a game.
pub(super) struct Usual {
    steps: u64,
    pub(super) log: Vec<String>,
}

impl Game {
    pub(super) fn new(plan: Plan, readable: Option<Transcript>) -> Self {
        Self {
            plan,
            readable,
            usual: OnceLock::new(),
        }
    }

    /// Whether the script alone can play it, without a page.
    fn is_local(&self) -> bool {
        self.plan.stage.is_none() && self.plan.cells.is_none() && self.readable.is_none()
    }

    /// Its length in dialogs, or in frames on a stage, about: a new document takes as long as some
    /// frames.
    fn length(&self) -> u64 {
        const DOCUMENT: u64 = 20;
        if self.is_local() {
            return self.plan.expected.len().max(1) as u64;
        }
        let steps = self.plan.steps().iter().map(|step| match step {
            Step::Frames(count) => u64::from(*count),
            _ => 1,
        });
        DOCUMENT + self.plan.answers.len() as u64 + steps.sum::<u64>()
    }

    fn outputs(&self) -> usize {
        match &self.readable {
            Some(shown) => shown.outputs(),
            None => {
                let expected = self.plan.expected.iter();
                expected.filter(|dialog| dialog.is_output()).count()
            }
        }
    }
}

impl Games {
    /// Plans the games, and plays those of the readable page. A game on which the readable page hangs
    /// is left out: each candidate would wait for its time limit. Samples are played until all games on a
    /// stage take `most`.
    ///
    /// # Errors
    /// The host does not work, or lacks something that the readable page uses.
    pub(super) fn new(
        subject: &Subject,
        script: &str,
        seed: u64,
        old: &[Counterexample],
        host: Kind,
        suites: &[(&dyn Suite, Effort)],
        most: Duration,
    ) -> Result<Self, HostError> {
        let hosts = Hosts::new(host);
        let (mut samples, mut staged, mut plain) = (Vec::new(), Vec::new(), Vec::new());
        for (suite, effort) in suites {
            let context = SuiteContext {
                subject,
                effort: *effort,
                seed,
            };
            for plan in plans_of(*suite, &context) {
                let needs_page = plan.stage.is_some() || plan.cells.is_some();
                match plan.oracle == Oracle::ReadablePage {
                    true if suite.is_sample() => samples.push(plan),
                    is_readable if is_readable || needs_page => staged.push(plan),
                    _ => plain.push(plan),
                }
            }
        }
        // The verification of what passes uses fresh documents.
        let shared = |plan: Plan| plan.with_mode(Mode::Shared);
        let plain = plain.into_iter().map(shared).collect();
        let plain = by_new_events(plain, subject.reference.as_ref()).into_iter();
        let mut games: Vec<Game> = plain.map(|plan| Game::new(plan, None)).collect();
        let mut stage = StageGames::of(&hosts, subject, staged)?;
        stage.add_samples(&hosts, subject, samples, most)?;
        let StageGames {
            games: mut staged,
            pace,
        } = stage;
        staged.sort_by_key(Game::length);
        games.extend(staged);
        for Counterexample { answers, .. } in old {
            if !games.iter().any(|game| game.plan.answers == *answers) {
                let case = "counterexample of an earlier run";
                let plan = Plan::new(subject.reference.as_ref(), "search", case, answers);
                games.push(Game::new(plan, None));
            }
        }
        let known: HashMap<&Vec<Answer>, u64> = old
            .iter()
            .map(|counterexample| (&counterexample.answers, counterexample.rejections))
            .collect();
        let rejections = |game: &Game| known.get(&game.plan.answers).copied().unwrap_or(0);
        Ok(Self {
            subject: subject.clone(),
            script: script.to_owned(),
            rejections: Mutex::new(games.iter().map(rejections).collect()),
            first: games.len(),
            games,
            pace,
            hosts,
            max_steps: MAX_STEPS,
        })
    }

    /// The number of outputs in all games, which tell pages apart.
    pub(super) fn outputs(&self) -> usize {
        self.games.iter().map(Game::outputs).sum()
    }

    /// The plan of a game that a page fails. Returns `None` early after `stop`.
    ///
    /// # Errors
    /// The host does not work.
    pub(super) fn failing_game(
        &self,
        page: &str,
        stop: &AtomicBool,
    ) -> Result<Option<&Plan>, HostError> {
        let order = self.order();
        let share = order.len().div_ceil(rayon::current_num_threads()).max(1);
        let found: Vec<Option<usize>> = order
            .par_chunks(share)
            .map(|share| self.first_failure(page, share, stop))
            .collect::<Result<_, _>>()?;
        let at = found.into_iter().flatten().next();
        Ok(at.map(|at| &self.games[at].plan))
    }

    /// Adds a game that a candidate failed in the verification.
    pub(super) fn remember(&mut self, answers: &[Answer]) {
        let reference = self.subject.reference.as_ref();
        let plan = Plan::new(reference, "search", "counterexample", answers);
        self.games.push(Game::new(plan, None));
        self.rejections().push(1);
    }

    /// The games that rejected candidates, for the next run. Games on a stage are more than their
    /// answers, so they are not among them.
    pub(super) fn counterexamples(&self) -> Vec<Counterexample> {
        let rejections = self.rejections();
        let pairs = self.games.iter().zip(rejections.iter());
        pairs
            .filter(|(game, rejections)| game.is_local() && **rejections > 0)
            .map(|(game, &rejections)| Counterexample {
                answers: game.plan.answers.clone(),
                rejections,
            })
            .collect()
    }

    /// The first filter that a candidate fails, or `None` if it passes all.
    ///
    /// # Errors
    /// The host does not work.
    pub(super) fn judge(
        &self,
        candidate: &Candidate<'_>,
        stop: &AtomicBool,
    ) -> Result<Option<CandidateOutcome>, HostError> {
        let order = self.order();
        let (local, rest) = order.split_at(self.local_games(&order));
        // The shortest game finds most scripts that do not end, after few steps.
        let (shortest, local) = local.split_at(local.len().min(1));
        if let Some(outcome) = self.judge_locally(candidate.code, shortest) {
            return Ok(Some(outcome));
        }
        if let Some(at) = self.screen(candidate.code, local, stop)? {
            return Ok(Some(self.reject(at)));
        }
        let Some(page) = (candidate.page)() else {
            return Ok(Some(CandidateOutcome::NotShorter));
        };
        // One game finds most slow scripts. If the host has played the others too, their steps are
        // counted last.
        let early = match self.hosts.kind().stops_scripts() {
            true => 1,
            false => local.len(),
        };
        let (early, late) = local.split_at(early.min(local.len()));
        if let Some(outcome) = self.judge_locally(candidate.code, early) {
            return Ok(Some(outcome));
        }
        if let Some(at) = self.first_failure(&page, rest, stop)? {
            return Ok(Some(self.reject(at)));
        }
        Ok(self.judge_locally(candidate.code, late))
    }

    /// How many of the first games run in this process; at least one, if the script can play any.
    fn local_games(&self, order: &[usize]) -> usize {
        let mut steps = 0;
        let local = order.iter().take_while(|&&at| self.games[at].is_local());
        let fits = |at: &usize| {
            steps += self.usual(*at).steps;
            steps <= LOCAL_STEPS
        };
        let any = local.clone().count().min(1);
        local.copied().take_while(fits).count().max(any)
    }

    /// Plays games in this process. Returns why one of them rejects the script.
    fn judge_locally(&self, script: &str, games: &[usize]) -> Option<CandidateOutcome> {
        games.iter().find_map(|&at| {
            let limit = (self.usual(at).steps as f64 * self.max_steps) as u64;
            let outcome = self.play(script, at, limit.saturating_add(SLACK)).outcome?;
            let rejected = self.reject(at);
            Some(match outcome {
                CandidateOutcome::Slow => outcome,
                _ => rejected,
            })
        })
    }

    /// The first of some games that a page fails in the host. Most candidates fail the first games; calls
    /// for many games are faster for the others. Returns `None` early after `stop`.
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
            let (mut left, mut count) = (games, 1);
            while !left.is_empty() && !stop.load(Ordering::Relaxed) {
                let (some, rest) = left.split_at(count.min(left.len()));
                let of_some = || some.iter().map(|&at| &self.games[at]);
                let plans: Vec<&Plan> = of_some().map(|game| &game.plan).collect();
                let readable: Vec<_> = of_some().map(|game| game.readable.as_ref()).collect();
                match examine_beside(host, &subject, &plans, &readable) {
                    // A page that uses what the host lacks, and what the first page does not use.
                    Err(HostError::Unsupported { .. }) => return Ok(some.first().copied()),
                    examined => {
                        if let Some((at, _)) = examined?.found {
                            return Ok(Some(some[at]));
                        }
                    }
                }
                (left, count) = (rest, count * 2);
            }
            Ok(None)
        })
    }

    /// Whether a page fails a game that this run has added, which then counts a rejection more.
    ///
    /// # Errors
    /// The host does not work.
    pub(super) fn fails_new_game(&self, page: &str, stop: &AtomicBool) -> Result<bool, HostError> {
        let new: Vec<usize> = (self.first..self.games.len()).collect();
        let failure = self.first_failure(page, &new, stop)?;
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
    pub(super) fn usual(&self, at: usize) -> &Usual {
        self.games[at].usual.get_or_init(|| {
            let played = self.play(&self.script, at, u64::MAX);
            Usual {
                steps: played.steps,
                log: played.log,
            }
        })
    }

    fn play(&self, script: &str, at: usize, limit: u64) -> Played {
        local::play(script, &self.games[at].plan, &self.subject.reference, limit)
    }

    /// The games by their rejections for their length, after the shortest one if it needs no page.
    fn order(&self) -> Vec<usize> {
        let rejections = self.rejections();
        let mut order: Vec<usize> = (0..self.games.len()).collect();
        let first = usize::from(self.games.first().is_some_and(Game::is_local));
        let rate = |at: usize| rejections[at] * 1_000_000 / self.games[at].length();
        order[first..].sort_by_key(|&at| Reverse(rate(at)));
        order
    }
}

#[cfg(test)]
#[path = "games_tests.rs"]
mod tests;
