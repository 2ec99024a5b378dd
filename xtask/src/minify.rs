//! `cargo xtask bench minify`: small programs of npm through `gen minify` and other minifiers.

use std::path::Path;

use serde_json::Value;

use crate::node::Node;
use crate::programs::{List, Program, Row, SMALL, measure, print_head, print_row};
use crate::tool::{Tool, parse};

/// The minifiers, as packages of npm.
const TOOLS: [&str; 4] = [
    "terser@5.51.2",
    "esbuild@0.28.2",
    "@swc/core@1.16.22",
    "oxc-minify@0.146.0",
];

/// `gen` must make the smallest script of at least this share of the programs.
const LEAST: (usize, usize) = (8, 10);

/// What Node runs.
const SCRIPT: &str = concat!(include_str!("exercise.js"), include_str!("minify.js"));

/// What the sizes of a script are.
const SIZES: [&str; 3] = ["bytes", "gzip", "brotli"];

/// Prints the table, and returns the number of findings.
pub fn run(root: &Path) -> Result<usize, String> {
    let tool = Tool::build(root)?;
    let list = List::read(root, SMALL)?;
    let programs = list.program.iter().map(|program| program.package.as_str());
    let packages: Vec<&str> = TOOLS.into_iter().chain(programs).collect();
    let node = Node::with(root, &packages)?;
    let programs: Vec<&Program> = list.program.iter().collect();
    let jobs = programs.iter().map(|one| job(&tool, &node, one));
    let rows = measure(&node, SCRIPT, jobs.collect::<Result<_, String>>()?)?;
    println!("{}\n", TOOLS.join(", "));
    print_sizes(&programs, &rows);
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
fn print_sizes(programs: &[&Program], rows: &[Row]) {
    let measured = rows.first().map_or(&[][..], |row| &row.measured);
    let tools: Vec<&str> = measured.iter().map(|one| one.tool.as_str()).collect();
    for (at, title) in SIZES.iter().enumerate() {
        print_head(title, &tools);
        for row in rows {
            let measured: Vec<_> = row.measured.iter().map(Some).collect();
            print_row(programs, row, &measured, at);
        }
        let sum = |column: usize| -> usize {
            let sizes = rows.iter().map(|row| row.measured[column].sizes[at]);
            sizes.sum()
        };
        let sums: Vec<String> = (0..tools.len())
            .map(|column| sum(column).to_string())
            .collect();
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
        let row = |ours: usize, theirs: usize, right: bool| {
            let results = [("gen", ours, right), ("terser", theirs, true)];
            Row::of(results, SIZES.len())
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
