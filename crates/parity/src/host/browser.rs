//! Finds, starts and ends browsers.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};

use headless_chrome::browser::default_executable;
use headless_chrome::{Browser, LaunchOptions};
use tempfile::TempDir;

use super::{HostError, Kind, program};

/// The running browsers with their folders, so that an interrupt can end all of them.
static RUNNING: Mutex<Vec<(u32, PathBuf)>> = Mutex::new(Vec::new());

/// Held for reading by each start and for writing by [`end_all`]: a browser that is starting is not
/// yet in [`RUNNING`].
static STARTING: RwLock<()> = RwLock::new(());

/// headless_chrome ends a browser that its own connection leaves idle for longer.
const IDLE_TIMEOUT: Duration = Duration::from_secs(24 * 3_600);

/// The time for which a folder must stay absent before it counts as removed.
const REMOVED_AFTER: Duration = Duration::from_millis(500);

/// The timeout for `--version`.
const VERSION_TIMEOUT: Duration = Duration::from_secs(20);

/// The number of times that the start of a browser is tried.
const START_ATTEMPTS: usize = 3;

/// A running browser and its folder. Dropping it ends the browser and removes the folder.
pub(super) struct Running {
    /// Dropped first: the folder can be removed only after the process has ended.
    browser: Option<Browser>,
    folder: TempDir,
}

impl Running {
    /// Starts a browser with an empty profile. Tries again if it does not start: on a busy machine
    /// it may not answer in time.
    pub fn start() -> Result<Self, HostError> {
        let executable = installed()?.path;
        let mut started = Self::start_once(&executable);
        for _ in 1..START_ATTEMPTS {
            if started.is_ok() {
                break;
            }
            started = Self::start_once(&executable);
        }
        started
    }

    fn start_once(executable: &Path) -> Result<Self, HostError> {
        let broken = |reason: String| HostError::Browser {
            browser: executable.display().to_string(),
            reason,
        };
        // Taken before the folder is made, so that `end_all` waits for it.
        let _starting = STARTING.read().unwrap_or_else(PoisonError::into_inner);
        let folder = tempfile::Builder::new()
            .prefix("golfchess-")
            .tempdir()
            .map_err(|error| broken(format!("cannot create its folder: {error}")))?;
        // No use of the network, no sound.
        let arguments = [
            "--disable-quic",
            "--disable-component-update",
            "--mute-audio",
            // Nobody uses the first window, which would load a start page.
            "--no-startup-window",
            // Dialogs without animations.
            "--animation-duration-scale=0",
            "--wm-window-animations-disabled",
            "--window-size=200,200",
            "--disable-gpu",
            // Each processor has a browser already.
            "--js-flags=--single-threaded",
            "--disable-software-rasterizer",
        ];
        let options = LaunchOptions {
            path: Some(executable.to_owned()),
            // The browser takes a free port: another process could take one that is chosen here.
            port: Some(0),
            user_data_dir: Some(folder.path().join("profile")),
            sandbox: false, // Chromium refuses to run as root with it
            idle_browser_timeout: IDLE_TIMEOUT,
            // Its temporary files are removed with the folder.
            process_envs: folder
                .path()
                .to_str()
                .map(|path| [("TMPDIR".to_owned(), path.to_owned())].into()),
            args: arguments.iter().map(AsRef::as_ref).collect(),
            ..LaunchOptions::default()
        };
        let browser = Browser::new(options).map_err(|error| broken(error.to_string()))?;
        if let Some(process) = browser.get_process_id() {
            running().push((process, folder.path().to_owned()));
        }
        let browser = Some(browser);
        Ok(Self { browser, folder })
    }

    /// The browser.
    pub fn browser(&self) -> Result<&Browser, HostError> {
        let ended = || HostError::Lost("it was ended".to_owned());
        self.browser.as_ref().ok_or_else(ended)
    }

    /// A folder for files that the browser is to load.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let process = self.browser.as_ref().and_then(Browser::get_process_id);
        drop(self.browser.take());
        running().retain(|(other, _)| Some(*other) != process);
        remove(self.folder.path());
    }
}

