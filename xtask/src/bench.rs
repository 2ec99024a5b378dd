//! `cargo xtask bench`: speed and bytes compared with other programs in one run. The results are
//! ratios: these differ less between machines than times.

use std::fs;
use std::path::Path;
use std::time::Instant;

use serde_json::Value;
use tempfile::TempDir;

use crate::node::Node;
use crate::tool::{Page, Record, Tool, parse};

/// How often each time is measured; the median counts.
const ROUNDS: usize = 5;

/// Other tools, and their packages on npm.
const TOOLS: [(&str, &str); 2] = [("terser", "terser@5"), ("esbuild", "esbuild@0.28")];

/// The part of the parity check with which every host is timed.
const PLAN: [&str; 6] = [
    "index_L1",
    "index_TMP_D_SU",
    "--suite",
    "rules",
    "--suite",
    "draws",
];

/// Runs all comparisons; one that needs a missing program is skipped with a notice.
pub fn run(root: &Path) -> Result<(), String> {
    let bench = Bench(Tool::build(root)?);
    bench.pages()?;
    bench.hosts()?;
    println!("\n# the speed of move generation");
    crate::cargo(
        &["bench", "--package", "golfchess-bench", "--bench", "perft"],
        &[],
    )
}

struct Bench(Tool);

impl Bench {
    /// All pages by `gen`, and the same readable scripts by the minifiers of others.
    fn pages(&self) -> Result<(), String> {
        let failed = |error: std::io::Error| format!("a folder for pages: {error}");
        let scratch = TempDir::new().map_err(failed)?;
        let out = scratch.path().join("catalog").display().to_string();
        let mut times = Vec::new();
        for _ in 0..ROUNDS {
            let started = Instant::now();
            self.0.stdout(&["--all", "--out", &out])?;
            times.push(started.elapsed().as_secs_f64() * 1e3);
        }
        times.sort_by(f64::total_cmp);
        let ours = times[ROUNDS / 2];
        let record = Record::read(&Path::new(&out).join("sizes.json"))?;
        let bytes: usize = record.pages.iter().map(|page| page.bytes).sum();
        let count = record.pages.len();
        println!("# {count} pages: composed, minified, measured and written by gen");
        println!("gen      {ours:6.0} ms        {bytes} bytes");
        let packages: Vec<&str> = TOOLS.iter().map(|(_, package)| *package).collect();
        let node = match Node::with(&self.0.root, &packages) {
            Ok(node) => node,
            Err(reason) => {
                println!("notice: terser and esbuild are not compared: {reason}");
                return Ok(());
            }
        };
        let scripts: Result<Vec<_>, String> =
            record.pages.iter().map(|page| self.forms(page)).collect();
        let file = scratch.path().join("scripts.json");
        let text = serde_json::to_string(&scripts?).map_err(|error| error.to_string())?;
        fs::write(&file, text).map_err(failed)?;
        println!(
            "# the same scripts only minified, their pages not verified; in brackets: gen is 1"
        );
        for (name, _) in TOOLS {
            let rounds = ROUNDS.to_string();
            let arguments = [name.as_ref(), file.as_os_str(), rounds.as_ref()];
            let printed = node.run(include_str!("bench.js"), &arguments)?;
            let (time, theirs): (f64, usize) = parse(printed.as_bytes())?;
            println!(
                "{name:8} {time:6.0} ms ({:.2})  {theirs} bytes ({:.2})",
                time / ours,
                theirs as f64 / bytes as f64,
            );
        }
        Ok(())
    }

    /// The readable script of a page, and the same with its implicit globals declared.
    fn forms(&self, page: &Page) -> Result<[String; 2], String> {
        let text = self.0.stdout(&["source", &page.name])?;
        let (_, script) = text.split_once("<script>").ok_or("no script")?;
        let (script, _) = script.rsplit_once("</script>").ok_or("no end")?;
        let words = ["explain", &page.name, "--format", "json"];
        let explained: Value = parse(self.0.stdout(&words)?.as_bytes())?;
        let names = explained["names"].as_array().ok_or("no names")?.iter();
        let globals = names.filter(|name| name["kind"] == "global");
        let globals: Vec<&str> = globals.filter_map(|name| name["name"].as_str()).collect();
        let declared = format!("var {};{script}", globals.join(","));
        Ok([script.to_owned(), declared])
    }

    /// Dialogs per second in the embedded engine and in the browser.
    fn hosts(&self) -> Result<(), String> {
        println!("\n# the same part of the parity check in each host; in brackets: embedded is 1");
        let embedded = self.speed("embedded")?;
        println!("embedded {embedded:6.0} dialogs a second");
        if let Err(reason) = crate::browser::find() {
            println!("notice: no browser is compared: {reason}");
            println!("  `cargo xtask browser` installs one");
            return Ok(());
        }
        let browser = self.speed("chrome")?;
        let ratio = browser / embedded;
        println!("browser  {browser:6.0} dialogs a second ({ratio:.2})");
        Ok(())
    }

    fn speed(&self, host: &str) -> Result<f64, String> {
        let verdict = self.0.verify(&[&PLAN[..], &["--host", host]].concat())?;
        Ok(verdict.dialogs() as f64 / verdict.seconds)
    }
}
