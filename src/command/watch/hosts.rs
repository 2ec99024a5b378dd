//! Plays a page in the first host that can play it. Browsers stay open for the next change.

use std::path::Path;
use std::slice;
use std::sync::{Mutex, PoisonError};

use golfchess_parity::host::{HostError, Kind, Pool};
use golfchess_parity::{Effort, Options, Round, Subject, Verdict, VerifyError, verify};

use crate::command::project::{Project, replay_command};

/// The hosts of one check.
pub struct Hosts<'p> {
    pool: &'p Pool,
    /// The kinds that do not work, with the reasons.
    broken: Mutex<Vec<(Kind, String)>>,
}

impl<'p> Hosts<'p> {
    pub fn new(pool: &'p Pool) -> Self {
        let broken = Mutex::default();
        Self { pool, broken }
    }

    /// Plays a round on a page, up to the first finding. A finding's command reads the page from `folder`.
    ///
    /// # Errors
    /// Why no host of the round can play the page.
    pub fn play(
        &self,
        project: &Project,
        round: &Round,
        subject: &Subject,
        folder: &Path,
    ) -> Result<Verdict, String> {
        // That a browser does not work says more than that the embedded engine is none.
        let (mut broken, mut lacking) = (None, None);
        for &host in round.hosts {
            if let Some(reason) = self.reason(host) {
                broken.get_or_insert(reason);
                continue;
            }
            let replay = replay_command(project, host, Some(folder));
            let options = Options {
                fail_fast: true,
                replay_real: replay.clone(),
                replay,
                workers: 1,
                pool: Some(self.pool),
                ..Options::new(vec![round.suite], Effort::Smoke, host)
            };
            let play = || verify(slice::from_ref(subject), &options, &|_| ());
            let mut played = play();
            if let Err(VerifyError::Host(HostError::Lost(_))) = &played {
                // A browser that has waited since the last change may have ended.
                self.pool.clear();
                played = play();
            }
            match played {
                Ok(verdict) => return Ok(verdict),
                Err(VerifyError::Host(error @ HostError::Unsupported { .. })) => {
                    lacking.get_or_insert(error.to_string());
                }
                Err(VerifyError::Host(error @ HostError::Lost(_))) => {
                    broken.get_or_insert(error.to_string());
                }
                Err(VerifyError::Host(error)) => {
                    let reason = error.to_string();
                    self.broken().push((host, reason.clone()));
                    broken.get_or_insert(reason);
                }
                Err(error) => return Err(error.to_string()),
            }
        }
        Err(broken.or(lacking).unwrap_or_default())
    }

    /// Why a host does not work, if that is known.
    fn reason(&self, host: Kind) -> Option<String> {
        let broken = self.broken();
        let of_host = broken.iter().find(|(kind, _)| *kind == host);
        of_host.map(|(_, reason)| reason.clone())
    }

    /// The data stays valid if a worker panics, so a poisoned lock is safe to use.
    fn broken(&self) -> std::sync::MutexGuard<'_, Vec<(Kind, String)>> {
        self.broken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
