//! Runs a search.

use std::cell::OnceCell;
use std::collections::HashSet;
use std::error::Error;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::mem;
use std::slice;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use fastrand::Rng;
use rayon::prelude::*;

use super::candidate::CandidateOutcome;
use super::filter::Filters;
use super::source::{BuiltScript, ScriptSource};
use super::state::State;
use crate::host::{HostError, Kind};
use crate::{Answer, Effort, Options, Subject, Suite, VerifyError, verify};

/// The number of candidates that are tried between two saves of the state.
const CHUNK: u64 = 128;

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

/// The phases of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// The games of the filters are planned.
    Planning,
    /// The first page plays the games of the filters.
    CheckingFirstPage,
    /// Candidates are tried.
    Searching,
    /// A candidate that passed all filters is verified with the suites.
    VerifyingSaving,
}

/// How a search runs.
#[derive(Clone)]
pub struct SearchOptions<'s> {
    /// The search ends after this number of candidates.
    pub candidates: u64,
    /// Whether pages of equal length count if they compress better.
    pub even: bool,
    /// The host of the filters and of the verification.
    pub host: Kind,
    /// The games that judge candidates.
    pub games: SearchGames,
    /// Called at the start of each phase.
    pub on_phase: &'s (dyn Fn(Phase) + Sync),
}

/// A change that makes the page shorter and that no game rejected.
#[derive(Debug, Clone)]
pub struct Saving<E> {
    /// The change of [`Saving::script`].
    pub edit: E,
    /// The script before the change, without comments.
    pub script: String,
    /// Bytes of the page before.
    pub before: usize,
    /// Bytes of the page after.
    pub after: usize,
}

/// Why a search cannot start or continue.
#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    /// The first page fails a game.
    #[error("{variant} cannot be searched: it fails the game `{game}`")]
    Wrong {
        /// The variant.
        variant: String,
        /// The game.
        game: String,
    },
    /// The page of a script cannot be built.
    #[error("the page of the script cannot be built")]
    Build(#[source] Box<dyn Error + Send + Sync>),
    /// A host does not work.
    #[error(transparent)]
    Verify(#[from] VerifyError),
}

/// A search on one page.
pub struct Search<'s, S: ScriptSource> {
    subject: Subject,
    source: &'s S,
    state: State<S::Edit>,
    options: SearchOptions<'s>,
    filters: Filters,
    base: Base<S>,
    seen: Mutex<HashSet<u64>>,
    /// Whether the first script has passed all games.
    verified: bool,
}

/// The script that candidates are edits of.
struct Base<S: ScriptSource> {
    script: String,
    edits: Vec<S::Edit>,
    built: BuiltScript,
    estimate: usize,
}

fn build_error(error: impl Error + Send + Sync + 'static) -> SearchError {
    SearchError::Build(Box::new(error))
}

impl<S: ScriptSource> Base<S> {
    fn new(script: String, source: &S) -> Result<Self, SearchError> {
        let built = source.build(&script).map_err(build_error)?;
        let estimate = source.estimate(&script, &built.names);
        Ok(Self {
            edits: source.edits(&script).map_err(build_error)?,
            estimate: estimate.map_or(0, |(bytes, _)| bytes),
            built,
            script,
        })
    }

    fn bytes(&self) -> usize {
        self.built.page.len()
    }
}

impl<'s, S: ScriptSource> Search<'s, S> {
    /// Starts a search, or continues it from its state.
    ///
    /// # Errors
    /// The page of the script cannot be built.
    pub fn new(
        subject: Subject,
        source: &'s S,
        state: State<S::Edit>,
        options: SearchOptions<'s>,
    ) -> Result<Self, SearchError> {
        (options.on_phase)(Phase::Planning);
        let mut script = source.prepare(&state.source).map_err(build_error)?;
        let filters = Filters::new(
            &subject,
            script.clone(),
            state.seed,
            &state.counterexamples,
            options.host,
            &options.games.filters,
        );
        for saving in &state.savings {
            script = source.apply(saving, &script);
        }
        Ok(Self {
            base: Base::new(script, source)?,
            subject,
            source,
            state,
            options,
            filters,
            seen: Mutex::default(),
            verified: false,
        })
    }

