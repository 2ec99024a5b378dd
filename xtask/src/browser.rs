//! Finding browsers, or installing them.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use golfchess_parity::host::{self, Kind};

const HELP: &str = "no Chromium or Chrome was found, and none could be installed here: \
                    install one with your system's packages, or name its program in $CHROME";

/// What to do where this task cannot install Firefox or WebKitGTK.
const HELP_ALL: &str = "\
install what is missing yourself; `gen doctor` lists it
  Firefox: your system's packages, `brew install --cask firefox` or `winget install \
Mozilla.Firefox`, or name its program in $FIREFOX
  WebKitGTK: WebKitWebDriver and Xvfb from your system's packages; there is none for macOS and \
Windows";

/// The path of a browser that answers `--version`.
pub fn find_or_install() -> Result<PathBuf, String> {
    if let Some(found) = find() {
        return Ok(found);
    }
    eprintln!("> no browser found; installing Chromium");
    install()?;
    find().ok_or_else(|| HELP.to_owned())
}

/// The paths of Chromium, Firefox and the driver of WebKitGTK.
pub fn find_or_install_all() -> Result<Vec<PathBuf>, String> {
    let mut paths = vec![find_or_install()?];
    let others = [
        (Kind::Firefox, &["firefox-esr"][..]),
        (Kind::WebKit, &["webkit2gtk-driver", "xvfb"]),
    ];
    let missing: Vec<&str> = others
        .iter()
        .filter(|(kind, _)| host::installed(*kind).is_err())
        .flat_map(|(_, packages)| packages.iter().copied())
        .collect();
    if !missing.is_empty() {
        eprintln!("> not found: {}", missing.join(", "));
        if is_installed("apt-get") {
            let install = ["apt-get", "install", "--yes", "--quiet"];
            step_as_root(&["apt-get", "update", "--quiet"], HELP_ALL)?;
            step_as_root(&[&install[..], &missing].concat(), HELP_ALL)?;
        }
    }
    for (kind, _) in others {
        let found = host::installed(kind).map_err(|error| format!("{error}\n{HELP_ALL}"))?;
        paths.push(found.path);
    }
    Ok(paths)
}

/// The path of an installed browser.
pub fn find() -> Option<PathBuf> {
    host::installed(Kind::Chrome).ok().map(|found| found.path)
}

fn is_installed(program: &str) -> bool {
    let Some(path) = env::var_os("PATH") else {
        return false;
    };
    env::split_paths(&path).any(|folder| is_program(&folder, program))
}

fn is_program(folder: &Path, program: &str) -> bool {
    folder
        .join(format!("{program}{}", env::consts::EXE_SUFFIX))
        .is_file()
}

fn install() -> Result<(), String> {
    if is_installed("apt-get") {
        step_as_root(&["apt-get", "update", "--quiet"], HELP)?;
        // Only Debian has it. It starts faster than Chromium with windows.
        return apt_install("chromium-headless-shell").or_else(|_| apt_install("chromium"));
    }
    let steps: &[&[&str]] = if is_installed("dnf") {
        &[&["dnf", "install", "--assumeyes", "chromium"]]
    } else if is_installed("apk") {
        &[&["apk", "add", "chromium"]]
    } else if is_installed("pacman") {
        &[&["pacman", "--sync", "--noconfirm", "chromium"]]
    } else if is_installed("brew") {
        return step(&["brew", "install", "--cask", "chromium"], HELP);
    } else {
        return Err(HELP.to_owned());
    };
    steps.iter().try_for_each(|words| step_as_root(words, HELP))
}

fn apt_install(package: &str) -> Result<(), String> {
    step_as_root(&["apt-get", "install", "--yes", "--quiet", package], HELP)
}

/// Package managers of a system need root.
fn step_as_root(words: &[&str], help: &str) -> Result<(), String> {
    if is_root() || !is_installed("sudo") {
        step(words, help)
    } else {
        step(&[&["sudo", "--non-interactive"][..], words].concat(), help)
    }
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

fn step(words: &[&str], help: &str) -> Result<(), String> {
    let line = words.join(" ");
    eprintln!("> {line}");
    let status = Command::new(words[0])
        .args(&words[1..])
        .env("DEBIAN_FRONTEND", "noninteractive")
        .stdin(Stdio::null())
        // Stdout carries the paths of the browsers only.
        .stdout(Stdio::from(std::io::stderr()))
        .status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{line}` failed ({status}); {help}")),
        Err(error) => Err(format!("cannot run `{line}`: {error}; {help}")),
    }
}
