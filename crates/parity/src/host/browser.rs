//! Finding, starting and ending a browser.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};

use golfchess_devtools::{Browser, LaunchOptions, find_executable};
use tempfile::TempDir;

use super::HostError;

/// Browsers that are running, with their folders, so that all can be ended at once.
static RUNNING: Mutex<Vec<(u32, PathBuf)>> = Mutex::new(Vec::new());

/// Shared by starts, taken by the end: a browser that is about to run is not yet among those that
/// are.
static STARTING: RwLock<()> = RwLock::new(());

/// How long a call to the browser may take.
const PATIENCE: Duration = Duration::from_secs(120);

/// How long folders have to stay away before they count as removed.
const QUIET: Duration = Duration::from_millis(500);

/// How long it may take to tell its version.
const VERSION_PATIENCE: Duration = Duration::from_secs(20);

/// A running browser and its folder; dropping it ends the one and removes the other.
pub(super) struct Running {
    /// Goes first: the folder can be removed only after the process.
    browser: Option<Browser>,
    folder: TempDir,
}

impl Running {
    /// Starts a browser with a profile of its own.
    pub fn start() -> Result<Self, HostError> {
        let executable = installed()?.path;
        let fault = |reason: String| HostError::Browser {
            browser: executable.display().to_string(),
            reason,
        };
        // Before there is a folder: the end would not know of it.
        let _starting = STARTING.read().unwrap_or_else(PoisonError::into_inner);
        let folder = tempfile::Builder::new()
            .prefix("golfchess-")
            .tempdir()
            .map_err(|error| fault(format!("its folder cannot be made: {error}")))?;
        let arguments = [
            "--mute-audio",
            // Nobody looks at the dialogs.
            "--animation-duration-scale=0",
            "--wm-window-animations-disabled",
            "--window-size=200,200",
            // All processors play pages already.
            "--js-flags=--single-threaded",
            "--disable-software-rasterizer",
        ];
        let options = LaunchOptions {
            arguments: arguments.map(str::to_owned).into(),
            // What it puts there is then removed with the rest.
            environment: folder
                .path()
                .to_str()
                .map(|path| ("TMPDIR".to_owned(), path.to_owned()))
                .into_iter()
                .collect(),
            timeout: PATIENCE,
            ..LaunchOptions::new(executable.clone(), folder.path().join("profile"))
        };
        let browser = Browser::launch(&options).map_err(|error| fault(error.to_string()))?;
        running().push((browser.process_id(), folder.path().to_owned()));
        let browser = Some(browser);
        Ok(Self { browser, folder })
    }

    /// The browser.
    pub fn browser(&self) -> Result<&Browser, HostError> {
        let ended = || HostError::Lost("it has ended".to_owned());
        self.browser.as_ref().ok_or_else(ended)
    }

    /// A folder for files that the browser is to load.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let process = self.browser.as_ref().map(Browser::process_id);
        drop(self.browser.take());
        running().retain(|(other, _)| Some(*other) != process);
        remove(self.folder.path());
    }
}

/// Ends every browser that this process has started and removes its folder: for an interrupt, when
/// nothing is dropped any more. No browser starts after it.
pub fn end_all() {
    std::mem::forget(STARTING.write().unwrap_or_else(PoisonError::into_inner));
    let ended: Vec<_> = running().drain(..).collect();
    for (process, _) in &ended {
        let _ = Command::new("kill")
            .args(["-KILL", &process.to_string()])
            .stderr(Stdio::null())
            .status();
    }
    // What they had started dies a little later, and may make a folder again that is gone.
    let until = Instant::now() + Duration::from_secs(5);
    let mut gone = Instant::now();
    while !ended.is_empty() && gone.elapsed() < QUIET && Instant::now() < until {
        for (_, folder) in ended.iter().filter(|(_, folder)| folder.exists()) {
            let _ = std::fs::remove_dir_all(folder);
            gone = Instant::now();
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn running() -> std::sync::MutexGuard<'static, Vec<(u32, PathBuf)>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes a folder into which dying processes may still write.
fn remove(folder: &Path) {
    let until = Instant::now() + Duration::from_secs(5);
    while std::fs::remove_dir_all(folder).is_err() && folder.exists() && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A browser that has told its version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Installed {
    /// Its executable.
    pub path: PathBuf,
    /// How it was found.
    pub source: &'static str,
    /// What it calls itself.
    pub version: String,
}

/// The browser that pages are played in.
///
/// # Errors
/// There is none, or it is no browser.
pub fn installed() -> Result<Installed, HostError> {
    let path = executable()?;
    let fault = |reason: String| HostError::Browser {
        browser: path.display().to_string(),
        reason,
    };
    Ok(Installed {
        version: version(&path).map_err(fault)?,
        source: match named() {
            Some(_) => "named in CHROME",
            None => "found in the usual places",
        },
        path,
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
    find_executable().ok_or(HostError::NoBrowser)
}

/// An executable that is no browser would be waited for in vain.
fn version(executable: &Path) -> Result<String, String> {
    let mut child = Command::new(executable)
        .arg("--version")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| error.to_string())?;
    let until = Instant::now() + VERSION_PATIENCE;
    let status = loop {
        match child.try_wait().map_err(|error| error.to_string())? {
            Some(status) => break status,
            None if Instant::now() > until => {
                let _ = child.kill();
                let _ = child.wait();
                return Err("it does not tell its version".to_owned());
            }
            None => std::thread::sleep(Duration::from_millis(10)),
        }
    };
    let output = child
        .wait_with_output()
        .map_err(|error| error.to_string())?;
    let version = String::from_utf8_lossy(&output.stdout);
    if status.success() && version.contains("Chrom") {
        Ok(version.trim().to_owned())
    } else {
        Err(format!(
            "asked for its version it said {:?}",
            version.trim()
        ))
    }
}
