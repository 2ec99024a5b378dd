//! Hosts that stay open between runs.

use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{Host, HostError, Kind};

/// Hosts that no run uses now. The start of a browser takes longer than a short run.
#[derive(Default)]
pub struct Pool {
    idle: Mutex<Vec<(Kind, Box<dyn Host>)>>,
}

impl Pool {
    /// A host of a kind that nobody uses, or a new one.
    ///
    /// # Errors
    /// As [`Kind::open`].
    pub(crate) fn take(&self, kind: Kind) -> Result<Box<dyn Host>, HostError> {
        let mut idle = self.lock();
        match idle.iter().position(|(other, _)| *other == kind) {
            Some(at) => Ok(idle.swap_remove(at).1),
            None => {
                drop(idle);
                kind.open()
            }
        }
    }

    /// Keeps a host that works for later runs.
    pub(crate) fn keep(&self, kind: Kind, host: Box<dyn Host>) {
        self.lock().push((kind, host));
    }

    /// Closes the hosts that nobody uses.
    pub fn clear(&self) {
        self.lock().clear();
    }

    /// The data stays valid if a worker panics, so a poisoned lock is safe to use.
    fn lock(&self) -> MutexGuard<'_, Vec<(Kind, Box<dyn Host>)>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds: Vec<Kind> = self.lock().iter().map(|(kind, _)| *kind).collect();
        f.debug_struct("Pool").field("idle", &kinds).finish()
    }
}
