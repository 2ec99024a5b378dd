//! `cargo xtask bench minify`: small programs of npm through `gen minify` and other minifiers.

use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};
use tempfile::TempDir;

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
const LIST: &str = "xtask/minify.toml";

/// `gen` must make the smallest script of at least this share of the programs.
const LEAST: (usize, usize) = (8, 10);

#[derive(Deserialize)]
struct List {
    program: Vec<Program>,
}

/// A program, and what it has to do.
#[derive(Deserialize)]
struct Program {
    name: String,
    package: String,
    file: String,
    licence: String,
    sha256: String,
    keep: Vec<String>,
    exercise: String,
}

/// A program for the script that runs the other minifiers.
#[derive(Serialize)]
struct Job<'p> {
    name: &'p str,
    file: String,
    sha256: &'p str,
    keep: &'p [String],
    exercise: &'p str,
    ours: String,
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

#[derive(Deserialize)]
struct Measured {
    tool: String,
    /// Whether the script has the same values as the program.
    right: bool,
    bytes: usize,
    gzip: usize,
    brotli: usize,
}

/// The part of the JSON of `gen minify` that is needed.
#[derive(Deserialize)]
struct Minified {
    page: String,
}

/// Prints the table, and returns the number of findings.
pub fn run(root: &Path) -> Result<usize, String> {
    let tool = Tool::build(root)?;
    let text = fs::read_to_string(root.join(LIST)).map_err(|error| format!("{LIST}: {error}"))?;
    let list: List = toml::from_str(&text).map_err(|error| format!("{LIST}: {error}"))?;
    let programs = list.program.iter().map(|program| program.package.as_str());
    let packages: Vec<&str> = TOOLS.into_iter().chain(programs).collect();
    let node = Node::with(root, &packages)?;
    let jobs: Result<Vec<Job<'_>>, String> = list
        .program
        .iter()
        .map(|one| job(&tool, &node, one))
        .collect();
    let failed = |error: std::io::Error| format!("a folder for the programs: {error}");
    let scratch = TempDir::new().map_err(failed)?;
    let file = scratch.path().join("programs.json");
    let text = serde_json::to_string(&jobs?).map_err(|error| error.to_string())?;
    fs::write(&file, text).map_err(failed)?;
    let printed = node.run(include_str!("minify.js"), &[file.as_os_str()])?;
    let rows: Vec<Row> = parse(printed.as_bytes())?;
    println!("{}", TOOLS.join(", "));
    println!();
    print_sizes(&list, &rows);
    Ok(verdict(&rows))
}

/// Minifies a program with `gen`.
fn job<'p>(tool: &Tool, node: &Node, program: &'p Program) -> Result<Job<'p>, String> {
    let package = program
        .package
        .rsplit_once('@')
        .map_or(program.package.as_str(), |(name, _)| name);
    let file = node
        .module(package)
        .join(&program.file)
        .display()
        .to_string();
    let mut words = vec!["minify", &file, "--wrapper", "none", "--format", "json"];
    for name in &program.keep {
        words.extend(["--keep", name]);
    }
    let printed = tool.stdout(&words)?;
    let minified: Minified = parse(printed.as_bytes())?;
    Ok(Job {
        name: &program.name,
        sha256: &program.sha256,
        keep: &program.keep,
        exercise: &program.exercise,
        ours: minified.page,
        file,
    })
}

/// Prints three tables in Markdown: bytes, gzip and brotli.
fn print_sizes(list: &List, rows: &[Row]) {
    type Size = fn(&Measured) -> usize;
    let sizes: [(&str, Size); 3] = [
        ("bytes", |one| one.bytes),
        ("gzip", |one| one.gzip),
        ("brotli", |one| one.brotli),
    ];
    let tools: Vec<&str> = rows
        .first()
        .map(|row| row.measured.iter().map(|one| one.tool.as_str()).collect())
        .unwrap_or_default();
    for (title, size) in sizes {
        println!("| {title} | licence | before | {} |", tools.join(" | "));
        println!("|---|---|---:|{}", "---:|".repeat(tools.len()));
        let mut sums = vec![0; tools.len()];
        for row in rows {
            let program = list.program.iter().find(|one| one.name == row.name);
            let licence = program.map_or("", |one| one.licence.as_str());
            let least = row.measured.iter().filter(|one| one.right).map(size).min();
            let cells: Vec<String> = row
                .measured
                .iter()
                .map(|one| cell(one, size, least))
                .collect();
            println!(
                "| {} | {licence} | {} | {} |",
                row.name,
                row.before,
                cells.join(" | ")
            );
            for (sum, one) in sums.iter_mut().zip(&row.measured) {
                *sum += size(one);
            }
        }
        let sums: Vec<String> = sums.iter().map(ToString::to_string).collect();
        println!("| all | | | {} |", sums.join(" | "));
        println!();
    }
}

/// A size; the smallest in bold, and a word if the script is wrong.
fn cell(one: &Measured, size: fn(&Measured) -> usize, least: Option<usize>) -> String {
    match (one.right, Some(size(one)) == least) {
        (false, _) => format!("{} wrong", size(one)),
        (true, true) => format!("**{}**", size(one)),
        (true, false) => size(one).to_string(),
    }
}

/// Prints how often `gen` is the smallest, and returns the number of findings.
fn verdict(rows: &[Row]) -> usize {
    let ours = |row: &Row| row.measured.iter().position(|one| one.tool == "gen");
    let is_wrong = |row: &&Row| ours(row).is_none_or(|at| !row.measured[at].right);
    let is_smallest = |row: &&Row| {
        let others = row
            .measured
            .iter()
            .filter(|one| one.tool != "gen" && one.right);
        let least = others.map(|one| one.bytes).min();
        ours(row).is_some_and(|at| least.is_none_or(|least| row.measured[at].bytes < least))
    };
    let wrong: Vec<&str> = rows
        .iter()
        .filter(is_wrong)
        .map(|row| row.name.as_str())
        .collect();
    let smallest = rows.iter().filter(is_smallest).count();
    let values: usize = rows.iter().map(|row| row.values).sum();
    println!(
        "{values} characters of recorded values; gen is wrong on {}",
        wrong.len()
    );
    println!(
        "gen is smaller than all others on {smallest} of {}",
        rows.len()
    );
    let few = smallest * LEAST.1 < rows.len() * LEAST.0;
    for name in &wrong {
        println!("finding: gen is wrong on {name}");
    }
    if few {
        println!("finding: fewer than {} of {}", LEAST.0, LEAST.1);
    }
    wrong.len() + usize::from(few)
}
