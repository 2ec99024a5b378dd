//! Programs of npm with exercises, on which benchmarks compare `gen minify` with other tools.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::node::Node;
use crate::tool::parse;

/// The list of small programs.
pub const SMALL: &str = "xtask/minify.toml";

/// A list of programs.
#[derive(Deserialize)]
pub struct List {
    pub program: Vec<Program>,
}

/// A program, and what it has to do.
#[derive(Deserialize)]
pub struct Program {
    pub name: String,
    pub package: String,
    file: String,
    pub licence: String,
    sha256: String,
    keep: Vec<String>,
    exercise: String,
}

impl List {
    /// The programs of a file of the repository.
    pub fn read(root: &Path, file: &str) -> Result<Self, String> {
        read_list(root, file)
    }
}

/// A list in TOML of the repository.
pub fn read_list<T: DeserializeOwned>(root: &Path, file: &str) -> Result<T, String> {
    let text = fs::read_to_string(root.join(file)).map_err(|error| format!("{file}: {error}"))?;
    toml::from_str(&text).map_err(|error| format!("{file}: {error}"))
}

/// The place of a file in a package with its version.
pub fn place(node: &Node, versioned: &str, file: &str) -> String {
    let package = versioned
        .rsplit_once('@')
        .map_or(versioned, |(name, _)| name);
    node.module(package).join(file).display().to_string()
}

impl Program {
    /// The arguments of `gen minify` for it.
    pub fn words(&self, node: &Node) -> Vec<String> {
        let mut words: Vec<String> = [
            "minify",
            &self.path(node),
            "--wrapper",
            "none",
            "--format",
            "json",
        ]
        .map(str::to_owned)
        .into();
        for name in &self.keep {
            words.extend(["--keep".to_owned(), name.clone()]);
        }
        words
    }

    fn path(&self, node: &Node) -> String {
        place(node, &self.package, &self.file)
    }

    /// Itself for the scripts in `exercise.js`.
    pub fn job(&self, node: &Node, ours: &Value) -> Value {
        json!({
            "name": self.name,
            "file": self.path(node),
            "sha256": self.sha256,
            "keep": self.keep,
            "exercise": self.exercise,
            "ours": ours,
        })
    }
}

/// Gives these programs and more arguments to a script, which runs the tools in Node and prints a list.
pub fn measure<T: DeserializeOwned>(
    node: &Node,
    script: &str,
    jobs: Vec<Value>,
    more: &[&OsStr],
) -> Result<Vec<T>, String> {
    let file = tempfile::NamedTempFile::new();
    let file = file.map_err(|error| format!("a file for the programs: {error}"))?;
    fs::write(&file, Value::Array(jobs).to_string())
        .map_err(|error| format!("{}: {error}", file.path().display()))?;
    let mut arguments = vec![file.path().as_os_str()];
    arguments.extend(more);
    let printed = node.run(script, &arguments)?;
    parse(printed.as_bytes())
}
