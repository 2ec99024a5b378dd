//! What decides whether a candidate is right.

use std::io;
use std::sync::atomic::AtomicBool;

use golfchess_pages::minify::Wrapper;
use golfchess_parity::host::{HostError, Kind};
use golfchess_parity::search::Games;
use golfchess_parity::{Effort, Subject, Suite};

/// Judges pages.
pub trait Judge {
    /// What is wrong with a page, in words; `None` if it is right. After `stop`, any result will do.
    ///
    /// # Errors
    /// The judge cannot run.
    fn fault(&self, page: &str, stop: &AtomicBool) -> io::Result<Option<String>>;
}

/// Plays games, and compares what the candidate shows with the readable page or with scenarios.
pub struct Played {
    /// The games, in the faster host first.
    rounds: Vec<Games>,
    /// The HTML around a candidate that is a script only.
    around: Option<Wrapper>,
}

/// Why pages cannot be compared.
#[derive(Debug, thiserror::Error)]
pub enum PlayedError {
    /// A host does not work.
    #[error("cannot play the readable page")]
    Host(#[from] HostError),
    /// No game has an output.
    #[error("the page shows nothing that could be compared")]
    Silent,
}

impl Played {
    /// Plays a part of the games in the embedded engine, if it can play the readable page, and all of
    /// them in a host.
    ///
    /// # Errors
    /// See [`PlayedError`].
    pub fn new(
        subject: &Subject,
        suites: &[&dyn Suite],
        (effort, seed): (Effort, u64),
        host: Kind,
        around: Option<Wrapper>,
    ) -> Result<Self, PlayedError> {
        let mut rounds = Vec::new();
        if host != Kind::Embedded {
            match Games::new(subject, suites, (Effort::Quick, seed), Kind::Embedded) {
                Ok(games) => rounds.push(games),
                Err(HostError::Unsupported { .. }) => {}
                Err(error) => return Err(error.into()),
            }
        }
        rounds.push(Games::new(subject, suites, (effort, seed), host)?);
        match rounds.iter().all(|games| games.outputs() == 0) {
            true => Err(PlayedError::Silent),
            false => Ok(Self { rounds, around }),
        }
    }
}

impl Judge for Played {
    fn fault(&self, page: &str, stop: &AtomicBool) -> io::Result<Option<String>> {
        let page = match &self.around {
            Some(around) => &around.page(page),
            None => page,
        };
        for games in &self.rounds {
            let failed = games.failing_game(page, stop).map_err(io::Error::other)?;
            if let Some((suite, case)) = failed {
                return Ok(Some(format!(
                    "it fails the game `{case}` of the suite {suite}"
                )));
            }
        }
        Ok(None)
    }
}
