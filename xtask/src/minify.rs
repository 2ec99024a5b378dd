//! `cargo xtask bench minify`: small programs of npm through `gen minify` and other minifiers.

use std::path::Path;

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::comparison::{Comparison, Measured, Row, report};
use crate::node::Node;
use crate::programs::{List, Program, SMALL, measure};
use crate::tool::{Tool, parse};

/// The minifiers, as packages of npm.
const TOOLS: [&str; 4] = [
    "terser@5.51.2",
    "esbuild@0.28.2",
    "@swc/core@1.16.22",
    "oxc-minify@0.146.0",
];

/// `gen` must make the smallest script of at least this share of the programs, by these metrics.
const LEAST: [(&str, (usize, usize)); 3] =
    [("bytes", (36, 40)), ("zip", (30, 40)), ("brotli", (30, 40))];

/// What Node runs.
const SCRIPT: &str = concat!(include_str!("exercise.js"), include_str!("minify.js"));

/// What the sizes of a script are: metrics of `gen`. Node measures all but the last.
const SIZES: [&str; 5] = ["bytes", "chars", "gzip", "brotli", "zip"];

/// Headers and directory of a zip container with one entry: `index.html`.
const ZIP_CONTAINER: usize = 30 + 10 + 46 + 10 + 22;

/// Header and trailer around deflated data in gzip's format.
const GZIP_CONTAINER: usize = 10 + 8;

/// A program with all scripts that the tools made of it.
#[derive(Deserialize)]
struct Made {
    name: String,
    before: usize,
    values: usize,
    scripts: Vec<Script>,
}

/// A script that a tool made.
#[derive(Clone, Deserialize)]
struct Script {
    tool: String,
    /// The metric by which it was chosen; `None` if the tool has no metrics.
    metric: Option<String>,
    right: bool,
    text: String,
    /// All sizes but the last.
    sizes: Vec<usize>,
}

impl Made {
    /// The smallest right script of each tool by each metric.
    fn row(self) -> Result<Row, String> {
        let mut tools: Vec<&str> = Vec::new();
        for script in &self.scripts {
            if !tools.contains(&script.tool.as_str()) {
                tools.push(&script.tool);
            }
        }
        let measured: Result<_, String> = tools.iter().map(|tool| self.measured(tool)).collect();
        Ok(Row {
            measured: measured?,
            name: self.name,
            before: self.before,
            values: self.values,
        })
    }

    fn measured(&self, tool: &str) -> Result<Measured, String> {
        let of_tool = || self.scripts.iter().filter(|script| script.tool == tool);
        // A tool with metrics must be right by each.
        let right = of_tool().any(|script| script.right)
            && of_tool().all(|script| script.right || script.metric.is_none());
        let sizes = SIZES.iter().enumerate().map(|(at, metric)| {
            let counts = |script: &&Script| {
                script.metric.as_ref().is_none_or(|own| own == metric) && (script.right || !right)
            };
            let sizes = of_tool().filter(counts).map(|script| script.size(at));
            sizes.min().ok_or(format!("no {metric} of {tool}"))
        });
        Ok(Measured {
            tool: tool.to_owned(),
            metric: None,
            error: None,
            milliseconds: 0,
            right,
            sizes: sizes.collect::<Result<_, String>>()?,
        })
    }
}

impl Script {
    fn size(&self, at: usize) -> usize {
        let known = self.sizes.get(at).copied();
        known.unwrap_or_else(|| self.zip_size())
    }

    /// Its size in a zip container, deflated like the pages of `gen`.
    fn zip_size(&self) -> usize {
        let mut packed = Vec::new();
        let zopfli = zopfli::compress(
            zopfli::Options::default(),
            zopfli::Format::Deflate,
            self.text.as_bytes(),
            &mut packed,
        );
        let zlib = self.sizes[2] - GZIP_CONTAINER;
        let least = zopfli
            .map_or(zlib, |()| packed.len().min(zlib))
            .min(self.text.len());
        least + ZIP_CONTAINER
    }
}

/// Prints the table, and returns the number of findings.
pub fn run(root: &Path) -> Result<usize, String> {
    let tool = Tool::build(root)?;
    let list = List::read(root, SMALL)?;
    let programs = list.program.iter().map(|program| program.package.as_str());
    let packages: Vec<&str> = TOOLS.into_iter().chain(programs).collect();
    let node = Node::with(root, &packages)?;
    let programs: Vec<&Program> = list.program.iter().collect();
    let jobs = programs.iter().map(|one| job(&tool, &node, one));
    let made: Vec<Made> = measure(&node, SCRIPT, jobs.collect::<Result<_, String>>()?, &[])?;
    let rows: Result<_, String> = made.into_iter().map(Made::row).collect();
    let rows: Vec<Row> = rows?;
    let compared = comparison(rows, &programs);
    compared.publish(root, "minify.md")?;
    Ok(verdict(&compared))
}

