//! Where a page is run.

pub mod browser;
mod chrome;
pub mod embedded;
mod firefox;
mod process;
mod real;
mod tab;
mod webkit;

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
    /// A Firefox without a window.
    Firefox,
    /// WebKitGTK on a display of its own.
    WebKit,
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
            // Both keep a processor busy by themselves.
            Kind::Firefox | Kind::WebKit | Kind::Embedded => processors,
        }
    }

    /// A new host.
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

/// The program of a kind of browser, and what it calls itself.
///
/// # Errors
/// It is not installed, or does not work.
pub fn installed(kind: Kind) -> Result<browser::Installed, HostError> {
    let (names, variable, probe): (&[&str], _, _) = match kind {
        Kind::Chrome | Kind::Embedded => return browser::installed(),
        Kind::Firefox => (
            &["firefox-esr", "firefox"],
            "FIREFOX",
            ("--version", "Firefox"),
        ),
        Kind::WebKit => (
            &["WebKitWebDriver"],
            "WEBKIT_DRIVER",
            // It has no option for its version.
            ("--help", "WebKitWebDriver"),
        ),
    };
    browser::find(kind, names, variable, probe)
}

/// The path of a program in the PATH.
fn program(name: &str) -> Option<std::path::PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .map(|folder| folder.join(name))
        .find(|path| path.is_file())
}

/// Ends every browser that this process has started and removes its folder, for an exit on which
/// nothing is dropped. No browser starts after it.
pub fn end_all() {
    process::end_all();
    browser::end_all();
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
    /// A browser other than Chromium is not on this machine.
    #[error("{0} is not installed")]
    NotInstalled(Kind),
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
