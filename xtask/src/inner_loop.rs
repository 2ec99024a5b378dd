//! `cargo xtask bench loop`: what an edit of a fragment costs that changes every page, beside what the
//! pages that are not packed cost alone.

use std::fs;
use std::io::{self, BufRead, BufReader, Lines};
use std::path::Path;
use std::process::{Child, ChildStdout, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;
use toml::{Table, Value};

use crate::stage::processor_time;
use crate::tool::{Record, Tool};

/// The most processor time of all pages, by that of the pages that are not packed.
const MOST: f64 = 3.0;

/// The fewest of some rounds count: other programs only add time.
const ROUNDS: usize = 3;

/// An edit that changes all pages.
const EDIT: (&str, &str, &str) = ("step.js", ") < 1\"\n", ") < .5\"\n");

/// What a run took.
#[derive(Clone, Copy)]
struct Cost {
    processor: Duration,
    wall: Duration,
}

/// Prints the table, and returns the number of findings.
pub fn run(root: &Path) -> Result<usize, String> {
    let tool = Tool::build(root)?;
    let mut findings = 0;
    println!("| after an edit that changes all pages | processor time | time of the clock |");
    println!("|---|---:|---:|");
    for (name, measure) in [
        ("`gen --all`", all as Measure),
        ("`gen watch`", watch as Measure),
    ] {
        let alone = least(&tool, measure, false)?;
        let every = least(&tool, measure, true)?;
        let share = |time: Duration| time.as_secs_f64() / alone.processor.as_secs_f64();
        println!(
            "| {name}, pages that are not packed | 1.00 | {:.2} |",
            share(alone.wall)
        );
        let (processor, wall) = (share(every.processor), share(every.wall));
        println!("| {name}, all pages | {processor:.2} | {wall:.2} |");
        if processor > MOST {
            println!("finding: {name} takes more than {MOST} times");
            findings += 1;
        }
        if wall > MOST / 2.0 {
            println!(
                "finding: {name} takes more than {} times by the clock",
                MOST / 2.0
            );
            findings += 1;
        }
    }
    Ok(findings)
}

/// Measures an edit in a copy of the catalog.
type Measure = fn(&Tool, &Path) -> Result<Cost, String>;

fn least(tool: &Tool, measure: Measure, with_packed: bool) -> Result<Cost, String> {
    let mut least: Option<Cost> = None;
    for _ in 0..ROUNDS {
        let folder = TempDir::new().map_err(|error| format!("cannot make a folder: {error}"))?;
        copy(&tool.root, folder.path(), with_packed)?;
        let cost = measure(tool, folder.path())?;
        least = Some(match least {
            None => cost,
            Some(other) => Cost {
                processor: other.processor.min(cost.processor),
                wall: other.wall.min(cost.wall),
            },
        });
    }
    least.ok_or_else(|| "no round".to_owned())
}

/// `gen --all` after the edit.
fn all(tool: &Tool, folder: &Path) -> Result<Cost, String> {
    let sizes = folder.join("catalog/sizes.json");
    edit(folder)?;
    let before = Record::read(&sizes)?;
    let (processor, wall) = (processor_time(), Instant::now());
    let words = words(folder, &["--all"]);
    tool.stdout(&words.iter().map(String::as_str).collect::<Vec<_>>())?;
    let wall = wall.elapsed();
    let processor = processor.zip(processor_time());
    let (from, to) = processor.ok_or("this system does not tell the processor time")?;
    let after = Record::read(&sizes)?;
    let is_same = |name: &str, sha256: &str| {
        let mut before = before.pages.iter();
        before.any(|page| page.name == name && page.sha256 == sha256)
    };
    let mut pages = after.pages.iter();
    if let Some(page) = pages.find(|page| is_same(&page.name, &page.sha256)) {
        return Err(format!("the edit does not change {}", page.name));
    }
    Ok(Cost {
        processor: to.saturating_sub(from),
        wall,
    })
}

/// A rebuild of `gen watch` after the edit.
fn watch(tool: &Tool, folder: &Path) -> Result<Cost, String> {
    let words = words(folder, &["watch", "--no-verify"]);
    let mut command = tool.command(&words);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
    let mut watch = Ended(child.map_err(|error| format!("cannot run gen watch: {error}"))?);
    let out = watch.0.stdout.take().ok_or("no output")?;
    let mut lines = BufReader::new(out).lines();
    let is_packed = fs::read_dir(folder.join("catalog"))
        .map_err(|error| error.to_string())?
        .flatten()
        .any(|file| file.file_name() == "packed.json");
    let last = if is_packed { "packed: " } else { "pages" };
    until(&mut lines, |line| line.contains(last))?;
    // The first build goes on with the gate.
    thread::sleep(Duration::from_secs(1));
    let (processor, wall) = (processor_time_of(&watch.0)?, Instant::now());
    edit(folder)?;
    until(&mut lines, |line| line.contains(EDIT.0))?;
    if is_packed {
        until(&mut lines, |line| line.contains(last))?;
    }
    let wall = wall.elapsed();
    Ok(Cost {
        processor: processor_time_of(&watch.0)?.saturating_sub(processor),
        wall,
    })
}

/// A process that ends with its owner.
pub struct Ended(pub Child);

impl Drop for Ended {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Reads lines up to one of a kind.
pub fn until(
    lines: &mut Lines<BufReader<ChildStdout>>,
    is_so: impl Fn(&str) -> bool,
) -> Result<(), String> {
    for line in lines {
        if is_so(&line.map_err(|error| error.to_string())?) {
            return Ok(());
        }
    }
    Err("gen has ended".to_owned())
}

/// The processor time of a running process, in the ticks of the system.
fn processor_time_of(child: &Child) -> Result<Duration, String> {
    let stat = format!("/proc/{}/stat", child.id());
    let text = fs::read_to_string(stat)
        .map_err(|error| format!("cannot read the time of a process: {error}"))?;
    let fields = text.rsplit(')').next().unwrap_or_default();
    let mut ticks = fields.split_whitespace().skip(11).take(2);
    let mut next = || -> Option<u64> { ticks.next()?.parse().ok() };
    let (Some(user), Some(system)) = (next(), next()) else {
        return Err("this system does not tell the time of a process".to_owned());
    };
    Ok(Duration::from_millis((user + system) * 10))
}

fn words(folder: &Path, words: &[&str]) -> Vec<String> {
    let of = |name: &str| folder.join(name).display().to_string();
    let mut all: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    all.extend(["--templates".to_owned(), of("templates")]);
    all.extend(["--catalog".to_owned(), of("catalog")]);
    all
}

fn edit(folder: &Path) -> Result<(), String> {
    let (file, from, to) = EDIT;
    let path = folder.join("templates").join(file);
    let text = fs::read_to_string(&path).map_err(|error| format!("{file}: {error}"))?;
    if text.matches(from).count() != 1 {
        return Err(format!("{file} does not have `{}` once", from.trim_end()));
    }
    fs::write(&path, text.replace(from, to)).map_err(|error| format!("{file}: {error}"))
}

/// Copies templates and catalog; without the packed pages, if these are not wanted.
fn copy(root: &Path, to: &Path, with_packed: bool) -> Result<(), String> {
    for name in ["templates", "catalog"] {
        copy_files(&root.join(name), &to.join(name))
            .map_err(|error| format!("cannot copy {name}: {error}"))?;
    }
    if with_packed {
        return Ok(());
    }
    let manifest = to.join("templates/catalog.toml");
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", manifest.display());
    let text = fs::read_to_string(&manifest).map_err(|error| failed(&error))?;
    let table: Table = toml::from_str(&text).map_err(|error| failed(&error))?;
    let text = toml::to_string(&without_packed(table)).map_err(|error| failed(&error))?;
    fs::write(&manifest, text).map_err(|error| failed(&error))?;
    fs::remove_file(to.join("catalog/packed.json")).map_err(|error| error.to_string())
}

/// A manifest without packed pages.
fn without_packed(mut manifest: Table) -> Table {
    let letters: Vec<String> = manifest
        .get("flag")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter(|flag| flag.get("pack").and_then(Value::as_bool) == Some(true))
        .filter_map(|flag| Some(flag.get("letter")?.as_str()?.to_owned()))
        .collect();
    let is_packed = |name: &str| {
        let last = name.rsplit('_').next().unwrap_or_default();
        letters.iter().any(|letter| letter == last)
    };
    if let Some(collections) = manifest.get_mut("collection").and_then(Value::as_array_mut) {
        collections.retain(|collection| {
            let pages = collection.get("pages").and_then(Value::as_array);
            let mut pages = pages.into_iter().flatten().filter_map(Value::as_str);
            !pages.any(is_packed)
        });
    }
    if let Some(budgets) = manifest.get_mut("budget").and_then(Value::as_table_mut) {
        budgets.retain(|name, _| !is_packed(name));
    }
    manifest
}

/// Copies a folder.
pub fn copy_files(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let to = to.join(entry.file_name());
        match entry.file_type()?.is_dir() {
            true => copy_files(&entry.path(), &to)?,
            false => drop(fs::copy(entry.path(), to)?),
        }
    }
    Ok(())
}
