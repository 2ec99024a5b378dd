//! Finding browsers, or installing them.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::Deserialize;

use crate::cargo_command;

/// The name of Chromium in the list of `gen doctor`.
const CHROMIUM: &str = "browser";

const HELP: &str = "no Chromium or Chrome was found, and none could be installed here: \
                    install one with your system's packages, or name its program in $CHROME";

/// What to do where this task cannot install Firefox or WebKitGTK.
const HELP_ALL: &str = "\
install what is missing yourself; `gen doctor` lists it
  Firefox: your system's packages, `brew install --cask firefox` or `winget install \
Mozilla.Firefox`, or name its program in $FIREFOX
  WebKitGTK: WebKitWebDriver and Xvfb from your system's packages; there is none for macOS and \
Windows";

/// A part that `gen doctor` lists.
#[derive(Deserialize)]
struct Part {
    part: String,
    state: String,
    /// The program of a browser.
    path: Option<PathBuf>,
}

/// What `gen doctor` finds. This program is small, so that its compilation does not delay others: it asks
/// `gen` for browsers.
struct Found(Vec<Part>);

impl Found {
    fn new() -> Result<Self, String> {
        let words = [
            "run",
            "--quiet",
            "--release",
            "--bin",
            "gen",
            "--",
            "doctor",
        ];
        // The exit code is not 0 if a browser is missing.
        let output = cargo_command(&[&words[..], &["--format", "json"]].concat())
            .stderr(Stdio::inherit())
            .output()
            .map_err(|error| format!("cannot run cargo: {error}"))?;
        let parts = serde_json::from_slice(&output.stdout);
        parts.map(Self).map_err(|error| {
            let status = output.status;
            format!("`gen doctor --format json` printed no list of parts ({status}): {error}")
        })
    }

    /// The program of a browser that `gen` can use.
    fn path(&self, name: &str) -> Option<&Path> {
        let part = self.0.iter().find(|part| part.part == name)?;
        part.path.as_deref().filter(|_| part.state == "good")
    }
}

/// The path of a Chromium that starts.
pub fn find_or_install() -> Result<PathBuf, String> {
    if let Some(path) = Found::new()?.path(CHROMIUM) {
        return Ok(path.to_owned());
    }
    eprintln!("> no browser found; installing Chromium");
    install()?;
    let path = find()?;
    path.ok_or_else(|| HELP.to_owned())
}

/// The paths of Chromium, Firefox and the driver of WebKitGTK.
pub fn find_or_install_all() -> Result<Vec<PathBuf>, String> {
    let mut paths = vec![find_or_install()?];
    let others = [
        ("firefox", &["firefox-esr"][..]),
        ("webkit", &["webkit2gtk-driver", "xvfb"]),
    ];
    let found = Found::new()?;
    let missing: Vec<&str> = others
        .iter()
        .filter(|(name, _)| found.path(name).is_none())
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
    let found = Found::new()?;
    for (name, _) in others {
        let path = found.path(name);
        paths.push(
            path.ok_or_else(|| format!("no {name}\n{HELP_ALL}"))?
                .to_owned(),
        );
    }
    Ok(paths)
}

/// The path of an installed Chromium that starts.
pub fn find() -> Result<Option<PathBuf>, String> {
    Ok(Found::new()?.path(CHROMIUM).map(Path::to_owned))
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
