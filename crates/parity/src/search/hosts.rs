//! Hosts that stay open from one candidate to the next.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::host::{Host, HostError, Kind};

/// Hosts of one kind, as many as are used at once.
pub(super) struct Hosts {
    kind: Kind,
    idle: Mutex<Vec<Box<dyn Host>>>,
}

impl Hosts {
    /// None yet: a browser takes a second to start.
    pub(super) fn new(kind: Kind) -> Self {
        Self {
            kind,
            idle: Mutex::default(),
        }
    }

    /// Works with a host that is idle, or with a new one. What does not work is not used again,
    /// and before `stop` the work is done anew: a browser that has been idle for long is gone.
    ///
    /// # Errors
    /// A new host does not work, or `stop` has been said.
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
    fn what_works_is_used_again_and_what_does_not_is_replaced() {
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
