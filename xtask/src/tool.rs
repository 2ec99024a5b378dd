//! The release build of `gen`.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs, io};

use serde::Deserialize;

/// The release build, run from the root of the repository.
pub struct Tool {
    program: PathBuf,
    /// The repository.
    pub root: PathBuf,
}

/// The part of the JSON of `gen verify` that tasks read.
#[derive(Deserialize)]
pub struct Verdict {
    pub seconds: f64,
    pub tallies: Vec<Tally>,
}

/// The size record `catalog/sizes.json`, as far as tasks read it.
#[derive(Deserialize)]
pub struct Record {
    pub pages: Vec<Page>,
}

/// One page.
#[derive(Deserialize)]
pub struct Page {
    pub name: String,
    pub bytes: usize,
    pub sha256: String,
    /// The size of the published record holder's page.
    pub published: Option<usize>,
}

impl Record {
    pub fn read(file: &Path) -> Result<Self, String> {
        let text = fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
        parse(&text)
    }
}

/// One suite on one page.
#[derive(Deserialize)]
pub struct Tally {
    variant: String,
    pub dialogs: usize,
    /// A difference between page and reference.
    finding: Option<serde_json::Value>,
}

impl Verdict {
    pub fn dialogs(&self) -> usize {
        self.tallies.iter().map(|tally| tally.dialogs).sum()
    }

    /// The case of the first finding.
    pub fn first_case(&self) -> Option<&str> {
        let mut found = self
            .tallies
            .iter()
            .filter_map(|tally| tally.finding.as_ref());
        found.next()?["case"].as_str()
    }

    pub fn has_finding(&self) -> bool {
        self.variants_with_findings().next().is_some()
    }

    pub fn variants_with_findings(&self) -> impl Iterator<Item = &str> {
        let found = self.tallies.iter().filter(|tally| tally.finding.is_some());
        found.map(|tally| tally.variant.as_str())
    }
}

/// The PATH with a folder of programs before the others.
pub fn path_with(folder: &Path) -> Result<OsString, String> {
    let path = env::var_os("PATH").unwrap_or_default();
    let all = std::iter::once(folder.to_owned()).chain(env::split_paths(&path));
    env::join_paths(all).map_err(|error| format!("the PATH: {error}"))
}

impl Tool {
    /// Builds `gen`.
    pub fn build(root: &Path) -> Result<Self, String> {
        crate::cargo(&["build", "--release", "--bin", "gen"], &[])?;
        Ok(Self {
            program: crate::gen_binary(root),
            root: root.to_owned(),
        })
    }

    /// `gen` with some words, not yet started.
    pub fn command(&self, words: &[String]) -> Command {
        let mut command = Command::new(&self.program);
        command.args(words).current_dir(&self.root);
        command
    }

    /// A copy of the program in a folder, which a later build does not replace.
    pub fn copied_to(self, folder: &Path) -> Result<Self, String> {
        let program = folder.join(self.program.file_name().unwrap_or_default());
        fs::copy(&self.program, &program)
            .map_err(|error| format!("{}: {error}", program.display()))?;
        Ok(Self { program, ..self })
    }

    /// The file of the program.
    pub fn program(&self) -> &Path {
        &self.program
    }

    /// Runs a command of `gen`, whatever its exit status.
    pub fn output(&self, words: &[&str]) -> Result<Output, String> {
        let all: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        self.command(&all)
            .output()
            .map_err(|error| format!("cannot run `gen {}`: {error}", words.join(" ")))
    }

    /// The standard output of a command of `gen` that must succeed.
    pub fn stdout(&self, words: &[&str]) -> Result<String, String> {
        let output = self.output(words)?;
        match output.status.success() {
            true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
            false => Err(failure(words, &output)),
        }
    }

    /// The verdict of `gen verify` with these arguments; a finding is no error.
    pub fn verify(&self, arguments: &[&str]) -> Result<Verdict, String> {
        let words = [&["verify", "--format", "json"], arguments].concat();
        let output = self.output(&words)?;
        match output.status.code() {
            Some(0 | 1) => parse(&output.stdout),
            _ => Err(failure(&words, &output)),
        }
    }
}

fn failure(words: &[&str], output: &Output) -> String {
    let stderr = String::from_utf8_lossy(&output.stderr);
    format!("`gen {}` failed: {}", words.join(" "), stderr.trim())
}

/// Parses JSON that a program has printed.
pub fn parse<'t, T: Deserialize<'t>>(text: &'t [u8]) -> Result<T, String> {
    serde_json::from_slice(text).map_err(|error| format!("unexpected output: {error}"))
}

/// The pages of a folder by the names of their files, in their order.
pub fn pages(folder: &Path) -> io::Result<Vec<(String, PathBuf)>> {
    let mut pages = Vec::new();
    for entry in fs::read_dir(folder)? {
        let file = entry?.path();
        if file.extension() == Some("html".as_ref()) {
            let name = file.file_stem().unwrap_or_default();
            pages.push((name.to_string_lossy().into_owned(), file));
        }
    }
    pages.sort();
    Ok(pages)
}
