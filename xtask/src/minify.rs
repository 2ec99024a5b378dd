//! `cargo xtask bench minify`: small programs of npm through `gen minify` and other minifiers.

use std::fs;
use std::path::Path;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::node::Node;
use crate::tool::{Tool, parse};

/// The minifiers, as packages of npm.
const TOOLS: [&str; 4] = [
    "terser@5.51.2",
    "esbuild@0.28.2",
    "@swc/core@1.16.22",
    "oxc-minify@0.146.0",
];

/// The list of programs.
pub const LIST: &str = "xtask/minify.toml";

/// `gen` must make the smallest script of at least this share of the programs.
const LEAST: (usize, usize) = (8, 10);

/// What Node runs.
const SCRIPT: &str = concat!(include_str!("exercise.js"), include_str!("minify.js"));

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
        let text =
            fs::read_to_string(root.join(file)).map_err(|error| format!("{file}: {error}"))?;
        toml::from_str(&text).map_err(|error| format!("{file}: {error}"))
    }
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
        let versioned = self.package.as_str();
        let package = versioned
            .rsplit_once('@')
            .map_or(versioned, |(name, _)| name);
        let file = node.module(package).join(&self.file);
        file.display().to_string()
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

/// A program with the results of all minifiers.
#[derive(Deserialize)]
struct Row {
    name: String,
    before: usize,
    /// The characters of the recorded values.
    values: usize,
    measured: Vec<Measured>,
}

/// What the sizes of a script are.
const SIZES: [&str; 3] = ["bytes", "gzip", "brotli"];

#[derive(Deserialize)]
struct Measured {
    tool: String,
    /// Whether the script has the same values as the program.
    right: bool,
    sizes: [usize; SIZES.len()],
}

/// Prints the table, and returns the number of findings.
pub fn run(root: &Path) -> Result<usize, String> {
    let tool = Tool::build(root)?;
    let list = List::read(root, LIST)?;
    let programs = list.program.iter().map(|program| program.package.as_str());
    let packages: Vec<&str> = TOOLS.into_iter().chain(programs).collect();
    let node = Node::with(root, &packages)?;
    let jobs: Result<Vec<Value>, String> = list
        .program
        .iter()
        .map(|one| job(&tool, &node, one))
        .collect();
    let file = tempfile::NamedTempFile::new();
    let file = file.map_err(|error| format!("a file for the programs: {error}"))?;
    fs::write(&file, Value::Array(jobs?).to_string())
        .map_err(|error| format!("{}: {error}", file.path().display()))?;
    let printed = node.run(SCRIPT, &[file.path().as_os_str()])?;
    let rows: Vec<Row> = parse(printed.as_bytes())?;
    println!("{}\n", TOOLS.join(", "));
    print_sizes(&list, &rows);
    Ok(verdict(&rows))
}

/// A program minified with `gen`, for the script that runs the other minifiers.
fn job(tool: &Tool, node: &Node, program: &Program) -> Result<Value, String> {
    let words = program.words(node);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let minified: Value = parse(tool.stdout(&words)?.as_bytes())?;
    Ok(program.job(node, &minified["page"]))
}

/// Prints a table in Markdown for each kind of size.
fn print_sizes(list: &List, rows: &[Row]) {
    let measured = rows.first().map_or(&[][..], |row| &row.measured);
    let tools: Vec<&str> = measured.iter().map(|one| one.tool.as_str()).collect();
    for (at, title) in SIZES.iter().enumerate() {
        println!("| {title} | licence | before | {} |", tools.join(" | "));
        println!("|---|---|---:|{}", "---:|".repeat(tools.len()));
        let mut sums = vec![0; tools.len()];
        for row in rows {
            let program = list.program.iter().find(|one| one.name == row.name);
            let licence = program.map_or("", |one| one.licence.as_str());
            let right = row.measured.iter().filter(|one| one.right);
            let least = right.map(|one| one.sizes[at]).min();
            print!("| {} | {licence} | {} |", row.name, row.before);
            for (sum, one) in sums.iter_mut().zip(&row.measured) {
                let size = one.sizes[at];
                *sum += size;
                // The smallest in bold, and a word if the script is wrong.
                match (one.right, Some(size) == least) {
                    (false, _) => print!(" {size} wrong |"),
                    (true, true) => print!(" **{size}** |"),
                    (true, false) => print!(" {size} |"),
                }
            }
            println!();
        }
        let sums: Vec<String> = sums.iter().map(ToString::to_string).collect();
        println!("| all | | | {} |\n", sums.join(" | "));
    }
}

/// Prints how often `gen` is the smallest, and returns the number of findings.
fn verdict(rows: &[Row]) -> usize {
    // The bytes of right scripts by `gen`, or by the others.
    let least = |row: &Row, is_gen: bool| {
        let right = row.measured.iter().filter(|one| one.right);
        let of_tool = right.filter(|one| (one.tool == "gen") == is_gen);
        of_tool.map(|one| one.sizes[0]).min()
    };
    let wrong: Vec<&Row> = rows
        .iter()
        .filter(|row| least(row, true).is_none())
        .collect();
    let is_smallest = |row: &&Row| {
        least(row, true).is_some_and(|ours| least(row, false).is_none_or(|theirs| ours < theirs))
    };
    let smallest = rows.iter().filter(is_smallest).count();
    let values: usize = rows.iter().map(|row| row.values).sum();
    let (count, all) = (wrong.len(), rows.len());
    println!("{values} characters of recorded values; gen is wrong on {count}");
    println!("gen is smaller than all others on {smallest} of {all}");
    let few = smallest * LEAST.1 < all * LEAST.0;
    for row in &wrong {
        println!("finding: gen is wrong on {}", row.name);
    }
    if few {
        println!("finding: fewer than {} of {}", LEAST.0, LEAST.1);
    }
    count + usize::from(few)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_script_and_too_few_of_the_smallest_are_findings() {
        let row = |ours: usize, theirs: usize, right: bool| Row {
            name: "a".into(),
            before: 9,
            values: 9,
            measured: [("gen", ours, right), ("terser", theirs, true)]
                .map(|(tool, bytes, right)| Measured {
                    tool: tool.into(),
                    right,
                    sizes: [bytes; SIZES.len()],
                })
                .into(),
        };
        let rows = |ours, right| -> Vec<Row> {
            let last = std::iter::once(row(ours, 5, right));
            (0..4).map(|_| row(4, 5, true)).chain(last).collect()
        };
        // Four of five are enough.
        assert_eq!(verdict(&rows(5, true)), 0);
        assert_eq!(verdict(&rows(4, false)), 1);
        assert_eq!(verdict(&rows(5, true)[1..]), 1);
    }
}
