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

/// Firefox and WebKitGTK in the list of `gen doctor`, and their packages in Debian.
const OTHERS: [(&str, &[&str]); 2] = [
    ("firefox", &["firefox-esr"]),
    ("webkit", &["webkit2gtk-driver", "xvfb"]),
];

/// A part that `gen doctor` lists.
#[derive(Deserialize)]
struct Part {
    part: String,
    seen: String,
    /// The program, if the part is a browser that is installed.
    path: Option<PathBuf>,
}

/// The list of `gen doctor`. This program finds no browser itself: it would have to compile the crate
/// that does, before anything else.
struct Doctor(Vec<Part>);

impl Doctor {
    fn ask() -> Result<Self, String> {
        let words = ["run", "--release", "--bin", "gen", "--", "doctor"];
        Self::answer(cargo_command(&words))
    }

    /// Asks a program that is built.
    fn of(program: &Path) -> Result<Self, String> {
        let mut command = Command::new(program);
        command.arg("doctor");
        Self::answer(command)
    }

    fn answer(mut command: Command) -> Result<Self, String> {
        // The exit code is not 0 if a browser is missing.
        let output = command
            .args(["--format", "json"])
            .stderr(Stdio::inherit())
            .output()
            .map_err(|error| format!("cannot run `gen doctor`: {error}"))?;
        let parts = serde_json::from_slice(&output.stdout);
        parts.map(Self).map_err(|error| {
            let status = output.status;
            format!("`gen doctor --format json` printed no list of parts ({status}): {error}")
        })
    }

    /// The program of a browser, or why there is none.
    fn path(&self, name: &str) -> Result<PathBuf, String> {
        let part = self.0.iter().find(|part| part.part == name);
        let part = part.ok_or_else(|| format!("`gen doctor` lists no {name}"))?;
        part.path.clone().ok_or_else(|| part.seen.clone())
    }
}

/// The path of Chromium, which is installed if there is none; with `all` also those of Firefox and of
/// the driver of WebKitGTK.
pub fn find_or_install(all: bool) -> Result<Vec<PathBuf>, String> {
    let mut found = Doctor::ask()?;
    if found.path(CHROMIUM).is_err() {
        eprintln!("> no browser found; installing Chromium");
        install()?;
        found = Doctor::ask()?;
    }
    let chromium = found.path(CHROMIUM);
    let mut paths = vec![chromium.map_err(|reason| format!("{reason}\n{HELP}"))?];
    if !all {
        return Ok(paths);
    }
    let missing = OTHERS.iter().filter(|(name, _)| found.path(name).is_err());
    let packages: Vec<&str> = missing.flat_map(|(_, all)| *all).copied().collect();
    if !packages.is_empty() {
        eprintln!("> not found: {}", packages.join(", "));
        if is_installed("apt-get") {
            apt_install(&packages, HELP_ALL)?;
            found = Doctor::ask()?;
        }
    }
    for (name, _) in OTHERS {
        let path = found.path(name);
        paths.push(path.map_err(|reason| format!("{reason}\n{HELP_ALL}"))?);
    }
    Ok(paths)
}

/// The path of Chromium by a program of `gen`, or why there is none.
pub fn of(program: &Path) -> Result<PathBuf, String> {
    Doctor::of(program)?.path(CHROMIUM)
}

/// The path of Chromium, or why there is none.
pub fn find() -> Result<PathBuf, String> {
    Doctor::ask()?.path(CHROMIUM)
}

fn is_installed(program: &str) -> bool {
    let file = format!("{program}{}", env::consts::EXE_SUFFIX);
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).any(|folder| folder.join(&file).is_file())
}

/// How package managers that need root install Chromium.
const CHROMIUM_PACKAGES: [&[&str]; 3] = [
    &["dnf", "install", "--assumeyes", "chromium"],
    &["apk", "add", "chromium"],
    &["pacman", "--sync", "--noconfirm", "chromium"],
];

fn install() -> Result<(), String> {
    if is_installed("apt-get") {
        // Only Debian has the first. It starts faster than Chromium with windows.
        return apt_install(&["chromium-headless-shell"], HELP)
            .or_else(|_| apt_install(&["chromium"], HELP));
    }
    let mut managers = CHROMIUM_PACKAGES.iter();
    match managers.find(|words| is_installed(words[0])) {
        Some(words) => step_as_root(words, HELP),
        None if is_installed("brew") => step(&["brew", "install", "--cask", "chromium"], HELP),
        None => Err(HELP.to_owned()),
    }
}

fn apt_install(packages: &[&str], help: &str) -> Result<(), String> {
    step_as_root(&["apt-get", "update", "--quiet"], help)?;
    let install = ["apt-get", "install", "--yes", "--quiet"];
    step_as_root(&[&install[..], packages].concat(), help)
}

/// Package managers of a system need root.
fn step_as_root(words: &[&str], help: &str) -> Result<(), String> {
    match is_root() || !is_installed("sudo") {
        true => step(words, help),
        false => step(&[&["sudo", "--non-interactive"], words].concat(), help),
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
