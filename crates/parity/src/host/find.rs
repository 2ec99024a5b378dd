//! Finds and starts browsers.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use headless_chrome::browser::default_executable;
use which::which;

use super::process::Group;
use super::{HostError, Kind};

/// The timeout for a version.
const VERSION_TIMEOUT: Duration = Duration::from_secs(20);

/// How long a browser may take to start, on a busy machine.
pub(super) const START_TIMEOUT: Duration = Duration::from_secs(90);

/// How often the start of a browser is tried.
const STARTS: usize = 3;

/// An installed browser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Installed {
    /// Its executable.
    pub path: PathBuf,
    /// How it was found.
    pub source: &'static str,
    /// The version that it reports.
    pub version: String,
}

/// Where the program of a host is looked for.
struct Search {
    /// The environment variable that names another program.
    variable: &'static str,
    /// Its names in the PATH, and its usual paths.
    names: &'static [&'static str],
    /// An argument, and a word that the program prints for it.
    probe: (&'static str, &'static str),
}

const CHROME: Search = Search {
    variable: "CHROME",
    // Without any window: the same engine, which starts faster.
    names: &[
        "chrome-headless-shell",
        "headless_shell",
        "/usr/lib/chromium/chromium-headless-shell",
    ],
    probe: ("--version", "Chrom"),
};

const FIREFOX: Search = Search {
    variable: "FIREFOX",
    names: &[
        "firefox-esr",
        "firefox",
        "/Applications/Firefox.app/Contents/MacOS/firefox",
        r"C:\Program Files\Mozilla Firefox\firefox.exe",
    ],
    probe: ("--version", "Firefox"),
};

const WEBKIT: Search = Search {
    variable: "WEBKIT_DRIVER",
    names: &["WebKitWebDriver"],
    // It has no option for its version.
    probe: ("--help", "WebKitWebDriver"),
};

/// Finds the program of a kind of browser: the one in an environment variable, or one in the usual
/// places. Rejects programs that are not browsers, which would never open a connection.
///
/// # Errors
/// It is not installed, or does not work.
pub fn installed(kind: Kind) -> Result<Installed, HostError> {
    let (search, missing) = match kind {
        Kind::Chrome | Kind::Embedded => (CHROME, HostError::NoBrowser),
        Kind::Firefox => (FIREFOX, not_installed(kind, "firefox")),
        Kind::WebKit => (WEBKIT, not_installed(kind, "WebKitWebDriver")),
    };
    let named = std::env::var_os(search.variable).filter(|named| !named.is_empty());
    let (source, path) = match named {
        Some(named) => ("named in the environment", which(named).ok()),
        None => {
            let usual = search.names.iter().find_map(|name| which(name).ok());
            let other = || default_executable().ok().filter(|_| kind == Kind::Chrome);
            ("found in the usual places", usual.or_else(other))
        }
    };
    let path = path.ok_or(missing)?;
    if kind == Kind::WebKit {
        display_program()?;
    }
    let version = version(&path, search.probe);
    Ok(Installed {
        version: version.map_err(|reason| broken(&path, &reason))?,
        source,
        path,
    })
}

/// The program that gives WebKitGTK a display.
pub(super) fn display_program() -> Result<PathBuf, HostError> {
    which("Xvfb").map_err(|_| not_installed(Kind::WebKit, "Xvfb"))
}

fn not_installed(host: Kind, program: &'static str) -> HostError {
    HostError::NotInstalled { host, program }
}

fn broken(browser: &Path, reason: &dyn Error) -> HostError {
    HostError::Browser {
        browser: browser.display().to_string(),
        reason: reason.to_string(),
    }
}

/// The version that a browser reports.
fn version(program: &Path, (argument, marker): (&str, &str)) -> std::io::Result<String> {
    let mut command = Command::new(program);
    command.arg(argument);
    Group::new()?.spawn_until(command, VERSION_TIMEOUT, |line| {
        let version = if argument == "--version" {
            line.trim()
        } else {
            marker
        };
        line.contains(marker).then(|| version.to_owned())
    })
}

/// Starts a browser with its executable in a group of its own. Tries again if it does not start: on a
/// busy machine it may not answer in time.
pub(super) fn start<T>(
    kind: Kind,
    start: impl Fn(&Path, Group) -> Result<T, Box<dyn Error>>,
) -> Result<T, HostError> {
    let executable = installed(kind)?.path;
    let mut started = Err(Box::from("it was not started"));
    for _ in 0..STARTS {
        let group = Group::new().map_err(Box::from);
        started = group.and_then(|group| start(&executable, group));
        if started.is_ok() {
            break;
        }
    }
    started.map_err(|reason: Box<dyn Error>| broken(&executable, &*reason))
}
