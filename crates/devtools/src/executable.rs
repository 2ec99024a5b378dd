//! Finding an installed browser.

use std::env;
use std::path::{Path, PathBuf};

/// Programs in `$PATH`.
const NAMES: [&str; 11] = [
    "google-chrome-stable",
    "google-chrome",
    "google-chrome-beta",
    "google-chrome-unstable",
    "chromium",
    "chromium-browser",
    "chrome",
    "microsoft-edge-stable",
    "microsoft-edge",
    "msedge",
    "chrome.exe",
];

/// Places outside `$PATH`, on macOS and on Windows.
const PLACES: [&str; 7] = [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files\Microsoft\Edge\Application\msedge.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
];

/// The first of [`executables`].
pub fn find_executable() -> Option<PathBuf> {
    executables().next()
}

/// The browser that `$CHROME` names, those in `$PATH`, and those in the usual places.
pub fn executables() -> impl Iterator<Item = PathBuf> {
    let named = env::var_os("CHROME").map(PathBuf::from);
    let folders: Vec<PathBuf> = env::var_os("PATH")
        .map(|path| env::split_paths(&path).collect())
        .unwrap_or_default();
    let in_path = NAMES.iter().flat_map(move |name| {
        let paths: Vec<PathBuf> = folders.iter().map(|folder| folder.join(name)).collect();
        paths
    });
    named
        .into_iter()
        .chain(in_path)
        .chain(PLACES.map(PathBuf::from))
        .filter(|path| is_program(path))
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata()
        .is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.is_file()
}
