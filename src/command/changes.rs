//! Reports changes of files.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};
use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher};

/// Changes at shorter intervals count as one change, since an editor saves a file in several steps.
const SETTLED: Duration = Duration::from_millis(8);

/// The maximum delay of a change by the changes after it.
const LONGEST: Duration = Duration::from_millis(200);

/// A change.
pub struct Change {
    pub at: Instant,
    /// The files that have changed, if the system says which.
    pub files: Vec<PathBuf>,
}

/// The changes in some folders, until it is dropped.
pub struct Changes {
    watcher: RecommendedWatcher,
    changes: Receiver<Change>,
}

impl Changes {
    /// Watches no folder yet.
    pub fn new() -> Result<Self> {
        let (send, changes) = channel();
        let report = move |event: notify::Result<Event>| {
            // Reading is an event too. An event that could not be reported may be a change.
            let files = match event {
                Ok(event) if event.kind.is_access() => return,
                Ok(event) => event.paths,
                Err(_) => Vec::new(),
            };
            let at = Instant::now();
            let _ = send.send(Change { at, files });
        };
        Ok(Self {
            watcher: notify::recommended_watcher(report).context("cannot watch files")?,
            changes,
        })
    }

    /// Watches a folder too.
    pub fn watch(&mut self, folder: &Path, mode: RecursiveMode) -> notify::Result<()> {
        self.watcher.watch(folder, mode)
    }

    /// Waits for the next change.
    pub fn wait(&self) -> Result<Change> {
        let change = self.changes.recv();
        change.map_err(|_| anyhow!("the system no longer reports changes; start again"))
    }

    /// The next change, if there is one.
    pub fn pending(&self) -> Option<Change> {
        self.changes.try_recv().ok()
    }

    /// Waits until no more changes follow one.
    pub fn settle(&self, first: Instant) {
        while first.elapsed() < LONGEST && self.changes.recv_timeout(SETTLED).is_ok() {}
    }
}
