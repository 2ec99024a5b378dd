//! Reports changes below a folder.

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result};
use notify::RecursiveMode;

use crate::command::changes::Changes;

/// Reports that something has changed, not what.
pub struct Events {
    changes: Changes,
    /// A change that [`Events::pending`] has taken.
    next: Option<Instant>,
    /// The folder that is watched with all below it.
    root: Option<PathBuf>,
}

impl Events {
    pub fn of(folder: &Path) -> Result<Self> {
        let mut changes = Changes::new()?;
        let watched = changes.watch(folder, RecursiveMode::Recursive);
        watched.with_context(|| {
            let place = folder.display();
            format!("cannot watch {place}; name the folder with --templates")
        })?;
        Ok(Self {
            changes,
            next: None,
            root: folder.canonicalize().ok(),
        })
    }

    /// Watches more files.
    pub fn add(&mut self, files: &[PathBuf]) -> Result<()> {
        for file in files.iter().filter_map(|file| file.canonicalize().ok()) {
            let is_below = |root: &PathBuf| file.starts_with(root);
            if !self.root.as_ref().is_some_and(is_below) {
                self.changes.watch_beside(&file)?;
            }
        }
        Ok(())
    }

    /// Waits for a change and until no more follow. Returns the time of the first one.
    pub fn wait(&mut self) -> Result<Instant> {
        let first = match self.next.take() {
            Some(first) => first,
            None => self.changes.wait()?.at,
        };
        self.changes.settle(first);
        Ok(first)
    }

    /// Whether there is a change that [`Events::wait`] has not returned yet.
    pub fn pending(&mut self) -> bool {
        let changes = &self.changes;
        self.next = self.next.or_else(|| Some(changes.pending()?.at));
        self.next.is_some()
    }
}
