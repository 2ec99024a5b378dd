//! `gen pack`.

use std::fmt::Display;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

use anyhow::Result;
use clap::builder::TypedValueParser;
use golfchess_packers::dictionary::PackOptions;
use golfchess_pages::builder::PackedSearch;
use golfchess_pages::catalog::Variant;
use golfchess_pages::solutions::Solutions;
use indicatif::ProgressBar;
use rayon::prelude::*;

use super::Environment;
use super::all::lock;
use crate::options::{number, number_in};
use crate::output::{Report, count, help, message, progress};

const HELP: &str = "\
A flag with `pack = true` in the manifest packs the pages that have it. The solutions are in packed.json
beside the pages; gen --all makes the pages from it. Where a script has changed, it only fits the solution of
the earlier script; this command searches. It writes what it finds after each page, so it can be stopped: the
next run leaves out pages that were searched with as many steps and the same seed.

Example: gen pack && gen --all
         gen pack index_TMP_D_SU_Z --effort 50000000 --seed 2";

/// Search for smaller packed pages
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// Names of packed pages [default: all of the catalog]
    #[arg(value_name = "VARIANT")]
    variants: Vec<String>,
    /// The steps of each search
    #[arg(long, value_name = "STEPS", default_value_t = 5_000_000, value_parser = steps())]
    effort: u64,
    /// The start of the random numbers: the same seed gives the same result
    #[arg(long, value_name = "SEED", default_value_t = PackOptions::default().seed, value_parser = number::<u64>(0))]
    seed: u64,
}

/// The numbers of steps that a search may have.
pub fn steps() -> impl TypedValueParser<Value = u64> {
    number_in::<u64>(1..=1_000_000_000)
}

pub fn run(env: &Environment, args: &Args) -> Result<Report> {
    let project = env.project()?;
    let manifest = project.catalog.manifest();
    let variants: Vec<&Variant> = match args.variants.is_empty() {
        true => project.catalog.variants().iter().collect(),
        false => {
            let named = args.variants.iter();
            let named = named.map(|name| project.catalog.variant(name));
            named.collect::<Result<_, _>>()?
        }
    };
    let is_packed = |variant: &&Variant| manifest.packs(&variant.flags);
    if let Some(other) = variants
        .iter()
        .find(|one| !is_packed(one) && !args.variants.is_empty())
    {
        return Err(help::error(
            format!("{} is not packed", other.name),
            "name a page with a flag that has `pack = true` in catalog.toml",
        ));
    }
    let variants: Vec<&Variant> = variants.into_iter().filter(is_packed).collect();
    if variants.is_empty() {
        message("note: no page of the catalog is packed");
    }
    let options = PackOptions {
        effort: args.effort,
        seed: args.seed,
        ..manifest.pack_options()
    };
    let folder = lock(&project.folder)?;
    let mut solutions = Solutions::load(&project.folder)?;
    let unit = manifest.metric.unit();
    let (mut smaller, mut done) = (0, 0);
    let bar = SearchBar::new(variants.len())?;
    let (send, found) = mpsc::channel();
    thread::scope(|scope| -> Result<()> {
        scope.spawn(|| {
            // The sender ends with the last search.
            let send = send;
            let numbered = variants.par_iter().enumerate().with_max_len(1);
            numbered.for_each(|(at, variant)| {
                let tick = |done: u64, all: u64| bar.show(at, done, all);
                let found = project.builder.search_packed(variant, &options, &tick);
                bar.show(at, 1, 1);
                // Nobody receives it after an error.
                let _ = send.send((&variant.name, found));
            });
        });
        for (name, found) in found {
            let (solution, size, before) = match found? {
                PackedSearch::Done => {
                    done += 1;
                    bar.line(format_args!("{name}: searched before"));
                    continue;
                }
                PackedSearch::Found {
                    solution,
                    size,
                    before,
                } => (solution, size, before),
            };
            let is_smaller = before.is_none_or(|before| size < before);
            smaller += usize::from(is_smaller);
            match is_smaller {
                true => bar.line(format_args!("{name}: {size} {unit}")),
                false => bar.line(format_args!("{name}: nothing smaller")),
            }
            solutions.insert(name.clone(), *solution);
            // Each search takes long.
            folder.write(&[(Solutions::FILE_NAME.to_owned(), solutions.to_json())])?;
        }
        Ok(())
    })?;
    drop(bar);
    if done > 0 && done == variants.len() {
        message("note: to search again, choose another --seed or more --effort");
    }
    message(format_args!("{} smaller", count(smaller, "page")));
    Ok(Report::default())
}

/// The progress of several searches together. It shows on a terminal only.
struct SearchBar {
    bar: ProgressBar,
    /// How much of each search is done, of [`SearchBar::WHOLE`].
    done: Vec<AtomicU64>,
}

impl SearchBar {
    const WHOLE: u64 = 1000;

    fn new(searches: usize) -> Result<Self> {
        let whole = searches * Self::WHOLE as usize;
        let bar = progress("searching {wide_bar} {percent} % {eta}", Some(whole))?;
        let done = (0..searches).map(|_| AtomicU64::new(0)).collect();
        Ok(Self { bar, done })
    }

    /// Shows how many steps of a search are done.
    fn show(&self, search: usize, done: u64, all: u64) {
        let part = done.min(all) * Self::WHOLE / all.max(1);
        self.done[search].store(part, Ordering::Relaxed);
        let parts = self.done.iter().map(|part| part.load(Ordering::Relaxed));
        self.bar.set_position(parts.sum());
    }

    /// Prints a line above the bar.
    fn line(&self, text: impl Display) {
        self.bar.suspend(|| message(text));
    }
}

impl Drop for SearchBar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