    /// The size of the page with all savings, in bytes.
    pub fn bytes(&self) -> usize {
        self.base.bytes()
    }

    /// The number of candidates that are single edits. The candidates after them are pairs of edits.
    pub fn singles(&self) -> usize {
        self.base.edits.len()
    }

    /// The savings of the state, in the order in which they were found.
    ///
    /// # Errors
    /// A page cannot be built.
    pub fn savings(&self) -> Result<Vec<Saving<S::Edit>>, SearchError> {
        let bytes = |script: &str| {
            let built = self.source.build(script).map_err(build_error)?;
            Ok::<_, SearchError>(built.page.len())
        };
        let prepared = self.source.prepare(&self.state.source);
        let mut script = prepared.map_err(build_error)?;
        let mut before = bytes(&script)?;
        let mut all = Vec::new();
        for edit in &self.state.savings {
            let next = self.source.apply(edit, &script);
            let after = bytes(&next)?;
            all.push(Saving {
                edit: edit.clone(),
                script: mem::replace(&mut script, next),
                before: mem::replace(&mut before, after),
                after,
            });
        }
        Ok(all)
    }

    /// The state to save.
    pub fn state(&mut self) -> &State<S::Edit> {
        self.state.counterexamples = self.filters.counterexamples();
        &self.state
    }

    /// Tries candidates until one saves bytes, all are tried, or `stop` is set. Returns the saving,
    /// or `None` at the end.
    ///
    /// # Errors
    /// The first page fails a game, or the host does not work.
    pub fn step(
        &mut self,
        stop: &AtomicBool,
        progress: impl Fn(&State<S::Edit>),
    ) -> Result<Option<Saving<S::Edit>>, SearchError> {
        while self.state.candidates() < self.options.candidates && !stop.load(Ordering::Relaxed) {
            let before = self.state.clone();
            match self.chunk(stop) {
                Ok(Some(saving)) => return Ok(Some(saving)),
                // An interrupt ends the browsers too: the next run tries this chunk again.
                _ if stop.load(Ordering::Relaxed) => self.state = before,
                done => {
                    done?;
                    progress(&self.state);
                }
            }
        }
        Ok(None)
    }

    /// Tries the next candidates.
    fn chunk(&mut self, stop: &AtomicBool) -> Result<Option<Saving<S::Edit>>, SearchError> {
        self.check_first_page(stop)?;
        (self.options.on_phase)(Phase::Searching);
        let count = CHUNK.min(self.options.candidates - self.state.candidates());
        let numbers = self.state.next..self.state.next + count;
        let outcomes: Vec<(CandidateOutcome, Option<S::Edit>)> = numbers
            .into_par_iter()
            .filter(|_| !stop.load(Ordering::Relaxed))
            .map(|number| self.candidate(number, stop))
            .collect::<Result<_, HostError>>()
            .map_err(VerifyError::from)?;
        self.state.next += count;
        let mut saved = Vec::new();
        for (outcome, edit) in outcomes {
            if outcome == CandidateOutcome::Saved {
                saved.extend(edit);
            } else {
                self.count(outcome);
            }
        }
        let known = self.filters.games();
        for edit in saved {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let saving = self.adopt(&edit, known, stop)?;
            if saving.is_some() {
                return Ok(saving);
            }
        }
        Ok(None)
    }

    fn count(&mut self, outcome: CandidateOutcome) {
        *self.state.outcomes.entry(outcome).or_default() += 1;
    }

    /// Plays the first page, once.
    fn check_first_page(&mut self, stop: &AtomicBool) -> Result<(), SearchError> {
        if self.verified {
            return Ok(());
        }
        (self.options.on_phase)(Phase::CheckingFirstPage);
        let built = self.source.build(&self.state.source);
        let page = built.map_err(build_error)?.page;
        let failed = self.filters.failing_game(&page, stop);
        match failed.map_err(VerifyError::from)? {
            Some(game) => Err(SearchError::Wrong {
                variant: self.subject.name.clone(),
                game: game.to_owned(),
            }),
            None => {
                self.verified = true;
                Ok(())
            }
        }
    }

