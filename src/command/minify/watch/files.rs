//! The files that take part in a watch, and their changes.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use anyhow::Result;

use super::final_pass::FinalPass;
use crate::command::changes::{Change, Changes};

/// The files that take part, and their changes.
pub struct Watched {
    changes: Changes,
    files: BTreeSet<PathBuf>,
    /// Whether a change of any file in their folders counts.
    pub takes_all: bool,
}

impl Watched {
    pub fn new() -> Result<Self> {
        Ok(Self {
            changes: Changes::new()?,
            files: BTreeSet::new(),
            takes_all: false,
        })
    }

    /// Watches more files.
    pub fn add(&mut self, files: impl IntoIterator<Item = PathBuf>) -> Result<()> {
        for file in files {
            let Ok(file) = fs::canonicalize(&file) else {
                continue;
            };
            self.changes.watch_beside(&file)?;
            self.files.insert(file);
        }
        Ok(())
    }

    /// What lets [`Watched::wait`] look again whether work is over.
    pub fn waker(&self) -> impl FnOnce() + Send + 'static {
        self.changes.waker()
    }

    /// Waits for a save, and until no more follow. Returns the name of its file; `None` if the pass is over before. A
    /// save stops the pass.
    pub fn wait(&self, pass: Option<&FinalPass>) -> Result<Option<String>> {
        loop {
            // A save that is known counts more than work that is over.
            let change = match self.changes.pending() {
                Some(change) => change,
                None if pass.is_some_and(FinalPass::is_over) => return Ok(None),
                None => self.changes.wait()?,
            };
            if let Some(name) = self.saved(&change) {
                pass.inspect(|pass| pass.stop());
                self.changes.settle_save(&change);
                return Ok(Some(name));
            }
        }
    }

    /// The name of the file of a change, if the file takes part.
    fn saved(&self, change: &Change) -> Option<String> {
        let counts = |file: &&PathBuf| self.takes_all || self.files.contains(*file);
        let path = change.files.iter().find(counts)?;
        let name = path.file_name().unwrap_or(path.as_os_str());
        Some(name.to_string_lossy().into_owned())
    }
}
