//! `cargo xtask sabotage`: faults on purpose, each of which the parity proof has to catch.
//!
//! Each fault is put into a copy of the fragments; every page that it changes is built and verified
//! with the suite that is meant to catch it, as a run over all pages would do. One that is not
//! caught, or that no longer fits its fragment, fails the run. `--mutate N` changes single
//! characters of the finished page instead, and reports the changes that survive.

use std::path::Path;
use std::{fs, io};

use rayon::prelude::*;
use serde::Deserialize;
use tempfile::TempDir;

use crate::tool::{Tool, pages};

/// One fault.
#[derive(Deserialize)]
struct Fault {
    /// What a player would notice.
    name: String,
    /// The fragment.
    file: String,
    /// Text that stands in it exactly once.
    find: String,
    /// What it becomes.
    replace: String,
    /// The suite that is meant to catch it.
    suite: String,
}

#[derive(Deserialize)]
struct List {
    fault: Vec<Fault>,
}

/// Which faults to try, and where.
#[derive(clap::Args)]
pub struct Args {
    /// Where pages are played
    #[arg(long, default_value = "chrome", value_parser = ["chrome", "embedded"])]
    host: String,
    /// Only faults with this in their names
    #[arg(long, default_value = "", value_name = "TEXT")]
    only: String,
    /// Change so many single characters of a finished page instead
    #[arg(long, default_value_t = 0, value_name = "N")]
    mutate: usize,
    /// The seed of these changes
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
}

/// How many faults were not caught.
pub fn run(root: &Path, args: &Args) -> Result<usize, String> {
    let bench = Bench {
        tool: Tool::build(root)?,
        scratch: TempDir::new().map_err(|error| format!("cannot make a folder: {error}"))?,
        host: args.host.clone(),
    };
    if args.mutate > 0 {
        return crate::mutate::run(&bench, args.mutate, args.seed);
    }
    let file = root.join("xtask/faults.toml");
    let told = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
    let text = fs::read_to_string(&file).map_err(|error| told(&error))?;
    let list: List = toml::from_str(&text).map_err(|error| told(&error))?;
    let faults = list.fault.iter();
    let faults: Vec<&Fault> = faults
        .filter(|fault| fault.name.contains(&args.only))
        .collect();
    bench.faults(&faults)
}

/// Where pages are spoilt and tried.
pub struct Bench {
    /// `gen`, and the repository.
    pub tool: Tool,
    /// For everything that is written.
    pub scratch: TempDir,
    host: String,
}

impl Bench {
    fn faults(&self, faults: &[&Fault]) -> Result<usize, String> {
        let missed = self.each(faults.len(), |at| {
            let fault = faults[at];
            let told = |error: String| format!("{}: {error}", fault.name);
            let folder = self.scratch.path().join(at.to_string());
            let pages = self.spoil(fault, &folder).map_err(told)?;
            let caught = self.seen(&pages, &folder, &[&fault.suite]).map_err(told)?;
            let word = if caught { "caught" } else { "MISSED" };
            let count = pages.len();
            println!("{word}  {:8} {count:2} pages  {}", fault.suite, fault.name);
            Ok(!caught)
        })?;
        let count = faults.len();
        println!("{} of {count} faults caught", count - missed);
        Ok(missed)
    }

    /// Does a thing so many times, side by side, and counts how often it says yes.
    pub fn each(
        &self,
        count: usize,
        thing: impl Fn(usize) -> Result<bool, String> + Send + Sync,
    ) -> Result<usize, String> {
        let said: Vec<Result<bool, String>> = (0..count)
            .into_par_iter()
            .with_max_len(1)
            .map(thing)
            .collect();
        let failed: Vec<&str> = said
            .iter()
            .filter_map(|said| Some(said.as_ref().err()?.as_str()))
            .collect();
        match failed.is_empty() {
            true => Ok(said.iter().filter(|said| **said == Ok(true)).count()),
            false => Err(failed.join("\n")),
        }
    }

    /// Builds the pages from fragments with one fault, and names those that it has changed.
    fn spoil(&self, fault: &Fault, folder: &Path) -> Result<Vec<String>, String> {
        let told = |error: io::Error| error.to_string();
        let templates = folder.join("templates");
        fs::create_dir_all(&templates).map_err(told)?;
        for entry in fs::read_dir(self.tool.root.join("templates")).map_err(told)? {
            let entry = entry.map_err(told)?;
            // The pages of the site, which are no fragments, are in a folder.
            if entry.file_type().map_err(told)?.is_file() {
                fs::copy(entry.path(), templates.join(entry.file_name())).map_err(told)?;
            }
        }
        let file = templates.join(&fault.file);
        let text = fs::read_to_string(&file).map_err(told)?;
        let count = text.matches(&fault.find).count();
        if count != 1 {
            return Err(format!("its text stands {count} times in {}", fault.file));
        }
        fs::write(&file, text.replace(&fault.find, &fault.replace)).map_err(told)?;
        let (out, fragments) = (
            folder.display().to_string(),
            templates.display().to_string(),
        );
        let words = ["--all", "--out", &out, "--templates", &fragments];
        let output = self.tool.command(&words).output().map_err(told)?;
        if output.status.code() == Some(2) {
            let reason = String::from_utf8_lossy(&output.stderr);
            return Err(format!("it cannot be built: {reason}"));
        }
        let pages = self.changed(folder).map_err(told)?;
        if pages.is_empty() {
            return Err("it changes no page".to_owned());
        }
        Ok(pages)
    }

    /// The names of the pages that are not as those of the catalog.
    fn changed(&self, folder: &Path) -> io::Result<Vec<String>> {
        let mut names = Vec::new();
        for (name, page) in pages(&self.tool.root.join("catalog"))? {
            let file = format!("{name}.html");
            if fs::read(folder.join(file))? != fs::read(page)? {
                names.push(name);
            }
        }
        Ok(names)
    }

    /// Whether some of these suites differ on pages in a folder.
    pub fn seen(&self, pages: &[String], folder: &Path, suites: &[&str]) -> Result<bool, String> {
        let folder = folder.display().to_string();
        let mut words = vec!["verify", "--fail-fast", "--jobs", "1"];
        words.extend(["--host", &self.host, "--pages", &folder]);
        words.extend(pages.iter().map(String::as_str));
        words.extend(suites.iter().flat_map(|suite| ["--suite", suite]));
        let output = self.tool.command(&words).output();
        let output = output.map_err(|error| error.to_string())?;
        match output.status.code() {
            Some(0) => Ok(false),
            Some(1) => Ok(true),
            _ => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
        }
    }
}
