//! Hosts: the programs that run pages.

mod bare;
pub mod browser;
mod chrome;
pub mod coverage;
pub mod embedded;
mod firefox;
pub mod process;
mod scene;
mod session;
mod socket;
mod tab;
pub mod visit;
mod webkit;

use std::fmt;

use serde::Serialize;

use super::{Answer, Plan, Transcript};
pub use session::Session;

/// The script that gives a page its answers and logs its dialogs.
pub const DRIVER: &str = include_str!("driver.js");

/// The script that replaces what a page on a [stage](crate::Plan::stage) shows and its time.
const STAGE: &str = include_str!("stage.js");

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
    fn first_other_log(
        &mut self,
        _script: &str,
        _games: &[LoggedGame<'_>],
    ) -> Result<Option<(usize, Vec<String>)>, HostError> {
        Ok(None)
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
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
    /// The browsers. They have different JavaScript engines.
    pub const BROWSERS: [Self; 3] = [Self::Chrome, Self::Firefox, Self::WebKit];

    /// The number of hosts of this kind that gives the highest speed on this machine.
    pub fn workers(self) -> usize {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        match self {
            // Each keeps a processor busy, and waits a little for the next call.
            Kind::Chrome => processors + 1,
            Kind::Firefox | Kind::WebKit | Kind::Embedded => processors,
        }
    }

    /// Whether a host of this kind can stop a script at once, see [`Host::first_other_log`].
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
            Kind::Embedded => Box::new(embedded::Embedded::new()),
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
            Kind::Embedded => Box::new(session::ReplaySession::new()),
        })
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Chrome => "chrome",
            Kind::Firefox => "firefox",
            Kind::WebKit => "webkit",
            Kind::Embedded => "embedded",
        })
    }
}

/// Finds the program of a kind of browser.
///
/// # Errors
/// It is not installed, or does not work.
pub fn installed(kind: Kind) -> Result<browser::Installed, HostError> {
    match kind {
        Kind::Chrome | Kind::Embedded => browser::installed(),
        Kind::Firefox => browser::find(&browser::Search {
            kind,
            names: &["firefox-esr", "firefox"],
            elsewhere: &[
                "/Applications/Firefox.app/Contents/MacOS/firefox",
                r"C:\Program Files\Mozilla Firefox\firefox.exe",
            ],
            variable: "FIREFOX",
            probe: ("--version", "Firefox"),
        }),
        Kind::WebKit => {
            let driver = browser::find(&browser::Search {
                kind,
                names: &["WebKitWebDriver"],
                elsewhere: &[],
                variable: "WEBKIT_DRIVER",
                // It has no option for its version.
                probe: ("--help", "WebKitWebDriver"),
            })?;
            webkit::display_program()?;
            Ok(browser::Installed {
                version: "WebKitWebDriver".to_owned(),
                ..driver
            })
        }
    }
}

/// The path of a program in the PATH.
fn program(name: &str) -> Option<std::path::PathBuf> {
    let path = std::env::var_os("PATH")?;
    let name = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    std::env::split_paths(&path)
        .map(|folder| folder.join(&name))
        .find(|path| path.is_file())
}

/// Ends every browser that this process has started and removes its folder, for an exit on which
/// nothing is dropped. No browser starts after it.
pub fn end_all() {
    process::end_all();
    browser::end_all();
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
