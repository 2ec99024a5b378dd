//! Finding a Chromium, or installing one.

use std::env;
use std::path::PathBuf;
use std::process::{Command, Stdio};

const NAMES: [&str; 6] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

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

/// The path of a browser that is there already.
pub fn find() -> Option<PathBuf> {
    let named = env::var_os("CHROME").map(PathBuf::from);
    named
        .into_iter()
        .chain(NAMES.map(PathBuf::from))
        .filter_map(|name| absolute(&name))
        .find(answers)
}

/// A program's path, looked up in $PATH if it is a bare name.
fn absolute(name: &PathBuf) -> Option<PathBuf> {
    if name.is_absolute() {
        return name.is_file().then(|| name.clone());
    }
    let path = env::var_os("PATH")?;
    env::split_paths(&path)
        .map(|folder| folder.join(name))
        .find(|path| path.is_file())
}

/// A wrapper without a browser behind it exits at once with an error.
fn answers(path: &PathBuf) -> bool {
    let version = Command::new(path)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    version.is_ok_and(|status| status.success())
}

fn install() -> Result<(), String> {
    let runs = |program: &str| absolute(&PathBuf::from(program)).is_some();
    let steps: &[&[&str]] = if runs("apt-get") {
        &[
            &["apt-get", "update", "--quiet"],
            &["apt-get", "install", "--yes", "--quiet", "chromium"],
        ]
    } else if runs("dnf") {
        &[&["dnf", "install", "--assumeyes", "chromium"]]
    } else if runs("apk") {
        &[&["apk", "add", "chromium"]]
    } else if runs("pacman") {
        &[&["pacman", "--sync", "--noconfirm", "chromium"]]
    } else if runs("brew") {
        return step(&["brew", "install", "--cask", "chromium"]);
    } else {
        return Err(HELP.to_owned());
    };
    steps.iter().try_for_each(|words| {
        // Package managers of a system want root.
        if is_root() || !runs("sudo") {
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
        // Data on stdout is the browser's path only.
        .stdout(Stdio::from(std::io::stderr()))
        .status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{}` failed ({status}); {HELP}", words.join(" "))),
        Err(error) => Err(format!("cannot run `{}`: {error}; {HELP}", words.join(" "))),
    }
}
