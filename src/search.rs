//! Searches for savings: edits of a script that make its page smaller and that a judge accepts.

mod base;
mod merge;
mod options;
mod origin;
mod program;
mod state;

use std::cell::OnceCell;
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use fastrand::Rng;
use golfchess_parity::Shard;
use golfchess_parity::search::{Candidate, CandidateOutcome, Judge, JudgeError};
use golfchess_script::proposals;
use golfchess_sizes::edit::Edit;
use rayon::prelude::*;

use base::Base;

pub use options::SearchOptions;
pub use origin::Origin;
pub use program::Program;
pub use state::{State, StateError};

/// The phases of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// The judge looks at the page as it is.
    CheckingFirstPage,
    /// Candidates are tried.
    Searching,
    /// A candidate that passed is verified.
    VerifyingSaving,
}

/// A saving.
#[derive(Debug, Clone)]
pub struct Saving {
    /// The edit of [`Saving::script`].
    pub edit: Edit,
    /// The script before the edit, without comments.
    pub script: String,
    /// For each replacement of the edit, its origin in the script that the search started with.
    pub origins: Vec<Origin>,
    /// The size before, by the metric.
    pub before: usize,
    /// The size after.
    pub after: usize,
}

/// Why a search cannot start or continue.
#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    /// The script cannot be minified.
    #[error(transparent)]
    Minify(#[from] golfchess_script::Error),
    /// The script cannot be read.
    #[error(transparent)]
    Script(#[from] golfchess_script::ScriptError),
    /// The judge rejects the page as it is.
    #[error("the oracle rejects the page as it is: {0}")]
    Wrong(String),
    /// The judge cannot run.
    #[error(transparent)]
    Judge(#[from] JudgeError),
}

/// A search in one script.
pub struct Search<'s> {
    options: &'s SearchOptions,
    judge: Box<dyn Judge>,
    on_phase: &'s (dyn Fn(Phase) + Sync),
    state: State,
    base: Base,
    /// Hashes of the scripts that were tried.
    seen: Mutex<HashSet<u64>>,
    /// Whether the judge has accepted the page as it is.
    is_checked: bool,
}

impl<'s> Search<'s> {
    /// Starts a search or continues it from its state.
    ///
    /// # Errors
    /// The page cannot be built.
    pub fn new(
        options: &'s SearchOptions,
        judge: Box<dyn Judge>,
        state: State,
        on_phase: &'s (dyn Fn(Phase) + Sync),
    ) -> Result<Self, SearchError> {
        let mut script = proposals::without_comments(&state.source)?;
        for saving in &state.savings {
            script = saving.apply(&script);
        }
        Ok(Self {
            base: Base::new(script, options, &state.kinds)?,
            options,
            judge,
            on_phase,
            state,
            seen: Mutex::default(),
            is_checked: false,
        })
    }

    /// The smallest page so far.
    pub fn page(&self) -> &str {
        &self.base.page
    }

    /// Its size by the metric.
    pub fn size(&self) -> usize {
        self.base.size
    }

    /// The number of candidates that are single edits. The candidates after them are pairs of edits.
    pub fn singles(&self) -> usize {
        self.base.edits.len()
    }

    /// The state to save.
    pub fn state(&mut self) -> &State {
        self.state.counterexamples = self.judge.counterexamples();
        &self.state
    }

    /// The savings of the state, in the order in which they were found.
    ///
    /// # Errors
    /// A page cannot be built.
    pub fn savings(&self) -> Result<Vec<Saving>, SearchError> {
        let mut script = proposals::without_comments(&self.state.source)?;
        let mut before = self.options.measure(&script)?;
        let mut all = Vec::new();
        for (index, edit) in self.state.savings.iter().enumerate() {
            let next = edit.apply(&script);
            let after = self.options.measure(&next)?;
            all.push(Saving {
                edit: edit.clone(),
                script: mem::replace(&mut script, next),
                origins: Origin::of_edit(&self.state.savings[..index], edit),
                before: mem::replace(&mut before, after),
                after,
            });
        }
        Ok(all)
    }

    /// Tries candidates until some save, all are tried, or `stop` is set. Returns the savings; none at
    /// the end.
    ///
    /// # Errors
    /// The judge rejects the page as it is, or cannot run.
    pub fn step(
        &mut self,
        stop: &AtomicBool,
        mut progress: impl FnMut(&State),
    ) -> Result<Vec<Saving>, SearchError> {
        while self.state.tried() < self.options.candidates && !stop.load(Ordering::Relaxed) {
            let before = self.state.clone();
            match self.chunk(stop) {
                Ok(found) if !found.is_empty() => return Ok(found),
                // An interrupt ends the judge too: the next run tries this chunk again.
                _ if stop.load(Ordering::Relaxed) => self.state = before,
                done => {
                    done?;
                    progress(self.state());
                }
            }
        }
        Ok(Vec::new())
    }

    /// Tries the next candidates.
    fn chunk(&mut self, stop: &AtomicBool) -> Result<Vec<Saving>, SearchError> {
        self.check_first_page(stop)?;
        (self.on_phase)(Phase::Searching);
        let left = self.options.candidates - self.state.tried();
        let count = self.judge.at_once().min(left);
        let Shard { part, of } = self.state.shard;
        let next = self.state.next;
        let outcomes: Vec<(CandidateOutcome, Option<Edit>)> = (next..next + count)
            .into_par_iter()
            .filter(|_| !stop.load(Ordering::Relaxed))
            .map(|number| self.candidate(number * of as u64 + part as u64 - 1, stop))
            .collect::<Result<_, JudgeError>>()?;
        self.state.next += count;
        let mut passed = Vec::new();
        for (outcome, edit) in outcomes {
            match edit {
                Some(edit) if outcome == CandidateOutcome::Saved => passed.push(edit),
                _ => self.count(outcome),
            }
        }
        let mut found = Vec::new();
        for edit in passed {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            found.extend(self.adopt(edit, stop)?);
            if !found.is_empty() && self.state.shard == Shard::WHOLE {
                break;
            }
        }
        Ok(found)
    }

    fn count(&mut self, outcome: CandidateOutcome) {
        *self.state.outcomes.entry(outcome).or_default() += 1;
    }

    /// Lets the judge look at the page as it is, once.
    fn check_first_page(&mut self, stop: &AtomicBool) -> Result<(), SearchError> {
        if self.is_checked {
            return Ok(());
        }
        (self.on_phase)(Phase::CheckingFirstPage);
        let page = self.judged(&self.base.page);
        match self.judge.first_fault(&page, stop)? {
            Some(reason) if !stop.load(Ordering::Relaxed) => Err(SearchError::Wrong(reason)),
            _ => {
                self.is_checked = true;
                Ok(())
            }
        }
    }

    /// A page as the judge gets it.
    fn judged(&self, page: &str) -> String {
        match &self.options.around {
            Some(around) => around.page(page),
            None => page.to_owned(),
        }
    }

    /// The candidate with a number: first each single edit, then random pairs.
    fn candidate(
        &self,
        number: u64,
        stop: &AtomicBool,
    ) -> Result<(CandidateOutcome, Option<Edit>), JudgeError> {
        let edits = &self.base.edits;
        let single = usize::try_from(number).ok().and_then(|at| edits.get(at));
        let edit = match single {
            Some(edit) => Some(edit.clone()),
            None if edits.is_empty() => None,
            None => {
                let mut rng = Rng::with_seed(self.state.seed << 40 ^ number);
                let mut any = || &edits[rng.usize(..edits.len())];
                any().with(any())
            }
        };
        let outcome = match &edit {
            Some(edit) => self.outcome(edit, stop)?,
            None => CandidateOutcome::Malformed,
        };
        Ok((outcome, edit))
    }

    fn outcome(&self, edit: &Edit, stop: &AtomicBool) -> Result<CandidateOutcome, JudgeError> {
        let base = &self.base;
        let script = edit.apply(&base.script);
        let Some((estimate, code)) = proposals::estimate_size(&script, &base.names) else {
            return Ok(CandidateOutcome::Malformed);
        };
        let even = self.options.even && estimate == base.estimate;
        if estimate > base.most(self.options) && !even {
            return Ok(CandidateOutcome::NotSmaller);
        }
        let mut hasher = DefaultHasher::new();
        code.hash(&mut hasher);
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if !seen.insert(hasher.finish()) {
            return Ok(CandidateOutcome::Duplicate);
        }
        drop(seen);
        let smaller = OnceCell::new();
        let page = || {
            let smaller = smaller.get_or_init(|| base.smaller(&script, self.options));
            smaller.as_ref().map(|built| self.judged(&built.page))
        };
        // Most scripts of equal size are not better, so this comes before the judge.
        if even && page().is_none() {
            return Ok(CandidateOutcome::NotShorter);
        }
        let candidate = Candidate {
            code: &code,
            page: &page,
        };
        self.judge.judge(&candidate, stop)
    }

    /// Verifies a candidate that passed. The whole search continues from it, and a part of one only
    /// lists it.
    fn adopt(&mut self, edit: Edit, stop: &AtomicBool) -> Result<Option<Saving>, SearchError> {
        let script = edit.apply(&self.base.script);
        let next = Base::new(script, self.options, &self.state.kinds)?;
        if next.is_worse_than(&self.base, self.options) {
            self.count(CandidateOutcome::NotShorter);
            return Ok(None);
        }
        (self.on_phase)(Phase::VerifyingSaving);
        if let Some(outcome) = self.judge.verify(&self.judged(&next.page), stop)? {
            self.count(outcome);
            return Ok(None);
        }
        self.count(CandidateOutcome::Saved);
        let saving = Saving {
            edit: edit.clone(),
            script: self.base.script.clone(),
            origins: Origin::of_edit(&self.state.savings, &edit),
            before: self.base.size,
            after: next.size,
        };
        if self.state.shard == Shard::WHOLE {
            self.state.savings.push(edit);
            self.state.next = 0;
            self.base = next;
        } else {
            self.state.found.push(edit);
        }
        Ok(Some(saving))
    }
}
