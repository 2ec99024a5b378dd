//! Hosts: the programs that run pages.

mod cells;
mod chrome;
pub mod coverage;
pub(crate) mod embedded;
mod embedded_stage;
mod events;
mod find;
mod firefox;
mod improvise;
mod pool;
mod process;
mod real_cells;
mod session;
mod socket;
mod tab;
mod wait;
mod webkit;

use std::fmt;

use serde::Serialize;

use super::{Answer, Plan, Reference, Transcript};
pub use cells::CELLS;
pub use find::{Installed, installed};
pub use firefox::Firefox;
pub use pool::Pool;
pub use process::{Group, end_all};
pub use session::Session;
pub use wait::{Waited, wait};
pub use webkit::WebKit;

/// The script that gives a page its answers and logs its dialogs.
pub const DRIVER: &str = include_str!("driver.js");

/// The script that replaces what a page on a [stage](crate::Plan::stage) shows and its time.
const FAKES: &str = include_str!("fakes.js");

/// Runs pages. A page that throws, hangs or floods ends within bounded time; its transcript shows
/// that.
pub trait Host: Send {
    /// Runs a page once for each plan and returns the transcripts. The last one is that of the
    /// first plan on which the page hung: in a fresh document, in any mode.
    ///
    /// # Errors
    /// The host itself does not work.
    fn run(&mut self, page: &str, plans: &[&Plan]) -> Result<Vec<Transcript>, HostError>;

    /// Plays games of a script in one document, each up to the first entry of its log that is not the
    /// expected one. Returns the index of that game and its log; `None` if all logs are as expected,
    /// if time runs out, or if this host cannot stop a script quickly.
    ///
    /// # Errors
    /// The host itself does not work.
    fn first_difference(
        &mut self,
        _script: &str,
        _games: &[LoggedGame<'_>],
    ) -> Result<Option<(usize, Vec<String>)>, HostError> {
        Ok(None)
    }

    /// Plays a plan that its player continues. Returns all answers, and what the page has shown.
    ///
    /// # Errors
    /// The host itself does not work, or has no mouse.
    fn improvise(
        &mut self,
        page: &str,
        plan: &Plan,
        reference: &dyn Reference,
    ) -> Result<(Vec<Answer>, Transcript), HostError> {
        match plan.cells {
            Some(_) => Err(no_mouse()),
            None => improvise::dialogs(|plans| self.run(page, plans), plan, reference),
        }
    }

    /// Plays the pages after this as if they were at an address, from which they load their files.
    ///
    /// # Errors
    /// The host itself does not work, or loads no files.
    fn visit(&mut self, _address: &str) -> Result<(), HostError> {
        Err(no_files())
    }

    /// The number of dialogs of a first batch of plans: enough that the cost of a call is small
    /// beside them.
    fn batch(&self) -> usize;
}

/// A game with the log of the driver that a page should write.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct LoggedGame<'g> {
    /// One answer for each prompt.
    pub answers: &'g [Answer],
    /// See [`Plan::pace`].
    pub pace: u64,
    /// The entries of the log.
    pub log: &'g [String],
}

/// The kinds of hosts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    #[default]
    /// A Chrome or Chromium without a window.
    Chrome,
    /// A Firefox without a window.
    Firefox,
    /// WebKitGTK on a display of its own.
    WebKit,
    /// A JavaScript engine in this process.
    Embedded,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::Chrome, Self::Firefox, Self::WebKit, Self::Embedded];

    /// The browsers. They have different JavaScript engines.
    pub const BROWSERS: [Self; 3] = [Self::Chrome, Self::Firefox, Self::WebKit];

    /// Its name in commands and reports.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Chrome => "chrome",
            Kind::Firefox => "firefox",
            Kind::WebKit => "webkit",
            Kind::Embedded => "embedded",
        }
    }

    /// The number of hosts of this kind that gives the highest speed on this machine.
    pub fn workers(self) -> usize {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        match self {
            // Each keeps a processor busy, and waits a little for the next call.
            Kind::Chrome => processors + 1,
            Kind::Firefox | Kind::WebKit | Kind::Embedded => processors,
        }
    }

    /// Whether a host of this kind can stop a script at once, see [`Host::first_difference`].
    pub(crate) fn stops_scripts(self) -> bool {
        self == Kind::Chrome
    }

    /// Starts a host.
    ///
    /// # Errors
    /// There is no browser, or it does not start.
    pub fn open(self) -> Result<Box<dyn Host>, HostError> {
        Ok(match self {
            Kind::Chrome => Box::new(chrome::Chrome::launch()?),
            Kind::Firefox => Box::new(firefox::Firefox::launch()?),
            Kind::WebKit => Box::new(webkit::WebKit::launch()?),
            Kind::Embedded => Box::new(embedded::Embedded),
        })
    }

    /// Starts a host whose page stays open.
    ///
    /// # Errors
    /// There is no browser, or it does not start.
    pub fn open_session(self) -> Result<Box<dyn Session>, HostError> {
        Ok(match self {
            Kind::Chrome => Box::new(session::TabSession::new(chrome::Chrome::launch()?)),
            Kind::Firefox => Box::new(session::TabSession::new(firefox::Firefox::launch()?)),
            Kind::WebKit => Box::new(session::TabSession::new(webkit::WebKit::launch()?)),
            Kind::Embedded => Box::new(session::ReplaySession::default()),
        })
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The embedded engine cannot play on cells.
fn no_mouse() -> HostError {
    HostError::Unsupported {
        host: Kind::Embedded,
        what: "document for the mouse".to_owned(),
    }
}

/// Only Chromium loads the files of a page.
fn no_files() -> HostError {
    HostError::Unsupported {
        host: Kind::Embedded,
        what: "browser that loads files".to_owned(),
    }
}

/// An error of a host itself, not of a page.
#[derive(Debug, thiserror::Error)]
pub enum HostError {
    /// There is no browser on this machine.
    #[error("no browser found")]
    NoBrowser,
    /// A program of a host other than Chromium is not on this machine.
    #[error("the host {host} needs {program}, which is not installed")]
    NotInstalled {
        /// The host.
        host: Kind,
        /// The program.
        program: &'static str,
    },
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
    /// A page uses something that the host does not have.
    #[error("the host {host} has no {what}, which the page uses")]
    Unsupported {
        /// The host.
        host: Kind,
        /// What it lacks, such as `document`.
        what: String,
    },
    /// The embedded engine failed.
    #[error("the embedded engine failed: {0}")]
    Engine(String),
}

impl From<rquickjs::Error> for HostError {
    fn from(error: rquickjs::Error) -> Self {
        Self::Engine(error.to_string())
    }
}

impl From<rquickjs::CaughtError<'_>> for HostError {
    fn from(error: rquickjs::CaughtError<'_>) -> Self {
        Self::Engine(error.to_string())
    }
}
