//! `cargo xtask mutants`: mutation testing of the parity check.
//!
//! Each mutant of `mutants.toml` is put into a copy of the fragments. Every page that it changes is
//! built and verified with the suite that must detect it, as a run over all pages would do. A
//! mutant that survives, or that no longer fits its fragment, fails the run. `--mutate N` changes
//! single characters of finished pages instead, and reports the survivors; with `--deep` it tells
//! those that no case of any suite detects.

mod characters;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::{fs, io};

use rayon::prelude::*;
use serde::Deserialize;
use serde_json::{Map, Value};
use tempfile::TempDir;

use self::characters::Edit;
use crate::tool::{Tool, pages};

/// The list, from the root of the repository.
const FILE: &str = "xtask/mutants.toml";

/// One mutant of the fragments.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Mutant {
    /// What a player would notice.
    name: String,
    /// The rule that it breaks: a row of the table.
    rule: String,
    /// Whether `--quick` must detect it on each page that it changes.
    #[serde(default)]
    smallest: bool,
    /// The fragment.
    file: String,
    /// Text that stands in it exactly once.
    find: String,
    /// Its replacement.
    replace: String,
    /// The suite that must detect it.
    suite: String,
    /// Pages that it changes, but on which no game that can be played shows it.
    #[serde(default)]
    except: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    mutant: Vec<Mutant>,
}

/// Which mutants to try, and where.
#[derive(clap::Args)]
pub struct Args {
    /// Where pages are played
    #[arg(long, default_value = "chrome", value_parser = ["chrome", "embedded"])]
    host: String,
    /// Only mutants with this text in their names
    #[arg(long, default_value = "", value_name = "TEXT")]
    only: String,
    /// Only the smallest mutants of each rule, which must be detected with `--quick` on each page
    #[arg(long, conflicts_with = "mutate")]
    quick: bool,
    /// Print for each rule on how many pages its mutants are detected
    #[arg(long, conflicts_with = "mutate")]
    table: bool,
    /// Change N single characters instead, spread over all pages
    #[arg(long, value_name = "N")]
    mutate: Option<usize>,
    /// Play the edits that survive on all cases too, and fail if these detect one
    #[arg(long)]
    deep: bool,
    /// The seed of these changes
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Try this change of a character: PAGE:OFFSET:CHARACTER, as a survivor is listed
    #[arg(long, value_name = "EDIT", conflicts_with = "mutate")]
    edit: Vec<Edit>,
}

/// Returns the number of surviving mutants of the list.
pub fn run(root: &Path, args: &Args) -> Result<usize, String> {
    let runner = Runner {
        tool: Tool::build(root)?,
        scratch: TempDir::new().map_err(|error| format!("cannot make a folder: {error}"))?,
        host: args.host.clone(),
    };
    if !args.edit.is_empty() {
        return characters::run(&runner, &args.edit, args.deep);
    }
    if let Some(count) = args.mutate {
        let edits = characters::choose(root, count, args.seed)?;
        let missed = characters::run(&runner, &edits, args.deep)?;
        return Ok(if args.deep { missed } else { 0 });
    }
    let mut mutants = read(root)?;
    mutants.retain(|mutant| mutant.name.contains(&args.only) && (mutant.smallest || !args.quick));
    match args.quick || args.table {
        true => runner.by_page(&mutants, args.quick),
        false => runner.fragments(&mutants),
    }
}

fn read(root: &Path) -> Result<Vec<Mutant>, String> {
    let failed = |error: &dyn std::fmt::Display| format!("{FILE}: {error}");
    let text = fs::read_to_string(root.join(FILE)).map_err(|error| failed(&error))?;
    let list: List = toml::from_str(&text).map_err(|error| failed(&error))?;
    Ok(list.mutant)
}

/// Builds and verifies mutants.
pub struct Runner {
    /// `gen`, and the repository.
    pub tool: Tool,
    /// The folder for everything that is written.
    pub scratch: TempDir,
    host: String,
}

impl Runner {
    fn fragments(&self, mutants: &[Mutant]) -> Result<usize, String> {
        let survivors = self.count(mutants.len(), |at| {
            let mutant = &mutants[at];
            let failed = |error: String| format!("{}: {error}", mutant.name);
            let folder = self.scratch.path().join(at.to_string());
            let pages = self.build(mutant, &folder).map_err(failed)?;
            let words: Vec<&str> = pages.iter().map(String::as_str).collect();
            let arguments = [&words[..], &["--suite", &mutant.suite]].concat();
            let is_detected = self.detects(&folder, &arguments).map_err(failed)?;
            let word = if is_detected { "detected" } else { "SURVIVED" };
            let count = pages.len();
            println!(
                "{word}  {:8} {count:2} pages  {}",
                mutant.suite, mutant.name
            );
            Ok(!is_detected)
        })?;
        let count = mutants.len();
        println!("{} of {count} mutants detected", count - survivors);
        Ok(survivors)
    }

