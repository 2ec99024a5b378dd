//! `cargo xtask bench pack`: programs of npm through `gen minify --pack` and other packers.

use std::path::Path;
use std::time::Instant;

use serde_json::{Value, json};

use crate::comparison::{Comparison, Row, report};
use crate::node::Node;
use crate::programs::{List, Program, SMALL, measure};
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
    let mut rows: Vec<Row> = measure(&node, SCRIPT, jobs.collect::<Result<_, String>>()?, &[])?;
    // `gen` has a result for each kind of size.
    for one in rows.iter_mut().flat_map(|row| &mut row.measured) {
        let metric = one.tool.strip_prefix("gen ");
        if let Some(metric) = metric.filter(|metric| SIZES.contains(metric)) {
            one.metric = Some(metric.to_owned());
            one.tool = OURS.to_owned();
        }
    }
    let compared = comparison(rows, &programs);
    compared.publish(root, "pack.md")?;
    print_times(&compared.rows);
    Ok(verdict(&compared, small.program.len()))
}

/// What is compared.
fn comparison(rows: Vec<Row>, programs: &[&Program]) -> Comparison {
    let licences = programs.iter().map(|one| (&one.name, &one.licence));
    let lists: [&[&str]; 2] = [&TOOLS, &SIZES];
    Comparison {
        columns: COLUMNS.map(str::to_owned).into(),
        ours: OURS,
        ..Comparison::new("cargo xtask bench pack", lists, "wrong", licences, rows)
    }
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

/// The column of packed scripts.
const OURS: &str = "gen --pack";

/// The columns of the tables.
const COLUMNS: [&str; 7] = [
    "gen",
    "terser",
    OURS,
    "RegPack on gen",
    "RegPack on terser",
    "Roadroller on gen",
    "Roadroller on terser",
];

/// Prints how long the packers took for all programs.
fn print_times(rows: &[Row]) {
    let packers = SIZES.map(|size| (OURS, size));
    let others = ["RegPack on gen", "Roadroller on gen"].map(|tool| (tool, SIZES[0]));
    for (tool, size) in packers.into_iter().chain(others) {
        let measured = rows.iter().filter_map(|row| row.result(tool, size));
        let times: Vec<usize> = measured.map(|one| one.milliseconds).collect();
        let seconds = times.iter().sum::<usize>().div_ceil(1000);
        println!("{tool}, {size}: {seconds} s for {} programs", times.len());
    }
}

/// Prints how often `gen --pack` is the smallest, and returns the number of findings. The larger programs
/// follow `small` others.
fn verdict(compared: &Comparison, small: usize) -> usize {
    for at in 0..SIZES.len() {
        compared.smallest(at);
    }
    let mut findings = compared.wrong_ones();
    for row in &compared.rows[small..] {
        let theirs = compared.least(row, 1, |column| column.starts_with("Roadroller"));
        if let (Some(ours), Some(theirs)) = (compared.own(row, 1), theirs)
            && ours as f64 > theirs as f64 * MOST
        {
            let name = &row.name;
            findings.push(format!(
                "{name} has {ours} zip bytes, {theirs} by Roadroller"
            ));
        }
    }
    let values: usize = compared.rows.iter().map(|row| row.values).sum();
    println!("{values} characters of recorded values");
    report(&findings)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_script_and_a_large_one_are_findings() {
        let row = |ours: usize, right: bool| {
            let results = [
                (OURS, ours, right),
                (OURS, ours, true),
                ("Roadroller on gen", 1000, true),
            ];
            let mut row = Row::of(results, SIZES.len());
            row.measured[0].metric = Some(SIZES[0].to_owned());
            row.measured[1].metric = Some(SIZES[1].to_owned());
            row
        };
        let verdict = |rows, small| verdict(&comparison(rows, &[]), small);
        assert_eq!(verdict(vec![row(2000, true), row(1010, true)], 1), 0);
        assert_eq!(verdict(vec![row(900, false), row(1011, true)], 1), 2);
        assert_eq!(verdict(vec![row(1011, false)], 0), 2);
    }
}