    /// The candidate with a number: first each single edit, then random pairs.
    fn candidate(
        &self,
        number: u64,
        stop: &AtomicBool,
    ) -> Result<(CandidateOutcome, Option<S::Edit>), HostError> {
        let edits = &self.base.edits;
        let edit = match usize::try_from(number)
            .ok()
            .and_then(|number| edits.get(number))
        {
            Some(edit) => Some(edit.clone()),
            None => {
                let mut rng = Rng::with_seed(self.state.seed << 40 ^ number);
                let mut any = || &edits[rng.usize(..edits.len())];
                self.source.combine(any(), any())
            }
        };
        let outcome = match &edit {
            Some(edit) => self.judge(edit, stop)?,
            None => CandidateOutcome::Malformed,
        };
        Ok((outcome, edit))
    }

    fn judge(&self, edit: &S::Edit, stop: &AtomicBool) -> Result<CandidateOutcome, HostError> {
        let base = &self.base;
        let script = self.source.apply(edit, &base.script);
        let Some((estimate, code)) = self.source.estimate(&script, &base.built.names) else {
            return Ok(CandidateOutcome::Malformed);
        };
        let even = self.options.even && estimate == base.estimate;
        if estimate >= base.estimate && !even {
            return Ok(CandidateOutcome::NotSmaller);
        }
        let mut hasher = DefaultHasher::new();
        code.hash(&mut hasher);
        let fresh = self
            .seen
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(hasher.finish());
        if !fresh {
            return Ok(CandidateOutcome::Duplicate);
        }
        let shorter = OnceCell::new();
        let page = || shorter.get_or_init(|| self.shorter(&script)).clone();
        // Most scripts of equal size are not better, so this comes before the games.
        if even && page().is_none() {
            return Ok(CandidateOutcome::NotShorter);
        }
        let outcome = self.filters.judge(&code, page, stop)?;
        Ok(outcome.unwrap_or(CandidateOutcome::Saved))
    }

    /// The page of a script if it is shorter. With [`SearchOptions::even`] also a page of equal
    /// length that compresses better.
    fn shorter(&self, script: &str) -> Option<String> {
        let base = &self.base;
        let limit = base.bytes() - usize::from(!self.options.even);
        let built = self.source.build_within(script, limit)?;
        let better = built.page.len() < base.bytes() || built.compressed < base.built.compressed;
        better.then_some(built.page)
    }

    /// Plays the games after the first `known` games on a saving and verifies it. If it passes, the
    /// search continues from it; else the game that rejected it is added to the filters.
    fn adopt(
        &mut self,
        edit: &S::Edit,
        known: usize,
        stop: &AtomicBool,
    ) -> Result<Option<Saving<S::Edit>>, SearchError> {
        let script = self.source.apply(edit, &self.base.script);
        let next = Base::new(script, self.source)?;
        let page = next.built.page.clone();
        let failed = self.filters.fails_since(known, &page, stop);
        if failed.map_err(VerifyError::from)? {
            self.count(CandidateOutcome::FailedAgain);
            return Ok(None);
        }
        (self.options.on_phase)(Phase::VerifyingSaving);
        if let Some(answers) = self.counterexample(page)? {
            self.filters.remember(&answers);
            self.count(CandidateOutcome::FailedVerification);
            return Ok(None);
        }
        self.count(CandidateOutcome::Saved);
        let before = std::mem::replace(&mut self.base, next);
        self.state.savings.push(edit.clone());
        self.state.next = 0;
        Ok(Some(Saving {
            edit: edit.clone(),
            before: before.bytes(),
            script: before.script,
            after: self.base.bytes(),
        }))
    }

    /// The answers of the first game that a page fails in the verification.
    fn counterexample(&self, page: String) -> Result<Option<Vec<Answer>>, SearchError> {
        let subject = Subject {
            page,
            readable: String::new(),
            ..self.subject.clone()
        };
        for (suites, effort) in &self.options.games.verification {
            let options = Options {
                seed: self.state.seed,
                fail_fast: true,
                ..Options::new(suites.clone(), *effort, self.options.host)
            };
            let verdict = verify(slice::from_ref(&subject), &options, &|_| {})?;
            if let Some(finding) = verdict.findings().next() {
                return Ok(Some(finding.answers.clone()));
            }
        }
        Ok(None)
    }
}
