//! Reports changes below a folder.

use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result};
use notify::RecursiveMode;

use crate::command::changes::Changes;

/// Reports that something has changed, not what.
pub struct Events {
    changes: Changes,
    /// A change that [`Events::pending`] has taken.
    next: Option<Instant>,
}

impl Events {
    pub fn of(folder: &Path) -> Result<Self> {
        let mut changes = Changes::new()?;
        let watched = changes.watch(folder, RecursiveMode::Recursive);
        watched.with_context(|| {
            let place = folder.display();
            format!("cannot watch {place}; name the folder with --templates")
        })?;
        let next = None;
        Ok(Self { changes, next })
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