    /// Plays each page that a mutant changes with `--quick`, and those without a finding by default, which
    /// plays all that `--quick` plays. Prints a table; returns on how many pages `--quick` missed a
    /// mutant if it must miss none.
    fn by_page(&self, mutants: &[Mutant], must_be_quick: bool) -> Result<usize, String> {
        let table = Mutex::new(BTreeMap::<&str, [usize; 4]>::new());
        self.count(mutants.len(), |at| {
            let mutant = &mutants[at];
            let failed = |error: String| format!("{}: {error}", mutant.name);
            let folder = TempDir::new_in(self.scratch.path()).map_err(|error| error.to_string())?;
            let mut pages = self.build(mutant, folder.path()).map_err(failed)?;
            pages.retain(|page| !mutant.except.contains(page));
            let changed = pages.len();
            let suite = ["--suite", mutant.suite.as_str()];
            // What the suite of the mutant misses, all suites may detect.
            let quick = [&["--quick"][..], &suite].concat();
            let mut left = Vec::new();
            for effort in [quick, vec!["--quick"], suite.to_vec()] {
                pages = self
                    .missed(folder.path(), &pages, &effort)
                    .map_err(failed)?;
                left.push(pages.len());
            }
            let row = [1, changed, changed - left[1], changed - left[2]];
            eprintln!(
                "{:2} of {changed:2} pages  {}  {}",
                row[2],
                mutant.name,
                pages.join(" ")
            );
            let mut table = table.lock().unwrap_or_else(PoisonError::into_inner);
            let sums = table.entry(&mutant.rule).or_default();
            (0..row.len()).for_each(|at| sums[at] += row[at]);
            Ok(false)
        })?;
        let table = table.into_inner().unwrap_or_else(PoisonError::into_inner);
        println!(
            "| rule | mutants | pages | detected by `--quick` | by default |\n|---|---:|---:|---:|---:|"
        );
        for (rule, [mutants, pages, quick, usual]) in &table {
            println!("| {rule} | {mutants} | {pages} | {quick} | {usual} |");
        }
        let missed = table.values().map(|[_, pages, quick, _]| pages - quick);
        Ok(if must_be_quick { missed.sum() } else { 0 })
    }

    /// The pages on which `gen verify` finds no difference.
    fn missed(
        &self,
        folder: &Path,
        pages: &[String],
        words: &[&str],
    ) -> Result<Vec<String>, String> {
        if pages.is_empty() {
            return Ok(Vec::new());
        }
        let folder = folder.display().to_string();
        let mut all: Vec<&str> = pages.iter().map(String::as_str).collect();
        all.extend([
            "--no-shrink",
            "--jobs",
            "1",
            "--host",
            &self.host,
            "--pages",
            &folder,
        ]);
        all.extend(words);
        let verdict = self.tool.verify(&all)?;
        let found: Vec<&str> = verdict.variants_with_findings().collect();
        Ok(pages
            .iter()
            .filter(|page| !found.contains(&page.as_str()))
            .cloned()
            .collect())
    }

    /// Counts for how many of `0..count` a test is true, on all cores. The error holds the reasons
    /// of all tests that failed.
    pub fn count(
        &self,
        count: usize,
        test: impl Fn(usize) -> Result<bool, String> + Send + Sync,
    ) -> Result<usize, String> {
        let results: Vec<Result<bool, String>> = (0..count)
            .into_par_iter()
            .with_max_len(1)
            .map(test)
            .collect();
        let failed: Vec<&str> = results
            .iter()
            .filter_map(|result| Some(result.as_ref().err()?.as_str()))
            .collect();
        match failed.is_empty() {
            true => Ok(results.iter().filter(|result| **result == Ok(true)).count()),
            false => Err(failed.join("\n")),
        }
    }

    /// Builds the pages from fragments with one mutant, and names the pages that it changes.
    fn build(&self, mutant: &Mutant, folder: &Path) -> Result<Vec<String>, String> {
        let templates = folder.join("templates");
        mutant.write(&self.tool.root, &templates)?;
        let (out, fragments) = (
            folder.display().to_string(),
            templates.display().to_string(),
        );
        let output = self.tool.output(&[
            "--all",
            "--out",
            &out,
            "--templates",
            &fragments,
            "--choose-as",
            "templates",
            // Packed pages are not played.
            "--effort",
            "1",
        ])?;
        if output.status.code() == Some(2) {
            let reason = String::from_utf8_lossy(&output.stderr);
            return Err(format!("it cannot be built: {reason}"));
        }
        let pages = self.changed(folder).map_err(|error| error.to_string())?;
        if pages.is_empty() {
            return Err("it changes no page".to_owned());
        }
        Ok(pages)
    }

