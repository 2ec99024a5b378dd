//! `gen golf`: searches for savings.

mod file;

use std::fs;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::{Context, Result};
use clap::ValueEnum;
use golfchess::interrupt;
use golfchess::search::file::Part;
use golfchess::search::{CatalogSource, filters, verification};
use golfchess_pages::catalog::Variant;
use golfchess_pages::compose::Composed;
use golfchess_pages::files;
use golfchess_pages::metric::Metric;
use golfchess_pages::mutation::{Edit, Splice};
use golfchess_parity::Effort;
use golfchess_parity::search::{CandidateOutcome, Phase, Saving, Search, SearchOptions, State};

use super::chess;
use super::environment::Environment;
use super::minify::metric;
use super::needs::{Need, OnInterrupt};
use super::project::Project;
use super::verify::{HostName, shard, subject_of};
use crate::options::number;
use crate::output::{Align, Report, Table, help, message, progress};

const HELP: &str = "\
Examples: gen golf index_TMP_D_SU
          gen golf index_L1 --candidates 100000
          gen golf page.html --oracle ./test.sh --out smaller.html
          gen golf page.html --oracle mirror --shard 1/4
          gen golf merge page.html target/golf/page.html.*-of-4.json --oracle mirror

Each saving names the line of its fragment; change the fragment by hand. The search saves its state
and continues there next time. Ctrl-C stops it and loses nothing.

With --oracle, the search is in one file of any kind. A candidate is right if the command exits with
0; the path of the candidate is its last argument. `mirror` compares the dialogs of the candidate with
those of the file. A part of a search (--shard) lists its savings in its state; `merge` makes those
that fit together.

A saving is verified in one host. `gen verify --host all` verifies the new pages in all browsers.";

/// The default of `--candidates`.
const CANDIDATES: u64 = 20_000;

pub const ON_INTERRUPT: OnInterrupt = OnInterrupt::Own;
pub const NEEDS: &[Need] = &[Need::TEMPLATES, Need::BROWSER];

/// Search for savings: try edits of the fragments and keep those that pass
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// The variants [default: all]; with --oracle a file, or `merge`, a file and the states of parts
    #[arg(value_name = "VARIANT|FILE")]
    variants: Vec<String>,
    /// Search in a file; what accepts a candidate: `mirror`, or a command that gets its path
    #[arg(long, value_name = "mirror|COMMAND")]
    oracle: Option<String>,
    /// Search one of N equal parts; with --oracle
    #[arg(long, value_name = "K/N", value_parser = part, requires = "oracle")]
    shard: Option<Part>,
    /// The size that counts; with --oracle
    #[arg(long, value_name = "METRIC", default_value = Metric::Bytes.name(), value_parser = metric())]
    metric: Metric,
    /// A name of the file that stays as it is; repeat the option for more
    #[arg(long, value_name = "NAME", requires = "oracle")]
    keep: Vec<String>,
    /// A file for the smallest page of a search in a file
    #[arg(long, value_name = "FILE", requires = "oracle")]
    out: Option<PathBuf>,
    /// Stop after this number of candidates for each variant, with those of earlier runs
    #[arg(long, default_value_t = CANDIDATES, value_name = "N", value_parser = number::<u64>(1))]
    candidates: u64,
    /// Accept pages of equal length too, if they compress better
    #[arg(long)]
    even: bool,
    /// The host that verifies savings
    #[arg(long, value_enum, default_value_t)]
    host: HostName,
    /// How many games verify a saving; `gen verify` spreads its games over all pages, and this is
    /// one page
    #[arg(long, alias = "proof", value_enum, default_value_t)]
    effort: Verification,
    /// Start the search again
    #[arg(long)]
    fresh: bool,
    /// The folder of the saved states
    #[arg(long, default_value = "target/golf", value_name = "DIR")]
    state: PathBuf,
    /// The seed of all random numbers
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = number::<u64>(0))]
    seed: u64,
}

