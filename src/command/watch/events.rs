//! Reports changes below a folder.

use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher};

/// Changes at shorter intervals count as one change, since an editor saves a file in several steps.
const SETTLED: Duration = Duration::from_millis(8);

/// The maximum delay of a change by the changes after it.
const LONGEST: Duration = Duration::from_millis(200);

/// Reports that something has changed, not what.
pub struct Events {
    /// Watches until it is dropped.
    _watcher: RecommendedWatcher,
    changes: Receiver<Instant>,
    /// A change that [`Events::pending`] has taken from the channel.
    next: Option<Instant>,
}

impl Events {
    pub fn of(folder: &Path) -> Result<Self> {
        let (send, changes) = channel();
        let report = move |event: notify::Result<Event>| {
            // Reading is an event too. An event that could not be reported may be a change.
            if event.is_ok_and(|event| event.kind.is_access()) {
                return;
            }
            let _ = send.send(Instant::now());
        };
        let place = folder.display();
        let mut watcher =
            notify::recommended_watcher(report).with_context(|| format!("cannot watch {place}"))?;
        watcher
            .watch(folder, RecursiveMode::Recursive)
            .with_context(|| format!("cannot watch {place}; name the folder with --templates"))?;
        Ok(Self {
            _watcher: watcher,
            changes,
            next: None,
        })
    }

    /// Waits for a change and until no more follow. Returns the time of the first one.
    pub fn wait(&mut self) -> Result<Instant> {
        let first = match self.next.take().map_or_else(|| self.changes.recv(), Ok) {
            Ok(first) => first,
            Err(_) => bail!("the system no longer reports changes; start `gen watch` again"),
        };
        while first.elapsed() < LONGEST && self.changes.recv_timeout(SETTLED).is_ok() {}
        Ok(first)
    }

    /// Whether there is a change that [`Events::wait`] has not returned yet.
    pub fn pending(&mut self) -> bool {
        self.next = self.next.or_else(|| self.changes.try_recv().ok());
        self.next.is_some()
    }
}
