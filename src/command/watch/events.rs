//! Changes below a folder.

use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher};

/// An editor writes a file in several steps: changes are taken together that come so soon after
/// each other,
const SETTLED: Duration = Duration::from_millis(8);

/// but a folder in which something goes on all the time is looked at too.
const LONGEST: Duration = Duration::from_millis(200);

/// What has changed since the last look is not told: that is seen by looking.
pub struct Events {
    /// Watches as long as it lives.
    _watcher: RecommendedWatcher,
    changes: Receiver<Instant>,
    /// The first change that has been seen and not yet been waited for.
    next: Option<Instant>,
}

impl Events {
    pub fn of(folder: &Path) -> Result<Self> {
        let (send, changes) = channel();
        let tell = move |event: notify::Result<Event>| {
            // Reading is an event too, and what could not be told may have been a change.
            if event.is_ok_and(|event| event.kind.is_access()) {
                return;
            }
            let _ = send.send(Instant::now());
        };
        let place = folder.display();
        let mut watcher =
            notify::recommended_watcher(tell).with_context(|| format!("cannot watch {place}"))?;
        watcher
            .watch(folder, RecursiveMode::Recursive)
            .with_context(|| format!("cannot watch {place}; name the folder with --templates"))?;
        Ok(Self {
            _watcher: watcher,
            changes,
            next: None,
        })
    }

    /// Waits for a change and until no more follow; when it was.
    pub fn wait(&mut self) -> Result<Instant> {
        let first = match self.next.take().map_or_else(|| self.changes.recv(), Ok) {
            Ok(first) => first,
            Err(_) => bail!("the system has stopped telling about changes; start again"),
        };
        while first.elapsed() < LONGEST && self.changes.recv_timeout(SETTLED).is_ok() {}
        Ok(first)
    }

    /// Whether a change waits to be looked at.
    pub fn pending(&mut self) -> bool {
        self.next = self.next.or_else(|| self.changes.try_recv().ok());
        self.next.is_some()
    }
}
