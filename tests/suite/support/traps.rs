//! The small programs and pages of `tests/data/minify`, which trap minifiers.

use std::fs;
use std::path::PathBuf;

use serde::Deserialize;

use super::root;
use super::workspace::generate;

/// The metrics besides bytes. Most of their results are the same.
const OTHER_METRICS: [&str; 4] = ["chars", "gzip", "brotli", "zip"];

/// By which metrics a result is tried.
#[derive(Clone, Copy)]
pub enum Metrics {
    All,
    /// By bytes, and for each place in a list by one of the others, in turn.
    Two,
}

impl Metrics {
    pub fn at(self, place: usize) -> Vec<&'static str> {
        let other = place % OTHER_METRICS.len();
        let others = match self {
            Self::All => &OTHER_METRICS[..],
            Self::Two => &OTHER_METRICS[other..=other],
        };
        [&["bytes"], others].concat()
    }
}

/// A script or a page.
#[derive(Deserialize)]
pub struct Trap {
    pub file: String,
    /// What a script shows, a line each.
    #[serde(default)]
    pub shows: Vec<String>,
    /// What a person does on a page.
    #[serde(default)]
    pub actions: Vec<String>,
    /// Names for `--keep`.
    #[serde(default)]
    keep: Vec<String>,
    /// Whether a script does nothing by itself, only with [`DRIVER`] before it.
    #[serde(default)]
    driver: bool,
}

/// The line before a script that does nothing by itself, so that no check sees what it does.
const DRIVER: &str = "var driver=1;\n";

fn folder() -> PathBuf {
    root().join("tests/data/minify")
}

impl Trap {
    /// All in a folder.
    pub fn all(kind: &str) -> Vec<Self> {
        let text = fs::read_to_string(folder().join("index.json")).expect("the list");
        let mut all: Vec<Self> = serde_json::from_str(&text).expect("programs");
        all.retain(|trap| trap.file.starts_with(kind));
        all
    }

    pub fn text(&self) -> String {
        fs::read_to_string(folder().join(&self.file)).expect("a program")
    }

    /// What shows what the program shows: a script, or a result of it, with the line that runs it.
    pub fn driven(&self, script: &str) -> String {
        let driver = if self.driver { DRIVER } else { "" };
        format!("{driver}{script}")
    }

    /// Whether no engine reads the program as it is.
    pub fn is_typed(&self) -> bool {
        self.file.ends_with(".ts")
    }

    /// The result of `gen minify`; the reason if it is refused.
    pub fn minified(&self, options: &[&str]) -> Result<String, String> {
        let file = folder().join(&self.file);
        let mut words = vec!["minify", file.to_str().expect("a path")];
        words.extend(options);
        words.extend(self.keep.iter().flat_map(|name| ["--keep", name]));
        let run = generate(&words);
        match run.code {
            0 => Ok(run.out),
            _ => Err(run.err),
        }
    }
}
