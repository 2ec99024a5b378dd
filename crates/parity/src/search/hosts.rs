//! A pool of hosts that stay open from one candidate to the next.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::host::{Host, HostError, Kind};

/// A pool of hosts of one kind. It grows to the number of hosts that are used at once.
pub(super) struct Hosts {
    kind: Kind,
    idle: Mutex<Vec<Box<dyn Host>>>,
}

impl Hosts {
    /// An empty pool: a browser takes a second to start.
    pub(super) fn new(kind: Kind) -> Self {
        Self {
            kind,
            idle: Mutex::default(),
        }
    }

    /// The kind of these hosts.
    pub(super) fn kind(&self) -> Kind {
        self.kind
    }

    /// Runs `work` with an idle host or a new one. If an idle host fails, it is dropped and `work`
    /// runs again with a new one, since browsers end after a long idle time; not so after `stop`.
    ///
    /// # Errors
    /// A new host does not work, or an idle one failed after `stop`.
    pub(super) fn with<T>(
        &self,
        stop: &AtomicBool,
        work: impl Fn(&mut dyn Host) -> Result<T, HostError>,
    ) -> Result<T, HostError> {
        let idle = self.lock().pop();
        if let Some(mut host) = idle {
            let done = work(host.as_mut());
            if done.is_ok() {
                self.lock().push(host);
            }
            if done.is_ok() || stop.load(Ordering::Relaxed) {
                return done;
            }
        }
        let mut host = self.kind.open()?;
        let done = work(host.as_mut())?;
        self.lock().push(host);
        Ok(done)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Box<dyn Host>>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Plan, Transcript};

    #[test]
    fn working_hosts_are_reused_and_failing_hosts_are_replaced() {
        let hosts = Hosts::new(Kind::Embedded);
        let stop = AtomicBool::new(false);
        let count = || hosts.lock().len();
        hosts.with(&stop, |_| Ok(())).expect("a host");
        hosts.with(&stop, |_| Ok(())).expect("the same");
        assert_eq!(count(), 1);
        let both = hosts.with(&stop, |_| hosts.with(&stop, |_| Ok(())));
        both.expect("two at once");
        assert_eq!(count(), 2);

        struct Gone;
        impl Host for Gone {
            fn run(&mut self, _: &str, _: &[&Plan]) -> Result<Vec<Transcript>, HostError> {
                Err(HostError::Lost("idle".to_owned()))
            }
            fn batch(&self) -> usize {
                1
            }
        }
        let run = |host: &mut dyn Host| host.run("", &[]);
        hosts.lock().push(Box::new(Gone));
        assert!(hosts.with(&stop, run).is_ok());
        assert_eq!(count(), 3, "a new one in its place");
        stop.store(true, Ordering::Relaxed);
        hosts.lock().push(Box::new(Gone));
        assert!(hosts.with(&stop, run).is_err(), "no new one at the end");
    }
}
