//! Reports changes of files.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};
use notify::event::{AccessKind, AccessMode, EventKind, ModifyKind};
use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher};

/// Changes at shorter intervals count as one change, since an editor saves a file in several steps.
const SETTLED: Duration = Duration::from_millis(8);

/// The same after the end of a save, where the system tells it.
const ENDED: Duration = Duration::from_micros(250);

/// The maximum delay of a change by the changes after it.
const LONGEST: Duration = Duration::from_millis(200);

/// A change.
pub struct Change {
    pub at: Instant,
    /// The files that have changed, if the system says which.
    pub files: Vec<PathBuf>,
    /// What it says of a save.
    save: Save,
}

/// What a change says of the save of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Save {
    /// More may follow.
    Unfinished,
    /// Another file has taken the place of the file.
    Renamed,
    /// The file was closed: no change, but the end of those before.
    Closed,
}

impl Save {
    /// `None` for an event that has nothing to do with a save: reading is an event too.
    fn of(kind: EventKind) -> Option<Self> {
        match kind {
            EventKind::Access(AccessKind::Close(AccessMode::Write)) => Some(Self::Closed),
            EventKind::Access(_) => None,
            EventKind::Modify(ModifyKind::Name(_)) => Some(Self::Renamed),
            _ => Some(Self::Unfinished),
        }
    }
}

/// The changes in some folders, until it is dropped.
pub struct Changes {
    watcher: RecommendedWatcher,
    /// The folders of single files that are watched.
    folders: BTreeSet<PathBuf>,
    send: Sender<Change>,
    changes: Receiver<Change>,
}

impl Changes {
    /// Watches no folder yet.
    pub fn new() -> Result<Self> {
        let (send, changes) = channel();
        let reporting = send.clone();
        let report = move |event: notify::Result<Event>| {
            // An event that could not be reported may be a change.
            let (save, files) = match event {
                Ok(event) => (Save::of(event.kind), event.paths),
                Err(_) => (Some(Save::Unfinished), Vec::new()),
            };
            let Some(save) = save else { return };
            let at = Instant::now();
            let _ = reporting.send(Change { at, files, save });
        };
        Ok(Self {
            watcher: notify::recommended_watcher(report).context("cannot watch files")?,
            folders: BTreeSet::new(),
            send,
            changes,
        })
    }

    /// What lets [`Changes::wait`] return a change without files.
    pub fn waker(&self) -> impl FnOnce() + Send + 'static {
        let send = self.send.clone();
        move || {
            let at = Instant::now();
            let (files, save) = (Vec::new(), Save::Unfinished);
            // Nobody may wait any more.
            let _ = send.send(Change { at, files, save });
        }
    }

    /// Watches a folder too.
    pub fn watch(&mut self, folder: &Path, mode: RecursiveMode) -> notify::Result<()> {
        self.watcher.watch(folder, mode)
    }

    /// Watches the folder of a file without links too: an editor may put another file in the place of one.
    pub fn watch_beside(&mut self, file: &Path) -> Result<()> {
        let Some(folder) = file.parent() else {
            return Ok(());
        };
        if !self.folders.contains(folder) {
            self.watch(folder, RecursiveMode::NonRecursive)
                .with_context(|| format!("cannot watch {}", folder.display()))?;
            self.folders.insert(folder.to_owned());
        }
        Ok(())
    }

    /// Waits for the next change.
    pub fn wait(&self) -> Result<Change> {
        loop {
            let change = self.changes.recv();
            let change =
                change.map_err(|_| anyhow!("the system no longer reports changes; start again"))?;
            if change.save != Save::Closed {
                return Ok(change);
            }
        }
    }

    /// The next change, if there is one.
    pub fn pending(&self) -> Option<Change> {
        let mut changes = self.changes.try_iter();
        changes.find(|change| change.save != Save::Closed)
    }

    /// Waits until no more changes follow one.
    pub fn settle(&self, first: Instant) {
        while first.elapsed() < LONGEST && self.changes.recv_timeout(SETTLED).is_ok() {}
    }

    /// The same for the save of one file, whose end the system may tell.
    pub fn settle_save(&self, first: &Change) {
        let mut save = first.save;
        while first.at.elapsed() < LONGEST {
            let quiet = match save {
                Save::Unfinished => SETTLED,
                Save::Renamed | Save::Closed => ENDED,
            };
            match self.changes.recv_timeout(quiet) {
                Ok(change) => save = change.save,
                Err(_) => return,
            }
        }
    }
}