/// Ends every browser of this process and removes its folder, for an exit without destructors. No
/// browser starts after it.
pub fn end_all() {
    std::mem::forget(STARTING.write().unwrap_or_else(PoisonError::into_inner));
    let ended: Vec<_> = running().drain(..).collect();
    for (process, _) in &ended {
        let _ = Command::new("kill")
            .args(["-KILL", &process.to_string()])
            .stderr(Stdio::null())
            .status();
    }
    // Their child processes end later and may create a removed folder again.
    let until = Instant::now() + Duration::from_secs(5);
    let mut absent_since = Instant::now();
    while !ended.is_empty() && absent_since.elapsed() < REMOVED_AFTER && Instant::now() < until {
        for (_, folder) in ended.iter().filter(|(_, folder)| folder.exists()) {
            let _ = std::fs::remove_dir_all(folder);
            absent_since = Instant::now();
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn running() -> std::sync::MutexGuard<'static, Vec<(u32, PathBuf)>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes a folder into which ending processes may still write.
fn remove(folder: &Path) {
    let until = Instant::now() + Duration::from_secs(5);
    while std::fs::remove_dir_all(folder).is_err() && folder.exists() && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(20));
    }
}

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

/// Finds the browser that runs the pages: the one in the environment variable `CHROME`, or one in
/// the usual places.
///
/// # Errors
/// There is no browser, or the program is not a browser.
pub fn installed() -> Result<Installed, HostError> {
    let path = executable()?;
    let broken = |reason: String| HostError::Browser {
        browser: path.display().to_string(),
        reason,
    };
    Ok(Installed {
        version: version(&path, "--version", "Chrom").map_err(broken)?,
        source: match named() {
            Some(_) => "named in CHROME",
            None => "found in the usual places",
        },
        path,
    })
}

/// Where a browser other than Chromium is looked for.
pub(super) struct Search {
    pub kind: Kind,
    /// The names that its program can have in the PATH.
    pub names: &'static [&'static str],
    /// Its usual paths outside of the PATH.
    pub elsewhere: &'static [&'static str],
    /// The environment variable that names another program.
    pub variable: &'static str,
    /// An argument, and a word that the program prints for it.
    pub probe: (&'static str, &'static str),
}

/// A browser that is named in an environment variable or found in the usual places.
pub(super) fn find(search: &Search) -> Result<Installed, HostError> {
    let named = std::env::var_os(search.variable)
        .filter(|named| !named.is_empty())
        .map(PathBuf::from);
    let source = match named {
        Some(_) => "named in the environment",
        None => "found in the usual places",
    };
    let in_path = || search.names.iter().find_map(|name| program(name));
    let elsewhere = || {
        let mut paths = search.elsewhere.iter().map(PathBuf::from);
        paths.find(|path| path.is_file())
    };
    let path = match named {
        Some(named) => Some(named).filter(|named| named.is_file()),
        None => in_path().or_else(elsewhere),
    };
    let (argument, marker) = search.probe;
    let path = path.ok_or(HostError::NotInstalled {
        host: search.kind,
        program: search.names.last().copied().unwrap_or_default(),
    })?;
    let version = version(&path, argument, marker).map_err(|reason| HostError::Browser {
        browser: path.display().to_string(),
        reason,
    })?;
    Ok(Installed {
        path,
        source,
        version,
    })
}

fn named() -> Option<PathBuf> {
    let named = std::env::var_os("CHROME").filter(|named| !named.is_empty());
    named.map(PathBuf::from)
}

fn executable() -> Result<PathBuf, HostError> {
    if let Some(named) = named() {
        return if named.exists() {
            Ok(named)
        } else {
            Err(HostError::NoBrowser)
        };
    }
    shell()
        .or_else(|| default_executable().ok())
        .ok_or(HostError::NoBrowser)
}

/// The names in the PATH of Chromium or Chrome without any window: the same engine, which starts
/// faster.
const SHELL_NAMES: [&str; 2] = ["chrome-headless-shell", "headless_shell"];

/// Debian's. Its command in the PATH is a script, and the browser would outlive it.
const SHELL: &str = "/usr/lib/chromium/chromium-headless-shell";

fn shell() -> Option<PathBuf> {
    let in_path = SHELL_NAMES.iter().find_map(|name| program(name));
    in_path.or_else(|| Some(PathBuf::from(SHELL)).filter(|path| path.is_file()))
}

/// The version that a browser reports. Rejects programs that are not browsers, which would never
/// open a connection.
fn version(executable: &Path, argument: &str, marker: &str) -> Result<String, String> {
    let mut child = Command::new(executable)
        .arg(argument)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| error.to_string())?;
    let until = Instant::now() + VERSION_TIMEOUT;
    let status = loop {
        match child.try_wait().map_err(|error| error.to_string())? {
            Some(status) => break status,
            None if Instant::now() > until => {
                let _ = child.kill();
                let _ = child.wait();
                return Err("it does not report a version".to_owned());
            }
            None => std::thread::sleep(Duration::from_millis(10)),
        }
    };
    let output = child
        .wait_with_output()
        .map_err(|error| error.to_string())?;
    let version = String::from_utf8_lossy(&output.stdout);
    if status.success() && version.contains(marker) {
        Ok(version.lines().next().unwrap_or_default().trim().to_owned())
    } else {
        Err(format!("`{argument}` printed {:?}", version.trim()))
    }
}
