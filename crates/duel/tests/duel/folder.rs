//! The program as a user runs it, in folders that it may change.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
#[cfg(unix)]
use std::{
    process::Stdio,
    thread,
    time::{Duration, Instant},
};

use tempfile::TempDir;

/// The longest time that a program gets for what a test waits for.
#[cfg(unix)]
const LONGEST: Duration = Duration::from_secs(120);

/// A copy of the fragments and the pages of the project.
pub struct Folder(TempDir);

/// The result of a run.
#[derive(Debug)]
pub struct Run {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Folder {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        for name in ["templates", "catalog"] {
            copy(&project.join(name), &folder.path().join(name));
        }
        Self(folder)
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn read(&self, file: &str) -> String {
        fs::read_to_string(self.path().join(file)).expect(file)
    }

    /// Runs the program in the folder.
    pub fn duel(&self, arguments: &[&str]) -> Run {
        Run::of(self.program(arguments).output().expect("the program runs"))
    }

    /// Interrupts the program as soon as something is so. Its temporary files are in a folder.
    #[cfg(unix)]
    pub fn stopped(&self, arguments: &[&str], temporary: &Path, is_so: impl Fn() -> bool) -> Run {
        let mut command = self.program(arguments);
        command.env("TMPDIR", temporary);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let program = command.spawn().expect("the program runs");
        let since = Instant::now();
        while !is_so() && since.elapsed() < LONGEST {
            thread::sleep(Duration::from_millis(50));
        }
        // Only the shell is sure to have this command.
        let line = format!("kill -INT {}", program.id());
        let sent = Command::new("sh").args(["-c", &line]).status();
        assert!(sent.expect("a shell").success());
        Run::of(program.wait_with_output().expect("it ends"))
    }

    fn program(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_duel"));
        for variable in ["COLUMNS", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
            command.env_remove(variable);
        }
        command.args(arguments).current_dir(self.path());
        command
    }
}

impl Run {
    fn of(output: Output) -> Self {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
        Self {
            code: output.status.code().expect("an exit code"),
            out: text(output.stdout),
            err: text(output.stderr),
        }
    }

    /// The data of a run that must succeed.
    pub fn good(self) -> String {
        assert_eq!(self.code, 0, "{self:?}");
        self.out
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let path: PathBuf = entry.expect("an entry").path();
        let target = to.join(path.file_name().expect("a name"));
        match path.is_dir() {
            true => copy(&path, &target),
            false => drop(fs::copy(&path, &target).expect("a copy")),
        }
    }
}
