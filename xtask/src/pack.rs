//! `cargo xtask bench pack`: programs of npm through `gen minify --pack` and other packers.

use std::path::Path;
use std::time::Instant;

use serde_json::{Value, json};

use crate::node::Node;
use crate::programs::{List, Measured, Program, Row, SMALL, measure, print_head, print_row};
use crate::tool::{Tool, parse};

/// The packers, and the minifier before them, as packages of npm.
const TOOLS: [&str; 3] = ["regpack@5.0.1", "roadroller@2.1.0", "terser@5.51.2"];

/// The list of larger programs.
const LARGE: &str = "xtask/pack.toml";

/// By this factor, a larger program packed by `gen` may be larger than by Roadroller, in a zip file.
const MOST: f64 = 1.01;

/// What Node runs.
const SCRIPT: &str = concat!(include_str!("exercise.js"), include_str!("pack.js"));

/// What the sizes of a script are.
const SIZES: [&str; 2] = ["bytes", "zip"];

/// Prints the tables, and returns the number of findings.
pub fn run(root: &Path) -> Result<usize, String> {
    let tool = Tool::build(root)?;
    let (small, large) = (List::read(root, SMALL)?, List::read(root, LARGE)?);
    let programs: Vec<&Program> = small.program.iter().chain(&large.program).collect();
    let packages = programs.iter().map(|program| program.package.as_str());
    let packages: Vec<&str> = TOOLS.into_iter().chain(packages).collect();
    let node = Node::with(root, &packages)?;
    let jobs = programs.iter().map(|one| job(&tool, &node, one));
    let rows = measure(&node, SCRIPT, jobs.collect::<Result<_, String>>()?, &[])?;
    println!("{}\n", TOOLS.join(", "));
    for (at, title) in SIZES.iter().enumerate() {
        print_sizes(title, at, &programs, &rows);
    }
    print_times(&rows);
    let (first, last) = rows.split_at(small.program.len());
    Ok(verdict(first, last))
}

/// A program minified and packed by `gen`, for the script that runs the other tools.
fn job(tool: &Tool, node: &Node, program: &Program) -> Result<Value, String> {
    let words = program.words(node);
    let minified = |more: &[&str]| -> Result<(Value, u128), String> {
        let words: Vec<&str> = words
            .iter()
            .map(String::as_str)
            .chain(more.iter().copied())
            .collect();
        let started = Instant::now();
        let printed: Value = parse(tool.stdout(&words)?.as_bytes())?;
        Ok((printed["page"].clone(), started.elapsed().as_millis()))
    };
    let (page, _) = minified(&[])?;
    let mut job = program.job(node, &page);
    let packed = SIZES.iter().map(|metric| {
        // Bytes that editors and terminals may damage are part of what is compared.
        let (text, milliseconds) = minified(&["--pack", "--metric", metric])?;
        Ok(json!({ "metric": metric, "text": text, "milliseconds": milliseconds }))
    });
    job["packed"] = Value::Array(packed.collect::<Result<_, String>>()?);
    eprintln!("{}", program.name);
    Ok(job)
}

/// The columns of the tables.
const COLUMNS: [&str; 7] = [
    "gen",
    "terser",
    "gen --pack",
    "RegPack on gen",
    "RegPack on terser",
    "Roadroller on gen",
    "Roadroller on terser",
];

/// A result for a column of the table of a kind of size.
fn result<'r>(row: &'r Row, column: &str, at: usize) -> Option<&'r Measured> {
    let packed = format!("gen {}", SIZES[at]);
    let tool = if column == "gen --pack" {
        &packed
    } else {
        column
    };
    row.measured.iter().find(|one| one.tool == tool)
}

/// The smallest right size in some columns.
fn least(row: &Row, at: usize, is_in: impl Fn(&str) -> bool) -> Option<usize> {
    let columns = COLUMNS.iter().filter(|column| is_in(column));
    let measured = columns.filter_map(|column| result(row, column, at));
    let right = measured.filter(|one| one.right);
    right.map(|one| one.sizes[at]).min()
}

/// Prints a table in Markdown for a kind of size.
fn print_sizes(title: &str, at: usize, programs: &[&Program], rows: &[Row]) {
    print_head(title, &COLUMNS);
    for row in rows {
        let measured = COLUMNS.map(|column| result(row, column, at));
        print_row(programs, row, &measured, at);
    }
    println!();
}

/// Prints how long the packers took for all programs.
fn print_times(rows: &[Row]) {
    for tool in [
        "gen bytes",
        "gen zip",
        "RegPack on gen",
        "Roadroller on gen",
    ] {
        let measured = rows.iter().flat_map(|row| &row.measured);
        let times: Vec<usize> = measured
            .filter(|one| one.tool == tool)
            .map(|one| one.milliseconds)
            .collect();
        let sum: usize = times.iter().sum();
        println!(
            "{tool}: {} s for {} programs",
            sum.div_ceil(1000),
            times.len()
        );
    }
}

/// Prints how often `gen --pack` is the smallest, and returns the number of findings.
fn verdict(small: &[Row], large: &[Row]) -> usize {
    let rows = || small.iter().chain(large);
    let is_ours = |column: &str| column == "gen --pack";
    let mut findings = 0;
    for (at, title) in SIZES.iter().enumerate() {
        let is_smallest = |row: &&Row| {
            let others = least(row, at, |column| !is_ours(column) && column != "gen");
            least(row, at, is_ours).is_some_and(|ours| others.is_none_or(|theirs| ours < theirs))
        };
        let (count, all) = (rows().filter(is_smallest).count(), rows().count());
        println!("by {title}, gen --pack is smaller than all others on {count} of {all}");
    }
    for row in rows().filter(|row| (0..SIZES.len()).any(|at| least(row, at, is_ours).is_none())) {
        println!("finding: gen --pack is wrong on {}", row.name);
        findings += 1;
    }
    for row in large {
        let theirs = least(row, 1, |column| column.starts_with("Roadroller"));
        let ours = least(row, 1, is_ours);
        if let (Some(ours), Some(theirs)) = (ours, theirs)
            && ours as f64 > theirs as f64 * MOST
        {
            println!(
                "finding: {} has {ours} zip bytes, {theirs} by Roadroller",
                row.name
            );
            findings += 1;
        }
    }
    let values: usize = rows().map(|row| row.values).sum();
    println!("{values} characters of recorded values");
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_script_and_a_large_one_are_findings() {
        let row = |ours: usize, right: bool| {
            let results = [
                ("gen bytes", ours, right),
                ("gen zip", ours, true),
                ("Roadroller on gen", 1000, true),
            ];
            Row::of(results, SIZES.len())
        };
        assert_eq!(verdict(&[row(2000, true)], &[row(1010, true)]), 0);
        assert_eq!(verdict(&[row(900, false)], &[row(1011, true)]), 2);
        assert_eq!(verdict(&[], &[row(1011, false)]), 2);
    }
}
