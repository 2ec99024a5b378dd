//! A search for savings in one file, with any judge of what a right page is.

mod judge;
mod program;
mod state;

use std::collections::{BTreeSet, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::{io, mem};

use fastrand::Rng;
use golfchess_pages::edits::{self, Edit};
use golfchess_pages::minify::{self, Draft, Minified, MinifyOptions};

pub use judge::{Judge, Played, PlayedError};
pub use program::Program;
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
    #[error("the oracle rejects the page as it is: {0}")]
    Wrong(String),
    /// The judge cannot run.
    #[error("cannot run the oracle")]
    Judge(#[source] io::Error),
}

/// A saving.
#[derive(Debug, Clone)]
pub struct Saved {
    /// The edit of [`Saved::script`].
    pub edit: Edit,
    /// The script before the edit.
    pub script: String,
    /// For each replacement of the edit, its origin in the script that the search started with.
    pub origins: Vec<Origin>,
    /// The size before, by the metric.
    pub before: usize,
    /// The size after.
    pub after: usize,
}

/// A search on one file.
pub struct FileSearch<'s> {
    options: &'s MinifyOptions,
    judge: &'s dyn Judge,
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

/// A smaller page with its script.
struct Smaller {
    script: String,
    built: Minified,
    size: usize,
}

impl Base {
    fn new(
        Smaller {
            script,
            built,
            size,
        }: Smaller,
    ) -> Result<Self, FileSearchError> {
        let names = built.names.iter().map(|name| name.name.clone()).collect();
        let estimate = edits::estimate_size(&script, &names);
        Ok(Self {
            edits: edits::propose(&script)?,
            size,
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
        state: FileState,
        stop: &AtomicBool,
    ) -> Result<Self, FileSearchError> {
        let mut script = edits::without_comments(&state.source)?;
        for saving in &state.savings {
            script = saving.apply(&script);
        }
        let built = minify::minify(&script, options)?;
        let size = options.metric.measure(&built.page);
        let search = Self {
            options,
            judge,
            state,
            base: Base::new(Smaller {
                script,
                built,
                size,
            })?,
            seen: BTreeSet::new(),
        };
        match search.fault(&search.base.page, stop)? {
            Some(reason) if !stop.load(Ordering::Relaxed) => Err(FileSearchError::Wrong(reason)),
            _ => Ok(search),
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

    /// The number of candidates that are single edits. The candidates after them are pairs of edits.
    pub fn singles(&self) -> usize {
        self.base.edits.len()
    }

    /// The state to save.
    pub fn state(&self) -> &FileState {
        &self.state
    }

    /// The savings of the state, in the order in which they were found.
    ///
    /// # Errors
    /// A page cannot be built.
    pub fn savings(&self) -> Result<Vec<Saved>, FileSearchError> {
        let mut script = edits::without_comments(&self.state.source)?;
        let mut before = self.measure(&script)?;
        let mut all = Vec::new();
        for (index, edit) in self.state.savings.iter().enumerate() {
            let next = edit.apply(&script);
            let after = self.measure(&next)?;
            all.push(Saved {
                edit: edit.clone(),
                script: mem::replace(&mut script, next),
                origins: origins(&self.state.savings[..index], edit),
                before: mem::replace(&mut before, after),
                after,
            });
        }
        Ok(all)
    }

    fn measure(&self, script: &str) -> Result<usize, FileSearchError> {
        let built = minify::minify(script, self.options)?;
        Ok(self.options.metric.measure(&built.page))
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
                Some(edit) => self.smaller(&edit, stop).map(|found| Some(edit).zip(found)),
                None => Ok(None),
            };
            // An interrupt ends the judge too: the next run tries this candidate again.
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let found = found?;
            self.state.next += 1;
            self.state.tried += 1;
            if let Some((edit, smaller)) = found {
                return self.take(edit, smaller).map(Some);
            }
            progress(&self.state);
        }
        Ok(None)
    }

    /// Adopts those of some edits of the same script that still save when others are made.
    ///
    /// # Errors
    /// The judge cannot run.
    pub fn merge(
        &mut self,
        found: &[Edit],
        stop: &AtomicBool,
    ) -> Result<Vec<Saved>, FileSearchError> {
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
            if let Some(smaller) = self.right(next.apply(&first), stop)? {
                saved.push(Saved {
                    edit: edit.clone(),
                    script: first.clone(),
                    origins: origins(&self.state.savings, edit),
                    before: self.base.size,
                    after: smaller.size,
                });
                self.base = Base::new(smaller)?;
                all = Some(next);
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

    fn smaller(
        &mut self,
        edit: &Edit,
        stop: &AtomicBool,
    ) -> Result<Option<Smaller>, FileSearchError> {
        let script = edit.apply(&self.base.script);
        let Some((estimate, code)) = edits::estimate_size(&script, &self.base.names) else {
            return Ok(None);
        };
        if estimate >= self.base.estimate || !self.seen.insert(code) {
            return Ok(None);
        }
        let found = self.right(script, stop)?;
        self.state.rejected += u64::from(found.is_none());
        Ok(found)
    }

    /// The page of a script if it is smaller than the smallest so far, and right.
    fn right(&self, script: String, stop: &AtomicBool) -> Result<Option<Smaller>, FileSearchError> {
        let Some(smaller) = self.built(script) else {
            return Ok(None);
        };
        let fault = self.fault(&smaller.built.page, stop)?;
        Ok(fault.is_none().then_some(smaller))
    }

    fn built(&self, script: String) -> Option<Smaller> {
        let draft = Draft::of(&script, self.options).ok()?;
        let size = draft.size(self.options);
        if size >= self.base.size {
            return None;
        }
        let built = draft.finish(self.options).ok()?;
        Some(Smaller {
            script,
            built,
            size,
        })
    }

    fn fault(&self, page: &str, stop: &AtomicBool) -> Result<Option<String>, FileSearchError> {
        let fault = self.judge.fault(page, stop);
        fault.map_err(FileSearchError::Judge)
    }

    /// Keeps a saving: the whole search continues from it, and a part of one only lists it.
    fn take(&mut self, edit: Edit, smaller: Smaller) -> Result<Saved, FileSearchError> {
        let saved = Saved {
            edit: edit.clone(),
            script: self.base.script.clone(),
            origins: origins(&self.state.savings, &edit),
            before: self.base.size,
            after: smaller.size,
        };
        if self.state.part == Part::WHOLE {
            self.state.savings.push(edit);
            self.state.next = 0;
            self.base = Base::new(smaller)?;
        } else {
            self.state.found.push(edit);
        }
        Ok(saved)
    }
}

/// Where text of a script comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Origin {
    /// The offset in the script that the search started with.
    pub offset: usize,
    /// Whether an earlier saving has written the text. The offset is that of the saving then.
    pub is_saving: bool,
}

impl Origin {
    /// The origin of the text at an offset of the script after some savings.
    pub fn of(savings: &[Edit], offset: usize) -> Self {
        let start = Self {
            offset,
            is_saving: false,
        };
        savings.iter().rev().fold(start, |origin, edit| {
            match edit.offset_before(origin.offset) {
                Ok(offset) => Self { offset, ..origin },
                Err(offset) => Self {
                    offset,
                    is_saving: true,
                },
            }
        })
    }
}

/// The origins of an edit's replacements in the script before all savings.
fn origins(savings: &[Edit], edit: &Edit) -> Vec<Origin> {
    let splices = edit.splices.iter();
    splices
        .map(|splice| Origin::of(savings, splice.start))
        .collect()
}
