//! A search for savings in one file, with any judge of what a right page is.

mod judge;
mod state;

use std::collections::{BTreeSet, HashSet};
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use fastrand::Rng;
use golfchess_pages::files;
use golfchess_pages::minify::{self, MinifyOptions};
use golfchess_pages::mutation::{self, Edit};

pub use judge::{Judge, Mirrored, Program};
pub use state::{FileState, Part};

/// Why a search cannot start or continue.
#[derive(Debug, thiserror::Error)]
pub enum FileSearchError {
    /// The script cannot be minified.
    #[error(transparent)]
    Minify(#[from] minify::Error),
    /// The script cannot be read.
    #[error(transparent)]
    Script(#[from] minify::ScriptError),
    /// The judge rejects the page as it is.
    #[error("the oracle rejects the page as it is")]
    Wrong,
    /// The judge cannot run.
    #[error("cannot run the oracle")]
    Judge(#[source] io::Error),
    /// A candidate cannot be written.
    #[error("cannot write a candidate")]
    Write(#[source] io::Error),
}

/// A saving.
#[derive(Debug, Clone)]
pub struct Saved {
    /// The edit of [`Saved::script`].
    pub edit: Edit,
    /// The script before the edit.
    pub script: String,
    /// The size before, by the metric.
    pub before: usize,
    /// The size after.
    pub after: usize,
}

/// A search on one file.
pub struct FileSearch<'s> {
    options: &'s MinifyOptions,
    judge: &'s dyn Judge,
    /// The file of the candidate.
    candidate: &'s Path,
    state: FileState,
    base: Base,
    seen: BTreeSet<String>,
}

/// The script that candidates are edits of.
struct Base {
    script: String,
    edits: Vec<Edit>,
    page: String,
    size: usize,
    names: HashSet<String>,
    estimate: usize,
}

impl Base {
    fn new(script: String, options: &MinifyOptions) -> Result<Self, FileSearchError> {
        let built = minify::minify(&script, options)?;
        let names = built.names.iter().map(|name| name.name.clone()).collect();
        let estimate = mutation::estimate_size(&script, &names);
        Ok(Self {
            edits: mutation::edits(&script)?,
            size: options.metric.measure(&built.page),
            estimate: estimate.map_or(0, |(size, _)| size),
            page: built.page,
            script,
            names,
        })
    }
}

impl<'s> FileSearch<'s> {
    /// Starts a search or continues it from its state.
    ///
    /// # Errors
    /// The page cannot be built, or the judge rejects it.
    pub fn new(
        options: &'s MinifyOptions,
        judge: &'s dyn Judge,
        candidate: &'s Path,
        state: FileState,
    ) -> Result<Self, FileSearchError> {
        let mut script = mutation::without_comments(&state.source)?;
        for saving in &state.savings {
            script = saving.apply(&script);
        }
        let search = Self {
            options,
            judge,
            candidate,
            state,
            base: Base::new(script, options)?,
            seen: BTreeSet::new(),
        };
        match search.accepts(&search.base.page)? {
            true => Ok(search),
            false => Err(FileSearchError::Wrong),
        }
    }

    /// The smallest page so far.
    pub fn page(&self) -> &str {
        &self.base.page
    }

    /// Its size by the metric.
    pub fn size(&self) -> usize {
        self.base.size
    }

    /// The state to save.
    pub fn state(&self) -> &FileState {
        &self.state
    }

    /// Tries candidates until one saves, `most` are tried, or `stop` is set.
    ///
    /// # Errors
    /// The judge cannot run.
    pub fn step(
        &mut self,
        most: u64,
        stop: &AtomicBool,
        progress: impl Fn(&FileState),
    ) -> Result<Option<Saved>, FileSearchError> {
        while self.state.tried < most && !stop.load(Ordering::Relaxed) {
            let number = self.state.next * self.state.part.count + self.state.part.index - 1;
            let found = match self.edit(number) {
                Some(edit) => self.smaller(&edit)?.map(|base| (edit, base)),
                None => None,
            };
            // An interrupt ends the judge too: the next run tries this candidate again.
            if stop.load(Ordering::Relaxed) {
                break;
            }
            self.state.next += 1;
            self.state.tried += 1;
            if let Some((edit, base)) = found {
                return Ok(Some(self.take(edit, base)));
            }
            progress(&self.state);
        }
        Ok(None)
    }

    /// Adopts those of some edits of the same script that still save when others are made.
    ///
    /// # Errors
    /// The judge cannot run.
    pub fn merge(&mut self, found: &[Edit]) -> Result<Vec<Saved>, FileSearchError> {
        self.state.part = Part::WHOLE;
        let first = self.base.script.clone();
        let mut all: Option<Edit> = None;
        let mut saved = Vec::new();
        for edit in found {
            let next = match &all {
                Some(all) => all.with(edit),
                None => Some(edit.clone()),
            };
            let Some(next) = next else { continue };
            let before = self.base.size;
            let script = std::mem::take(&mut self.base.script);
            if let Some(base) = self.built(next.apply(&first), before)? {
                saved.push(Saved {
                    edit: edit.clone(),
                    script: first.clone(),
                    before,
                    after: base.size,
                });
                self.base = base;
                all = Some(next);
            } else {
                self.base.script = script;
            }
        }
        self.state.savings.extend(all);
        self.state.next = 0;
        Ok(saved)
    }

    /// The candidate with a number: first each single edit, then random pairs.
    fn edit(&self, number: u64) -> Option<Edit> {
        let edits = &self.base.edits;
        let single = usize::try_from(number).ok().and_then(|at| edits.get(at));
        if let Some(single) = single {
            return Some(single.clone());
        }
        if edits.is_empty() {
            return None;
        }
        let mut rng = Rng::with_seed(self.state.seed << 40 ^ number);
        let mut any = || &edits[rng.usize(..edits.len())];
        any().with(any())
    }

    fn smaller(&mut self, edit: &Edit) -> Result<Option<Base>, FileSearchError> {
        let script = edit.apply(&self.base.script);
        let Some((estimate, code)) = mutation::estimate_size(&script, &self.base.names) else {
            return Ok(None);
        };
        if estimate >= self.base.estimate || !self.seen.insert(code) {
            return Ok(None);
        }
        let found = self.built(script, self.base.size)?;
        self.state.rejected += u64::from(found.is_none());
        Ok(found)
    }

    /// The page of a script if it is smaller than a size and right.
    fn built(&self, script: String, size: usize) -> Result<Option<Base>, FileSearchError> {
        let Ok(base) = Base::new(script, self.options) else {
            return Ok(None);
        };
        let is_smaller = base.size < size;
        Ok((is_smaller && self.accepts(&base.page)?).then_some(base))
    }

    fn accepts(&self, page: &str) -> Result<bool, FileSearchError> {
        files::write(self.candidate, page)
            .map_err(|error| FileSearchError::Write(io::Error::other(error)))?;
        self.judge
            .accepts(self.candidate)
            .map_err(FileSearchError::Judge)
    }

    /// Keeps a saving: the whole search continues from it, and a part of one only lists it.
    fn take(&mut self, edit: Edit, base: Base) -> Saved {
        let saved = Saved {
            edit: edit.clone(),
            script: self.base.script.clone(),
            before: self.base.size,
            after: base.size,
        };
        if self.state.part == Part::WHOLE {
            self.state.savings.push(edit);
            self.state.next = 0;
            self.base = base;
        } else {
            self.state.found.push(edit);
        }
        saved
    }
}