/// What is compared.
fn comparison(rows: Vec<Row>, programs: &[&Program]) -> Comparison {
    let licences = programs.iter().map(|one| (&one.name, &one.licence));
    let lists: [&[&str]; 2] = [&TOOLS, &SIZES];
    Comparison::new("cargo xtask bench minify", lists, "wrong", licences, rows)
}

/// A program minified with `gen` by each metric, for the script that runs the other minifiers.
fn job(tool: &Tool, node: &Node, program: &Program) -> Result<Value, String> {
    let words = program.words(node);
    let mut ours = Map::new();
    for metric in SIZES {
        let words = words.iter().map(String::as_str);
        let words: Vec<&str> = words.chain(["--metric", metric]).collect();
        let minified: Value = parse(tool.stdout(&words)?.as_bytes())?;
        ours.insert(metric.to_owned(), minified["page"].clone());
    }
    Ok(program.job(node, &Value::Object(ours)))
}

/// Prints how often `gen` is the smallest, and returns the number of findings.
fn verdict(compared: &Comparison) -> usize {
    let mut findings = compared.wrong_ones();
    let values: usize = compared.rows.iter().map(|row| row.values).sum();
    let wrong = findings.len();
    println!("{values} characters of recorded values; gen is wrong on {wrong}");
    for (metric, (least, of)) in LEAST {
        let at = SIZES.iter().position(|size| *size == metric);
        let smallest = compared.smallest(at.unwrap_or_default());
        if smallest * of < compared.rows.len() * least {
            findings.push(format!("fewer than {least} of {of} by {metric}"));
        }
    }
    report(&findings)
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
            (0..9).map(|_| row(4, 5, true)).chain(last).collect()
        };
        let verdict = |ours, right, from: usize| {
            let rows = rows(ours, right).split_off(from);
            verdict(&comparison(rows, &[]))
        };
        // Nine of ten are enough.
        assert_eq!(verdict(5, true, 0), 0);
        assert_eq!(verdict(4, false, 0), 1);
        // Eight of nine are enough only by zip and by brotli.
        assert_eq!(verdict(5, true, 1), 1);
        assert_eq!(verdict(5, true, 7), 3);
    }

    #[test]
    fn the_smallest_right_script_by_each_metric_counts() {
        let script = |tool: &str, metric: Option<&str>, right, text: &str| Script {
            tool: tool.into(),
            metric: metric.map(str::to_owned),
            right,
            text: text.into(),
            sizes: vec![text.len(); 4],
        };
        let ours =
            |right| SIZES.map(|metric| script("gen", Some(metric), right, "a=b;a=b;a=b;a=b"));
        let theirs = [
            script("esbuild", None, false, "a"),
            script("esbuild", None, true, "a=b;a=b;a=b;a=b;"),
            script("esbuild", None, true, "a=b;a=b;a=b;a=b;a=b"),
        ];
        let made = |right| Made {
            name: "a".into(),
            before: 1,
            values: 1,
            scripts: ours(right).into_iter().chain(theirs.clone()).collect(),
        };
        let row = made(true).row().unwrap();
        assert_eq!(row.measured[0].sizes[..4], [15; 4]);
        assert_eq!(row.measured[1].sizes[..4], [16; 4]);
        assert!(row.measured[1].right);
        let mut scripts = made(true);
        scripts.scripts[4].right = false;
        assert!(!scripts.row().unwrap().measured[0].right);
    }

    #[test]
    fn a_zip_container_has_the_size_that_gen_gives_it() {
        // printf 'e2e4 %.0s' $(seq 200) > index.html; zip -9X a.zip index.html; wc -c < a.zip
        let text = "e2e4 ".repeat(200);
        let script = Script {
            tool: "gen".into(),
            metric: None,
            right: true,
            sizes: vec![1000, 1000, 33, 30],
            text,
        };
        let size = script.size(4);
        assert!((130..=133).contains(&size), "{size}");
        let options = golfchess_sizes::metric::Metric::Zip;
        assert_eq!(size, options.measure(&script.text));
    }
}
