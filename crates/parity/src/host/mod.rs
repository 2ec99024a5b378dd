//! Where a page is run.

pub mod browser;
mod chrome;
pub mod embedded;
mod real;

use std::fmt;

use super::{Plan, Transcript};

/// The script that feeds a page its answers and logs its dialogs.
pub const DRIVER: &str = include_str!("driver.js");

/// Runs pages. A page that throws, hangs or floods is told in its transcript, within bounded time.
pub trait Host: Send {
    /// Runs a page once for each plan and tells what it showed, up to and with the first plan
    /// that it hung on.
    ///
    /// # Errors
    /// The host itself does not work.
    fn run(&mut self, page: &str, plans: &[&Plan]) -> Result<Vec<Transcript>, HostError>;

    /// How many dialogs a first batch of plans should have, so that the way to the host counts
    /// little.
    fn batch(&self) -> usize;
}

/// Which host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A Chrome or Chromium without a window.
    Chrome,
    /// A JavaScript engine in this process.
    Embedded,
}

impl Kind {
    /// How many of it use a machine best.
    pub fn workers(self) -> usize {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        match self {
            // Its driver looks for answers ten times a second; another one works meanwhile.
            Kind::Chrome => processors + 1,
            Kind::Embedded => processors,
        }
    }

    /// A new host.
    ///
    /// # Errors
    /// There is no browser, or it does not start.
    pub fn open(self) -> Result<Box<dyn Host>, HostError> {
        Ok(match self {
            Kind::Chrome => Box::new(chrome::Chrome::launch()?),
            Kind::Embedded => Box::new(embedded::Embedded::new()),
        })
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Chrome => "chrome",
            Kind::Embedded => "embedded",
        })
    }
}

/// Why a host does not work.
#[derive(Debug, thiserror::Error)]
pub enum HostError {
    /// No browser on this machine.
    #[error(
        "no browser found: install Chromium or Chrome (on Debian: apt-get install chromium), \
         or name one in the environment variable CHROME, or use --host embedded"
    )]
    NoBrowser,
    /// It was found and does not work.
    #[error(
        "the browser {browser} does not work: {reason}; name another one in the environment variable CHROME, or use --host embedded"
    )]
    Browser {
        /// The executable.
        browser: String,
        /// What went wrong.
        reason: String,
    },
    /// The connection to it was lost.
    #[error("the browser has stopped working: {0}; try again, or use --host embedded")]
    Lost(String),
    /// The engine in this process.
    #[error("the embedded engine does not work: {0}")]
    Engine(String),
}