/// How many games of the suites verify a saving.
#[derive(Debug, Clone, Copy, Default, ValueEnum)]
enum Verification {
    /// The games of `gen verify`
    Usual,
    /// The games of `gen verify --deep`
    #[default]
    Deep,
}

fn part(text: &str) -> Result<Part, String> {
    let shard = shard(text)?;
    Ok(Part {
        index: shard.part as u64,
        count: shard.of as u64,
    })
}

/// Searches, and prints the savings and the outcomes of all candidates.
pub fn run(env: &Environment, args: &Args) -> Result<Report> {
    if let Some(oracle) = &args.oracle {
        return file::run(args, oracle);
    }
    let project = &env.project()?;
    chess::require(project, "golf")?;
    let mut variants = Vec::new();
    for name in &args.variants {
        variants.push(project.catalog.variant(name)?);
    }
    if variants.is_empty() {
        variants.extend(project.catalog.variants());
    }
    fs::create_dir_all(&args.state).map_err(|error| {
        let message = format!("cannot create the folder {}", args.state.display());
        help::with_help(error, message, "name another folder with --state")
    })?;
    // One thread for each host.
    let threads = rayon::ThreadPoolBuilder::new().num_threads(args.host.kind().workers());
    let threads = threads
        .build()
        .context("cannot start the threads of the search")?;
    let stop = interrupt::ask_first().context("cannot handle interrupts")?;
    let mut text = String::new();
    for variant in variants {
        if !stop.load(Ordering::Relaxed) {
            text += &threads.install(|| search(project, args, variant, &stop))?;
        }
    }
    Ok(Report::good(text))
}

fn search(project: &Project, args: &Args, variant: &Variant, stop: &AtomicBool) -> Result<String> {
    let composed = project.builder.script(variant)?;
    let script = &composed.text;
    let file = args.state.join(format!("{}.json", variant.name));
    let _lock = lock(&file)?;
    let state = if args.fresh {
        State::new(script, args.seed)
    } else {
        State::load(&file, script, args.seed)?
    };
    let effort = match args.effort {
        Verification::Usual => Effort::Usual,
        Verification::Deep => Effort::Deep,
    };
    let template = "{prefix}: {msg} {bar:30} {pos}/{len} candidates, {per_sec}";
    let bar = progress(template, usize::try_from(args.candidates).ok())?;
    bar.set_prefix(variant.name.clone());
    let on_phase = |phase| bar.set_message(phase_name(phase));
    let options = SearchOptions {
        candidates: args.candidates,
        even: args.even,
        host: args.host.kind(),
        filters: filters(),
        verify: verification(effort),
        on_phase: &on_phase,
    };
    let subject = subject_of(project, variant, String::new())?;
    let source = CatalogSource {
        options: project.catalog.manifest().minify_options(),
    };
    let before = state.candidates();
    let started = Instant::now();
    let mut search = Search::new(subject, &source, state, options)?;
    let first = search.bytes();
    let mut text = String::new();
    while let Some(saving) = search.step(stop, |state| {
        bar.set_position(state.candidates());
        // A crash loses one chunk at most.
        if let Err(error) = files::write(&file, &state.to_json()) {
            bar.suspend(|| message(format_args!("warning: {error}")));
        }
    })? {
        let report = report(&composed, search.state(), &saving);
        bar.suspend(|| message(&report));
        text += &report;
        files::write(&file, &search.state().to_json())?;
    }
    bar.finish_and_clear();
    let singles = search.singles();
    let last = search.bytes();
    let state = search.state();
    files::write(&file, &state.to_json())?;
    let tried = state.candidates() - before;
    let minutes = started.elapsed().as_secs_f64() / 60.0;
    text += &format!(
        "{}: {first} bytes, {last} with all savings; {singles} single edits, then pairs\n{}{tried} candidates in {:.1} minutes, {:.0} a minute\n\n",
        variant.name,
        outcomes(state).text(),
        minutes,
        tried as f64 / minutes.max(1e-9),
    );
    Ok(text)
}

