//! Searches for savings: edits of a script that make its page smaller and that a judge accepts.

mod origin;
mod packing;
mod program;
mod state;

use std::cell::OnceCell;
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use fastrand::Rng;
use golfchess_pages::compress::brotli_size;
use golfchess_pages::edits::{self, Edit};
use golfchess_pages::minify::{self, Draft, Minified, MinifyOptions, Wrapper};
use golfchess_pages::pack::PackOptions;
use golfchess_parity::Shard;
use golfchess_parity::search::{Candidate, CandidateOutcome, Judge, JudgeError};
use rayon::prelude::*;

use packing::{Effort, LONGER, packed};

pub use origin::Origin;
pub use program::Program;
pub use state::{State, StateError};

/// How a search makes and compares pages.
#[derive(Debug, Clone)]
pub struct SearchOptions {
    /// The wrappers, kept names and the metric.
    pub minify: MinifyOptions,
    /// How pages are packed, if packed pages count.
    pub pack: Option<PackOptions>,
    /// The HTML around a page for the judge, if the page is a script only.
    pub around: Option<Wrapper>,
    /// Whether pages of equal size count if they compress better.
    pub even: bool,
    /// The search ends after this number of candidates.
    pub candidates: u64,
}

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
    Minify(#[from] minify::Error),
    /// The script cannot be read.
    #[error(transparent)]
    Script(#[from] minify::ScriptError),
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

/// The script that candidates are edits of.
struct Base {
    script: String,
    edits: Vec<Edit>,
    page: String,
    size: usize,
    /// The size without packing.
    unpacked: usize,
    /// The size after a first look of the packer.
    look: usize,
    compressed: usize,
    names: HashSet<String>,
    estimate: usize,
}

impl Base {
    fn new(script: String, search: &SearchOptions, kinds: &[String]) -> Result<Self, SearchError> {
        let (options, pack) = (&search.minify, search.pack.as_ref());
        let is_wanted = |edit: &Edit| kinds.is_empty() || kinds.contains(&edit.kind);
        let mut edits = edits::propose(&script)?;
        edits.retain(is_wanted);
        let built = minify::minify(&script, options)?;
        let names = built.names.iter().map(|name| name.name.clone()).collect();
        let estimate = edits::estimate_size(&script, &names);
        let size = |page: &Minified| options.metric.measure(&page.page);
        let unpacked = size(&built);
        let look = match pack {
            Some(_) => size(&packed(built.clone(), options, pack, Effort::Look)),
            None => unpacked,
        };
        let built = packed(built, options, pack, Effort::Full);
        Ok(Self {
            edits,
            size: size(&built),
            unpacked,
            look,
            compressed: brotli_size(built.page.as_bytes()),
            estimate: estimate.map_or(0, |(size, _)| size),
            page: built.page,
            script,
            names,
        })
    }
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
        let mut script = edits::without_comments(&state.source)?;
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
        let mut script = edits::without_comments(&self.state.source)?;
        let mut before = self.measure(&script)?;
        let mut all = Vec::new();
        for (index, edit) in self.state.savings.iter().enumerate() {
            let next = edit.apply(&script);
            let after = self.measure(&next)?;
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

    fn measure(&self, script: &str) -> Result<usize, SearchError> {
        let options = &self.options.minify;
        let built = minify::minify(script, options)?;
        let built = packed(built, options, self.options.pack.as_ref(), Effort::Full);
        Ok(options.metric.measure(&built.page))
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
        match self.judge.fault(&page, stop)? {
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
        let Some((estimate, code)) = edits::estimate_size(&script, &base.names) else {
            return Ok(CandidateOutcome::Malformed);
        };
        let even = self.options.even && estimate == base.estimate;
        let may_pack_smaller = self.options.pack.is_some() && estimate <= base.estimate + LONGER;
        if estimate >= base.estimate && !even && !may_pack_smaller {
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
            let smaller = smaller.get_or_init(|| self.smaller(&script));
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

    /// The page of a script if it is smaller. With [`SearchOptions::even`] also a page of equal size
    /// that compresses better.
    fn smaller(&self, script: &str) -> Option<Minified> {
        let (base, options) = (&self.base, &self.options.minify);
        let draft = Draft::of(script, options).ok()?;
        let size = draft.size(options);
        if let Some(pack) = &self.options.pack {
            if size > base.unpacked + LONGER {
                return None;
            }
            let built = packed(
                draft.finish(options).ok()?,
                options,
                Some(pack),
                Effort::Look,
            );
            return (options.metric.measure(&built.page) < base.look).then_some(built);
        }
        if size > base.size || size == base.size && !self.options.even {
            return None;
        }
        let built = draft.finish(options).ok()?;
        let is_better = || brotli_size(built.page.as_bytes()) < base.compressed;
        (size < base.size || is_better()).then_some(built)
    }

    /// Whether a base is worse than the present one after all: a look at a packed page is less than the
    /// whole search for a dictionary.
    fn is_worse(&self, next: &Base) -> bool {
        self.options.pack.is_some() && next.size >= self.base.size
    }

    /// Verifies a candidate that passed. The whole search continues from it, and a part of one only
    /// lists it.
    fn adopt(&mut self, edit: Edit, stop: &AtomicBool) -> Result<Option<Saving>, SearchError> {
        let script = edit.apply(&self.base.script);
        let next = Base::new(script, self.options, &self.state.kinds)?;
        if self.is_worse(&next) {
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

    /// Adopts those of some edits of the same script that still save when others are made.
    ///
    /// # Errors
    /// The judge rejects the page as it is, or cannot run.
    pub fn merge(&mut self, found: &[Edit], stop: &AtomicBool) -> Result<Vec<Saving>, SearchError> {
        self.check_first_page(stop)?;
        self.state.shard = Shard::WHOLE;
        let first = self.base.script.clone();
        let mut all: Option<Edit> = None;
        let mut saved = Vec::new();
        for edit in found {
            let next = match &all {
                Some(all) => all.with(edit),
                None => Some(edit.clone()),
            };
            let Some(next) = next else { continue };
            let script = next.apply(&first);
            let Some(smaller) = self.smaller(&script) else {
                continue;
            };
            let page = self.judged(&smaller.page);
            if self.judge.fault(&page, stop)?.is_some() || self.judge.verify(&page, stop)?.is_some()
            {
                continue;
            }
            let base = Base::new(script, self.options, &self.state.kinds)?;
            if self.is_worse(&base) {
                continue;
            }
            saved.push(Saving {
                edit: edit.clone(),
                script: first.clone(),
                origins: Origin::of_edit(&self.state.savings, edit),
                before: self.base.size,
                after: base.size,
            });
            self.base = base;
            all = Some(next);
        }
        self.state.savings.extend(all);
        self.state.next = 0;
        Ok(saved)
    }
}
