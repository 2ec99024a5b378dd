//! The suites of a model as the judge of a search.

use std::slice;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::games::Games;
use super::pace::Pace;
use super::{Candidate, CandidateOutcome, Counterexample, Judge, JudgeError};
use crate::host::{HostError, Kind};
use crate::{Answer, Effort, Options, Oracle, Subject, Suite, verify};

/// The part of the time of a candidate that is left to games in the embedded engine before those in a browser.
const QUICK_PART: u32 = 4;

/// A candidate that takes longer is slow: a few of them are judged between two saves of the state.
const SLOW: Duration = Duration::from_secs(1);

/// Suites with the effort of their verification.
pub type SuiteRun<'s> = (Vec<&'s dyn Suite>, Effort);

/// The games that judge candidates.
#[derive(Clone, Default)]
pub struct SearchGames {
    /// The suites whose games filter candidates, each with its effort.
    pub filters: Vec<(&'static dyn Suite, Effort)>,
    /// The suites that verify a saving, run after run.
    pub verification: Vec<SuiteRun<'static>>,
}

/// Plays the games of a model's suites.
pub struct ModelJudge {
    subject: Subject,
    /// The games of the filters, in the faster host first.
    rounds: Vec<Games>,
    verification: Vec<SuiteRun<'static>>,
    seed: u64,
    host: Kind,
}

impl ModelJudge {
    /// Plans the games, and plays those of the readable page: a part of them in the embedded engine, if
    /// it can play the readable page, and all of them in the host. `script` is that of the page
    /// before the search, in a normal form; `old` are the counterexamples of earlier runs.
    ///
    /// # Errors
    /// The host does not work, or no game has an output.
    pub fn new(
        subject: Subject,
        games: SearchGames,
        (seed, host): (u64, Kind),
        script: &str,
        old: &[Counterexample],
    ) -> Result<Self, JudgeError> {
        let SearchGames {
            filters,
            verification,
        } = games;
        let open = |filters: &[(&dyn Suite, Effort)], host, most| {
            Games::new(&subject, script, seed, old, host, filters, most)
        };
        let mut most = Pace::most();
        let mut rounds = Vec::new();
        let is_reference = |(suite, _): &(&dyn Suite, Effort)| suite.oracle() == Oracle::Reference;
        if host != Kind::Embedded && !filters.iter().all(is_reference) {
            let quick = |(suite, _): &(&'static dyn Suite, Effort)| (*suite, Effort::Quick);
            let quick: Vec<(&dyn Suite, Effort)> = filters
                .iter()
                .map(quick)
                .map(|(suite, effort)| (suite as &dyn Suite, effort))
                .collect();
            match open(&quick, Kind::Embedded, most / QUICK_PART) {
                Ok(games) => {
                    most = most.saturating_sub(games.pace.time);
                    rounds.push(games);
                }
                Err(HostError::Unsupported { .. }) => {}
                Err(error) => return Err(JudgeError::Readable(error)),
            }
        }
        rounds.push(open(&filters, host, most).map_err(JudgeError::Readable)?);
        if rounds.iter().all(|games| games.outputs() == 0) {
            return Err(JudgeError::Silent);
        }
        Ok(Self {
            subject,
            rounds,
            verification,
            seed,
            host,
        })
    }

    /// Rejects candidates that take more than this multiple of the steps of the first script.
    #[must_use]
    pub fn with_max_steps(mut self, times: f64) -> Self {
        for games in &mut self.rounds {
            games.max_steps = times;
        }
        self
    }

    /// How long a candidate takes that passes all games on a stage.
    pub fn pace(&self) -> Pace {
        let paces = self.rounds.iter().map(|games| games.pace);
        paces.fold(Pace::default(), Pace::with)
    }

    /// The answers of the first game that a page fails in the verification.
    fn counterexample(&self, page: &str) -> Result<Option<Vec<Answer>>, JudgeError> {
        let subject = Subject {
            page: page.to_owned(),
            ..self.subject.clone()
        };
        for (suites, effort) in &self.verification {
            let options = Options {
                seed: self.seed,
                fail_fast: true,
                ..Options::new(suites.clone(), *effort, self.host)
            };
            let verdict = verify(slice::from_ref(&subject), &options, &|_| {})?;
            if let Some(finding) = verdict.findings().next() {
                return Ok(Some(finding.answers.clone()));
            }
        }
        Ok(None)
    }
}

impl Judge for ModelJudge {
    fn at_once(&self) -> u64 {
        match self.pace().time > SLOW {
            true => 8,
            false => 128,
        }
    }

    fn fault(&self, page: &str, stop: &AtomicBool) -> Result<Option<String>, JudgeError> {
        for games in &self.rounds {
            if let Some(plan) = games.failing_game(page, stop)? {
                return Ok(Some(format!(
                    "it fails the game `{}` of the suite {}",
                    plan.case, plan.suite
                )));
            }
        }
        Ok(None)
    }

    fn judge(
        &self,
        candidate: &Candidate<'_>,
        stop: &AtomicBool,
    ) -> Result<CandidateOutcome, JudgeError> {
        for games in &self.rounds {
            if let Some(outcome) = games.judge(candidate, stop)? {
                return Ok(outcome);
            }
        }
        Ok(CandidateOutcome::Saved)
    }

    fn verify(
        &mut self,
        page: &str,
        stop: &AtomicBool,
    ) -> Result<Option<CandidateOutcome>, JudgeError> {
        // The candidates of one chunk were judged before these games were known.
        for games in &self.rounds {
            if games.fails_new_game(page, stop)? {
                return Ok(Some(CandidateOutcome::FailedAgain));
            }
        }
        let Some(answers) = self.counterexample(page)? else {
            return Ok(None);
        };
        if let Some(games) = self.rounds.last_mut() {
            games.remember(&answers);
        }
        Ok(Some(CandidateOutcome::FailedVerification))
    }

    fn counterexamples(&self) -> Vec<Counterexample> {
        self.rounds
            .iter()
            .flat_map(Games::counterexamples)
            .collect()
    }
}
