//! `cargo xtask bench corpus`: files of npm that nobody chose, through `gen minify` and other minifiers.

mod bars;
mod cache;
mod draw;
mod files;
mod halves;
mod list;
mod losses;
mod ours;
mod packages;
mod run;
mod scripts;
mod strata;
mod table;
mod tally;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use self::cache::Cache;
use self::halves::Half;
use self::list::{Entry, FILE, Kind, List};
use self::ours::Ours;
use self::packages::Packages;
use self::run::{Bench, Outcome};
use self::table::Part;
use crate::comparison::report;
use crate::programs::read_list;
use crate::tool::Tool;
use crate::{browser, target};

/// The metrics.
const SIZES: [&str; 3] = ["bytes", "gzip", "brotli"];

/// The file of the documentation with the tables.
const TABLE: &str = "docs/tables/corpus.md";

#[derive(clap::Args)]
#[command(next_help_heading = "Of `bench corpus`")]
pub struct Args {
    /// Draw the corpus from this list of names, with versions, downloads and summaries, and write xtask/corpus.toml
    #[arg(long, value_name = "NAMES")]
    draw: Option<PathBuf>,
    /// Only one half; docs/tables/corpus.md is not written
    #[arg(long)]
    half: Option<Half>,
    /// Only one kind of inputs
    #[arg(long, value_name = "KIND")]
    only: Option<Kind>,
    /// Only so many inputs, in the order of their digests
    #[arg(long, value_name = "NUMBER")]
    sample: Option<usize>,
    /// This program in the place of the release build of `gen`
    #[arg(long = "gen", value_name = "PATH")]
    program: Option<PathBuf>,
}

impl Args {
    /// Whether no option is set.
    pub fn is_empty(&self) -> bool {
        self.draw.is_none() && self.program.is_none() && self.is_whole()
    }

    /// Whether all inputs are run.
    fn is_whole(&self) -> bool {
        self.half.is_none() && self.only.is_none() && self.sample.is_none()
    }

    /// The inputs that are run, in the order of their digests: neighbours are of many packages.
    fn chosen(&self, mut all: Vec<Entry>) -> Vec<Entry> {
        all.retain(|one| {
            let half = Half::of(one.package_name());
            self.only.is_none_or(|kind| kind == one.kind)
                && self.half.is_none_or(|only| only == half)
        });
        all.sort_by(|a, b| a.sha256.cmp(&b.sha256));
        all.truncate(self.sample.unwrap_or(usize::MAX));
        all
    }
}

/// Prints the tables, and returns the number of findings.
pub fn run(root: &Path, args: &Args) -> Result<usize, String> {
    let folder = target(root).join("corpus");
    if let Some(names) = &args.draw {
        return draw::run(root, &folder, names).map(|()| 0);
    }
    let list: List = read_list(root, FILE)?;
    let bench = bench(root, &folder, args)?;
    for package in &list.packed {
        bench.packages.fetch(package)?;
    }
    let chosen = args.chosen(list.input);
    let done = AtomicUsize::new(0);
    let outcomes = parallel(&chosen, |entry| {
        let outcome = bench.outcome(entry);
        eprintln!(
            "> {} of {}",
            done.fetch_add(1, Ordering::Relaxed) + 1,
            chosen.len()
        );
        outcome
    });
    let parts = parts(outcomes);
    let text = table::text(&parts);
    println!("{text}");
    if args.is_whole() {
        write(&root.join(TABLE), &document(&text))?;
    }
    let of = |half| parts.iter().find(move |part| part.half == half);
    if let Some(part) = of(Half::Work) {
        let file = folder.join("losses.md");
        write(&file, &losses::text(&part.outcomes))?;
        println!("the losses of the work half are in {}", file.display());
    }
    let missed = of(Half::Counted).map(|part| bars::missed(&part.tallies(), part.uncomparable()));
    Ok(report(&missed.unwrap_or_default()))
}

/// What the run needs, installed or built.
fn bench(root: &Path, folder: &Path, args: &Args) -> Result<Bench, String> {
    let (ours, chromium) = match &args.program {
        Some(program) => (Ours::new(program.clone())?, browser::of(program)?),
        None => {
            // A later build must not replace it during the run.
            let tool = Tool::build(root)?;
            fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
            let program = tool.copied_to(folder)?.program().to_owned();
            let chromium = browser::of(&program)?;
            (Ours::new(program)?, chromium)
        }
    };
    Ok(Bench {
        packages: Packages::installed(root, folder)?,
        cache: Cache(folder.join("cache")),
        ours,
        chromium,
        files: folder.join("files"),
        versions: run::versions(root)?,
    })
}

/// The halves that have inputs.
fn parts(outcomes: Vec<Outcome>) -> Vec<Part> {
    let mut parts = Half::ALL.map(|half| Part {
        half,
        outcomes: Vec::new(),
    });
    for outcome in outcomes {
        let half = Half::of(outcome.entry.package_name());
        if let Some(part) = parts.iter_mut().find(|part| part.half == half) {
            part.outcomes.push(outcome);
        }
    }
    let parts = parts.into_iter();
    parts.filter(|part| !part.outcomes.is_empty()).collect()
}

fn document(tables: &str) -> String {
    format!(
        "# The numbers of `cargo xtask bench corpus`\n\nThe command writes this file. The sums, by each metric, are of \
         the inputs on which both are right.\n\n{tables}"
    )
}

fn write(file: &Path, text: &str) -> Result<(), String> {
    fs::write(file, text).map_err(|error| format!("{}: {error}", file.display()))
}

/// Calls a function on all of a list, as many at a time as there are cores. The results are in the order of the list.
fn parallel<T: Sync, R: Send>(all: &[T], call: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::new());
    let cores = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(one) = all.get(at) else { break };
                    let result = call(one);
                    if let Ok(mut found) = found.lock() {
                        found.push((at, result));
                    }
                }
            });
        }
    });
    let mut found = found.into_inner().unwrap_or_default();
    found.sort_by_key(|(at, _)| *at);
    found.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_the_order_of_the_list() {
        let all: Vec<usize> = (0..100).collect();
        let expected: Vec<usize> = (0..200).step_by(2).collect();
        assert_eq!(parallel(&all, |one| one * 2), expected);
    }

    #[test]
    fn a_sample_has_the_smallest_digests_of_a_half() {
        let entry = |package: &str, sha256: &str, kind| Entry {
            package: format!("{package}@1.0.0"),
            file: "a.js".into(),
            kind,
            licence: "MIT".into(),
            sha256: sha256.into(),
        };
        let all: Vec<Entry> = (0..20)
            .map(|at| entry(&format!("p{at}"), &format!("{:02}", 50 - at), Kind::Module))
            .chain([entry("q", "00", Kind::Page)])
            .collect();
        let args = Args {
            draw: None,
            half: Some(Half::Work),
            only: Some(Kind::Module),
            sample: Some(2),
            program: None,
        };
        assert!(!args.is_empty() && !args.is_whole());
        let chosen = args.chosen(all);
        assert_eq!(chosen.len(), 2);
        assert!(chosen[0].sha256 < chosen[1].sha256);
        assert!(
            chosen
                .iter()
                .all(|one| one.kind == Kind::Module && Half::of(one.package_name()) == Half::Work)
        );
    }
}
