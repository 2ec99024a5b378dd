//! A bare environment: the programs that every machine for this project has, and no others.
//!
//! Tests that pass in it do not depend on what else happens to be installed.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

/// The Rust toolchain, the C compiler with what it calls, and git.
const TOOLS: [&str; 23] = [
    "cargo",
    "rustc",
    "rustdoc",
    "rustup",
    "ar",
    "as",
    "c++",
    "cc",
    "clang",
    "clang++",
    "dsymutil",
    "g++",
    "gcc",
    "ld",
    "ld.gold",
    "ld.lld",
    "lld",
    "nm",
    "ranlib",
    "strip",
    "xcode-select",
    "xcrun",
    "git",
];

/// The core utilities that tests, their scripts and the scripts that start a browser may use.
const UTILITIES: [&str; 62] = [
    "[", "basename", "bash", "cat", "chmod", "cmp", "comm", "cp", "cut", "date", "dd", "df",
    "diff", "dirname", "du", "echo", "env", "expr", "false", "find", "findmnt", "grep", "head",
    "id", "install", "join", "ln", "ls", "mkdir", "mkfifo", "mktemp", "mv", "nice", "nohup",
    "nproc", "od", "paste", "printf", "pwd", "readlink", "realpath", "rm", "rmdir", "sed", "seq",
    "sh", "sleep", "sort", "stat", "sync", "tail", "tee", "test", "timeout", "touch", "tr", "true",
    "uname", "uniq", "wc", "which", "xargs",
];

/// The variables that stay, by the starts of their names. The others may name programs, or change what
/// a program prints.
const KEPT: [&str; 14] = [
    "CARGO",
    "CHROME",
    "CI",
    "DYLD_",
    "GOLFCHESS_",
    "HOME",
    "INSTA_",
    "LANG",
    "LC_",
    "LD_",
    "LOGNAME",
    "RUST",
    "TMPDIR",
    "USER",
];

/// A folder with links to the programs, which is removed in the end.
pub struct Bare {
    folder: TempDir,
    removed: Vec<OsString>,
}

impl Bare {
    /// Links the programs that are there, and the browser.
    pub fn new(browser: &Path) -> Result<Self, String> {
        let failed = |error: std::io::Error| format!("cannot make a folder of programs: {error}");
        let folder = tempfile::tempdir().map_err(failed)?;
        let programs = TOOLS
            .iter()
            .chain(&UTILITIES)
            .filter_map(|name| found(name));
        for program in programs.chain([browser.to_owned()]) {
            let name = program.file_name().unwrap_or_default();
            link(&program, &folder.path().join(name)).map_err(failed)?;
        }
        let names = env::vars_os().map(|(name, _)| name);
        let is_kept = |name: &OsString| {
            let name = name.to_string_lossy();
            KEPT.iter().any(|start| name.starts_with(start))
        };
        let removed = names.filter(|name| !is_kept(name)).collect();
        Ok(Self { folder, removed })
    }

    /// Restricts a command.
    pub fn restrict(&self, command: &mut Command) {
        for name in &self.removed {
            command.env_remove(name);
        }
        command.env("PATH", self.folder.path());
    }

    /// The arguments of `env` that do the same.
    pub fn words(&self) -> Vec<String> {
        let removed = self
            .removed
            .iter()
            .flat_map(|name| [OsStr::new("-u"), name]);
        let words = removed.map(|word| word.to_string_lossy().into_owned());
        let path = format!("PATH={}", self.folder.path().display());
        words.chain([path]).collect()
    }
}

/// A program in the PATH.
fn found(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    let mut programs = env::split_paths(&path).map(|folder| folder.join(name));
    programs.find(|program| program.is_file())
}

#[cfg(unix)]
fn link(program: &Path, link: &Path) -> std::io::Result<()> {
    std::os::unix::fs::symlink(program, link)
}

#[cfg(not(unix))]
fn link(_: &Path, _: &Path) -> std::io::Result<()> {
    Err(std::io::Error::other(
        "this system has no links of programs",
    ))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_listed_is_found() {
        let folder = tempfile::tempdir().expect("a folder");
        let browser = folder.path().join("some-browser");
        std::fs::write(&browser, "").expect("written");
        let bare = Bare::new(&browser).expect("a folder");
        let mut shell = Command::new("env");
        shell
            .env("FIREFOX", "/nowhere/firefox")
            .args(bare.words())
            .args(["-u", "FIREFOX"]);
        shell.args([
            "sh",
            "-c",
            "command -v git some-browser sed Xvfb script node; echo $FIREFOX.",
        ]);
        let output = shell.output().expect("env runs");
        let text = String::from_utf8_lossy(&output.stdout);
        let place = bare.folder.path().display();
        assert_eq!(
            text,
            format!("{place}/git\n{place}/some-browser\n{place}/sed\n.\n")
        );
        // Each test has such a folder in its PATH, and needs the variables that cargo sets.
        assert!(!bare.removed.iter().any(|name| name == "CARGO_MANIFEST_DIR"));
    }
}