/// Locks the state of a search, so that no other search writes to it.
fn lock(state: &Path) -> Result<File> {
    let path = state.with_extension("lock");
    let open = File::create(&path).with_context(|| format!("cannot create {}", path.display()))?;
    match open.try_lock() {
        Err(TryLockError::WouldBlock) => Err(help::error(
            format!("another search uses the state in {}", state.display()),
            "wait for its end, or name another folder with --state",
        )),
        // Some file systems have no locks.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(open),
    }
}

fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::Planning => "planning games",
        Phase::CheckingFirstPage => "playing the page as it is",
        Phase::Searching => "searching",
        Phase::VerifyingSaving => "verifying a saving",
    }
}

/// The number of candidates with each outcome.
fn outcomes(state: &State<Edit>) -> Table {
    let mut table = Table::new(&[("candidates", Align::Right), ("outcome", Align::Left)]);
    for (outcome, count) in &state.outcomes {
        table.row([count.to_string(), words(*outcome).to_owned()]);
    }
    table.total([state.candidates().to_string(), "total".to_owned()]);
    table
}

fn words(outcome: CandidateOutcome) -> &'static str {
    match outcome {
        CandidateOutcome::Malformed => "not a script",
        CandidateOutcome::NotSmaller => "not smaller",
        CandidateOutcome::Duplicate => "tried before",
        CandidateOutcome::FailedAtOnce => "failed the shortest game",
        CandidateOutcome::FailedAgain => "failed a game that rejected others before",
        CandidateOutcome::FailedSuite => "failed another game",
        CandidateOutcome::Slow => "too slow",
        CandidateOutcome::NotShorter => "passed, but the page is not shorter",
        CandidateOutcome::FailedVerification => "failed the verification",
        CandidateOutcome::Saved => "saved bytes",
    }
}

/// A saving with the places of its edits.
fn report(composed: &Composed, state: &State<Edit>, saving: &Saving<Edit>) -> String {
    let mut text = format!(
        "{} bytes instead of {}: {}\n",
        saving.after, saving.before, saving.edit.kind
    );
    for splice in &saving.edit.splices {
        text += &format!("  {}\n", place(composed, state, &saving.script, splice));
    }
    text
}

/// The place of a splice in the fragments, the old text and the new text.
fn place(composed: &Composed, state: &State<Edit>, script: &str, splice: &Splice) -> String {
    // The last saving is the splice's own edit.
    let earlier = state.savings.iter().rev().skip(1);
    let offset = earlier.fold(splice.start, |offset, edit| edit.offset_before(offset));
    let place = composed
        .position(offset)
        .map_or_else(String::new, |position| position.to_string());
    let one_line = |text: &str| shortened(&text.split_whitespace().collect::<Vec<_>>().join(" "));
    let removed = one_line(&script[splice.start..splice.end]);
    match one_line(&splice.text).as_str() {
        "" => format!("{place}: remove `{removed}`"),
        text => format!("{place}: `{removed}` becomes `{text}`"),
    }
}

/// Shortens a long text to its ends, where its changes are.
fn shortened(text: &str) -> String {
    const END: usize = 40;
    let count = text.chars().count();
    if count <= 2 * END + 3 {
        return text.to_owned();
    }
    let first: String = text.chars().take(END).collect();
    let last: String = text.chars().skip(count - END).collect();
    format!("{first} … {last}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_shortened_to_their_ends() {
        let short = "e".repeat(83);
        assert_eq!(shortened(&short), short);
        let long = format!("{}{}", "a".repeat(50), "b".repeat(50));
        let expected = format!("{} … {}", "a".repeat(40), "b".repeat(40));
        assert_eq!(shortened(&long), expected);
    }
}
