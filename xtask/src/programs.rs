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

/// A program with the results of all tools.
#[derive(Deserialize)]
pub struct Row {
    pub name: String,
    pub before: usize,
    /// The characters of the recorded values.
    pub values: usize,
    pub measured: Vec<Measured>,
}

/// The result of a tool.
#[derive(Deserialize)]
pub struct Measured {
    pub tool: String,
    #[serde(default)]
    pub milliseconds: usize,
    /// Whether the script has the same values as the program.
    pub right: bool,
    /// Its sizes, those that the script of the benchmark measures.
    pub sizes: Vec<usize>,
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

/// Prints the head of a table in Markdown with a column for each of these.
pub fn print_head(title: &str, columns: &[&str]) {
    println!("| {title} | licence | before | {} |", columns.join(" | "));
    println!("|---|---|---:|{}", "---:|".repeat(columns.len()));
}

/// Prints a row of such a table, with a kind of size of these results.
pub fn print_row(programs: &[&Program], row: &Row, measured: &[Option<&Measured>], at: usize) {
    let program = programs.iter().find(|one| one.name == row.name);
    let licence = program.map_or("", |one| one.licence.as_str());
    let right = measured.iter().flatten().filter(|one| one.right);
    let least = right.map(|one| one.sizes[at]).min();
    print!("| {} | {licence} | {} |", row.name, row.before);
    for one in measured {
        // The smallest in bold, and a word if the script is wrong.
        match one {
            None => print!(" |"),
            Some(one) if !one.right => print!(" {} wrong |", one.sizes[at]),
            Some(one) if Some(one.sizes[at]) == least => print!(" **{}** |", one.sizes[at]),
            Some(one) => print!(" {} |", one.sizes[at]),
        }
    }
    println!();
}

#[cfg(test)]
impl Row {
    /// A row with results: their tools, bytes, and whether they are right.
    pub fn of<const N: usize>(results: [(&str, usize, bool); N], kinds: usize) -> Self {
        let measured = results.map(|(tool, bytes, right)| Measured {
            tool: tool.into(),
            milliseconds: 1,
            right,
            sizes: vec![bytes; kinds],
        });
        Self {
            name: "a".into(),
            before: 9,
            values: 9,
            measured: measured.into(),
        }
    }
}
