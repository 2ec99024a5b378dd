//! Hosts: the programs that run pages.

pub mod browser;
mod chrome;
pub mod embedded;
mod real;

use std::fmt;

use super::{Plan, Transcript};

/// The script that gives a page its answers and logs its dialogs.
pub const DRIVER: &str = include_str!("driver.js");

/// Runs pages. A page that throws, hangs or floods ends within bounded time; its transcript shows
/// that.
pub trait Host: Send {
    /// Runs a page once for each plan and returns the transcripts. The last one is that of the
    /// first plan on which the page hung.
    ///
    /// # Errors
    /// The host itself does not work.
    fn run(&mut self, page: &str, plans: &[&Plan]) -> Result<Vec<Transcript>, HostError>;

    /// The number of dialogs of a first batch of plans: enough that the cost of a call is small
    /// beside them.
    fn batch(&self) -> usize;
}

/// The kinds of hosts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A Chrome or Chromium without a window.
    Chrome,
    /// A JavaScript engine in this process.
    Embedded,
}

impl Kind {
    /// The number of hosts of this kind that gives the highest speed on this machine.
    pub fn workers(self) -> usize {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        match self {
            // The protocol driver polls ten times a second; another browser works meanwhile.
            Kind::Chrome => processors + 1,
            Kind::Embedded => processors,
        }
    }

    /// Starts a host.
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

/// An error of a host itself, not of a page.
#[derive(Debug, thiserror::Error)]
pub enum HostError {
    /// There is no browser on this machine.
    #[error("no browser found")]
    NoBrowser,
    /// A browser was found and does not work.
    #[error("the browser {browser} does not work: {reason}")]
    Browser {
        /// The executable.
        browser: String,
        /// The error.
        reason: String,
    },
    /// The connection to the browser was lost.
    #[error("the browser stopped working: {0}")]
    Lost(String),
    /// The embedded engine failed.
    #[error("the embedded engine failed: {0}")]
    Engine(String),
}
