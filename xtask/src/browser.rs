//! Finding a Chromium, or installing one.

use std::env;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use golfchess_parity::host::{self, Kind};

const HELP: &str = "no Chromium or Chrome was found, and none could be installed here: \
                    install one with your system's packages, or name its program in $CHROME";

/// The path of a browser that answers `--version`.
pub fn find_or_install() -> Result<PathBuf, String> {
    if let Some(found) = find() {
        return Ok(found);
    }
    eprintln!("> no browser found; installing Chromium");
    install()?;
    find().ok_or_else(|| HELP.to_owned())
}

/// The path of an installed browser.
pub fn find() -> Option<PathBuf> {
    host::installed(Kind::Chrome).ok().map(|found| found.path)
}

fn is_installed(program: &str) -> bool {
    let Some(path) = env::var_os("PATH") else {
        return false;
    };
    env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

fn install() -> Result<(), String> {
    let steps: &[&[&str]] = if is_installed("apt-get") {
        &[
            &["apt-get", "update", "--quiet"],
            &["apt-get", "install", "--yes", "--quiet", "chromium"],
        ]
    } else if is_installed("dnf") {
        &[&["dnf", "install", "--assumeyes", "chromium"]]
    } else if is_installed("apk") {
        &[&["apk", "add", "chromium"]]
    } else if is_installed("pacman") {
        &[&["pacman", "--sync", "--noconfirm", "chromium"]]
    } else if is_installed("brew") {
        return step(&["brew", "install", "--cask", "chromium"]);
    } else {
        return Err(HELP.to_owned());
    };
    steps.iter().try_for_each(|words| {
        // Package managers of a system need root.
        if is_root() || !is_installed("sudo") {
            step(words)
        } else {
            step(&[&["sudo", "--non-interactive"][..], words].concat())
        }
    })
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

fn step(words: &[&str]) -> Result<(), String> {
    eprintln!("> {}", words.join(" "));
    let status = Command::new(words[0])
        .args(&words[1..])
        .env("DEBIAN_FRONTEND", "noninteractive")
        .stdin(Stdio::null())
        // Stdout carries the path of the browser only.
        .stdout(Stdio::from(std::io::stderr()))
        .status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{}` failed ({status}); {HELP}", words.join(" "))),
        Err(error) => Err(format!("cannot run `{}`: {error}; {HELP}", words.join(" "))),
    }
}