    /// The names of the pages that differ from the catalog. A packed page runs the script of another page,
    /// and packing is tested by itself.
    fn changed(&self, folder: &Path) -> io::Result<Vec<String>> {
        let catalog = self.tool.root.join("catalog");
        let packed = fs::read_to_string(catalog.join("packed.json"))?;
        let packed: Map<String, Value> = serde_json::from_str(&packed)?;
        let mut names = Vec::new();
        for (name, page) in pages(&catalog)? {
            if packed.contains_key(&name) {
                continue;
            }
            let file = format!("{name}.html");
            if fs::read(folder.join(file))? != fs::read(page)? {
                names.push(name);
            }
        }
        Ok(names)
    }

    /// Whether `gen verify` finds a difference on pages in a folder.
    pub fn detects(&self, folder: &Path, arguments: &[&str]) -> Result<bool, String> {
        let folder = folder.display().to_string();
        let mut words = vec!["--fail-fast", "--jobs", "1"];
        words.extend(["--host", &self.host, "--pages", &folder]);
        words.extend(arguments);
        Ok(self.tool.verify(&words)?.has_finding())
    }
}

impl Mutant {
    /// Writes the fragments with this mutant.
    fn write(&self, root: &Path, folder: &Path) -> Result<(), String> {
        let failed = |error: io::Error| error.to_string();
        copy_fragments(&root.join("templates"), folder).map_err(failed)?;
        let file = folder.join(&self.file);
        let text = fs::read_to_string(&file).map_err(failed)?;
        fs::write(file, self.apply(&text)?).map_err(failed)
    }

    fn apply(&self, text: &str) -> Result<String, String> {
        match text.matches(&self.find).count() {
            1 => Ok(text.replace(&self.find, &self.replace)),
            count => Err(format!("`find` stands {count} times in {}", self.file)),
        }
    }
}

/// Copies the files of a folder, without its folders: those hold the pages of the site.
fn copy_fragments(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            fs::copy(entry.path(), to.join(entry.file_name()))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use golfchess_pages::builder::Builder;
    use golfchess_pages::catalog::{Catalog, Spelling};
    use golfchess_script::Names;

    use super::*;

    /// The scripts of a folder of fragments by variant, with these spellings of each choice.
    fn scripts(folder: &Path, spellings: &[Vec<String>]) -> Result<Vec<String>, String> {
        let catalog = Catalog::load(folder).map_err(|error| error.to_string())?;
        let builder = Builder::load(folder, &catalog).map_err(|error| error.to_string())?;
        let scripts = catalog.variants().iter().zip(spellings);
        let script = scripts.map(|(variant, names)| {
            let choices = catalog.manifest().choices.iter().zip(names);
            let spelling = choices.map(|(choice, name)| {
                let mut spellings = choice.spellings.iter();
                spellings.find(|spelling| spelling.name == *name)
            });
            let spellings: Option<Vec<&Spelling>> = spelling.collect();
            let spellings = spellings.ok_or("a spelling has another name")?;
            let composed = builder.templates().compose(variant, &spellings);
            Ok(composed.map_err(|error| error.to_string())?.text)
        });
        script.collect()
    }

    #[test]
    fn every_mutant_fits_its_fragment_and_changes_scripts_that_can_be_built() {
        let root = crate::root().expect("the repository");
        let folder = root.join("templates");
        let catalog = Catalog::load(&folder).expect("the manifest");
        let builder = Builder::load(&folder, &catalog).expect("the fragments");
        let spellings = |variant| {
            let decisions = builder.decisions(variant).expect("a page").into_iter();
            decisions.map(|decision| decision.spelling).collect()
        };
        let spellings: Vec<Vec<String>> = catalog.variants().par_iter().map(spellings).collect();
        let before = scripts(&folder, &spellings).expect("the fragments");
        let keep = &catalog.manifest().keep;
        let change = |mutant: &Mutant| {
            if let Some(page) = mutant
                .except
                .iter()
                .find(|page| catalog.variant(page).is_err())
            {
                return Err(format!("there is no page {page}"));
            }
            let folder = TempDir::new().map_err(|error| error.to_string())?;
            mutant.write(&root, folder.path())?;
            let after = scripts(folder.path(), &spellings)?;
            let pairs = after.iter().zip(&before);
            let changed: Vec<_> = pairs.filter(|(after, before)| after != before).collect();
            for (script, _) in &changed {
                Names::of(script, keep).map_err(|error| error.to_string())?;
            }
            match changed.len() {
                0 => Err("it changes no script".to_owned()),
                _ => Ok(()),
            }
        };
        let mutants = read(&root).expect("the list");
        let failed: Vec<String> = mutants
            .par_iter()
            .filter_map(|mutant| Some(format!("{}: {}", mutant.name, change(mutant).err()?)))
            .collect();
        assert!(failed.is_empty(), "{}", failed.join("\n"));
        assert!(mutants.len() >= 236, "only {} mutants", mutants.len());
    }
}
