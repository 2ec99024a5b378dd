//! `cargo xtask mutants`: mutation testing of the parity check.
//!
//! Each mutant of `mutants.toml` is put into a copy of the fragments. Every page that it changes is
//! built and verified with the suite that must detect it, as a run over all pages would do. A
//! mutant that survives, or that no longer fits its fragment, fails the run. `--mutate N` changes
//! single characters of finished pages instead, and reports the survivors; with `--deep` it tells
//! those that no case of any suite detects.

mod characters;
mod journal;
mod list;
mod runner;
mod table;

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;
use std::{fs, io};

use rayon::prelude::*;

use self::characters::Edit;
use self::journal::{Journal, Outcome};
use self::list::Mutant;
pub use self::runner::Runner;
use self::table::Results;

/// Which mutants to try, and where.
#[derive(clap::Args)]
pub struct Args {
    /// Where pages are played
    #[arg(long, default_value = "chrome", value_parser = ["chrome", "embedded"])]
    host: String,
    /// Only mutants with this text in their names or rules
    #[arg(long, default_value = "", value_name = "TEXT")]
    only: String,
    /// Only the smallest mutants of each rule, which must be detected with `--quick` on each page
    #[arg(long, conflicts_with = "mutate")]
    quick: bool,
    /// Print for each rule on how many pages its mutants are detected
    #[arg(long, conflicts_with = "mutate")]
    table: bool,
    /// Go on with an interrupted run: leave out mutants that it has tried, unless pages, fragments or `gen`
    /// have changed
    #[arg(long, conflicts_with = "mutate")]
    resume: bool,
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

impl Args {
    /// Whether all pages of a mutant are played, not only those up to its detection.
    fn is_by_page(&self) -> bool {
        self.quick || self.table
    }
}

/// Returns the number of surviving mutants of the list.
pub fn run(root: &Path, args: &Args) -> Result<usize, String> {
    let runner = Runner::new(root, &args.host)?;
    if !args.edit.is_empty() {
        return characters::run(&runner, &args.edit, args.deep);
    }
    if let Some(count) = args.mutate {
        let edits = characters::choose(root, count, args.seed)?;
        let missed = characters::run(&runner, &edits, args.deep)?;
        return Ok(if args.deep { missed } else { 0 });
    }
    let mut mutants = list::read(root)?;
    let is_wanted = |mutant: &Mutant| {
        [&mutant.name, &mutant.rule]
            .iter()
            .any(|text| text.contains(&args.only))
    };
    mutants.retain(|mutant| is_wanted(mutant) && (mutant.smallest || !args.quick));
    let started = Instant::now();
    let results = results(root, &runner, &mutants, args)?;
    let escaped = report(&results, args);
    eprintln!("{} s", started.elapsed().as_secs());
    Ok(escaped)
}

/// Tries all mutants on all cores, and prints each.
fn results<'m>(
    root: &Path,
    runner: &Runner,
    mutants: &'m [Mutant],
    args: &Args,
) -> Result<Vec<(&'m Mutant, Outcome)>, String> {
    let kind = if args.is_by_page() {
        "pages"
    } else {
        "mutants"
    };
    let file = crate::target(root).join(format!("mutants/{kind}.jsonl"));
    let of_run = dependencies(root, runner).map_err(|error| error.to_string())?;
    let journal = Journal::open(&file, &(of_run, &args.host), args.resume)?;
    runner.check_catalog()?;
    let (done, count) = (AtomicUsize::new(0), mutants.len());
    let try_one = |mutant: &'m Mutant| -> Result<(&'m Mutant, Outcome), String> {
        let known = journal.known(mutant).cloned();
        let outcome = match known {
            Some(outcome) => outcome,
            None => {
                let tried = match args.is_by_page() {
                    true => runner.by_page(mutant),
                    false => runner.by_mutant(mutant),
                };
                let outcome = tried.map_err(|error| format!("{}: {error}", mutant.name))?;
                journal.add(mutant, &outcome)?;
                outcome
            }
        };
        let number = done.fetch_add(1, Ordering::Relaxed) + 1;
        println!("{number:3} of {count}  {}", line(mutant, &outcome, args));
        Ok((mutant, outcome))
    };
    let tried = mutants.par_iter().with_max_len(1).map(try_one);
    let (tried, failed): (Vec<_>, Vec<_>) = tried
        .collect::<Vec<_>>()
        .into_iter()
        .partition(Result::is_ok);
    let failed: Vec<String> = failed.into_iter().filter_map(Result::err).collect();
    match failed.is_empty() {
        true => Ok(tried.into_iter().flatten().collect()),
        false => Err(failed.join("\n")),
    }
}

/// What the results depend on besides the mutant: the program, the fragments and the pages.
fn dependencies(root: &Path, runner: &Runner) -> io::Result<Vec<Vec<u8>>> {
    let mut files = vec![fs::read(runner.tool.program())?];
    for folder in ["templates", "catalog"] {
        let entries = fs::read_dir(root.join(folder))?.map(|entry| Ok(entry?.path()));
        let mut paths = entries.collect::<io::Result<Vec<_>>>()?;
        paths.retain(|path| path.is_file());
        paths.sort();
        for path in paths {
            files.push(fs::read(path)?);
        }
    }
    Ok(files)
}

/// The line of a mutant.
fn line(mutant: &Mutant, outcome: &Outcome, args: &Args) -> String {
    let Outcome {
        pages,
        missed_by_quick,
        missed,
    } = outcome;
    let (suite, name) = (&mutant.suite, &mutant.name);
    if !args.is_by_page() {
        let word = match outcome.is_detected() {
            true => "detected",
            false => "SURVIVED",
        };
        return format!("{word}  {suite:8} {pages:2} pages  {name}");
    }
    let quick = pages - missed_by_quick.len();
    format!("{quick:2} of {pages:2} pages  {name}  {}", missed.join(" "))
}

/// Prints the table of a run, and the mutants that escape. Returns how many do, or on how many pages they do.
fn report(results: &Results<'_>, args: &Args) -> usize {
    if args.is_by_page() {
        print!("{}", table::by_page(results));
        let missed = results
            .iter()
            .filter(|(_, outcome)| !outcome.missed_by_quick.is_empty());
        let mut count = 0;
        for (mutant, outcome) in missed {
            let pages = &outcome.missed_by_quick;
            println!("--quick misses {}: {}", mutant.name, pages.join(" "));
            count += pages.len();
        }
        return if args.quick { count } else { 0 };
    }
    print!("{}", table::by_mutant(results));
    let escaped = results.iter().filter(|(_, outcome)| !outcome.is_detected());
    let escaped: Vec<&str> = escaped.map(|(mutant, _)| mutant.name.as_str()).collect();
    for name in &escaped {
        println!("survived: {name}");
    }
    let count = results.len();
    println!("{} of {count} mutants detected", count - escaped.len());
    escaped.len()
}
