//! `gen golf`: searches for savings.

mod chess;
mod family;
mod file;
mod oracle;
mod report;
mod search;

use std::fs;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::ValueEnum;
use golfchess::search::file::Part;
use golfchess_pages::metric::Metric;
use golfchess_parity::host::Kind;
use golfchess_parity::{Effort, Oracle};

use super::environment::Environment;
use super::minify::metric;
use super::verify::{host, shard};
use crate::options::number;
use crate::output::{Report, help};

const HELP: &str = "\
Examples: gen golf index_TMP_D_SU
          gen golf index_L1 --candidates 100000
          gen golf --templates examples/snake/templates snake_W
          gen golf page.html --oracle ./test.sh --out smaller.html
          gen golf page.html --oracle scenarios.toml
          gen golf page.html --oracle mirror --shard 1/4
          gen golf merge page.html target/golf/page.html.*-of-4.json --oracle mirror

Each saving names the line of its fragment or file; change it by hand. The search saves its state and
continues there next time. Ctrl-C stops it and loses nothing.

Candidates for pages of a catalog that is not chess are compared with the readable page and the
scenarios, like pages in `gen verify`.

With --oracle, the search is in one file of any kind. A candidate is right if the command exits with
0 within its time limit; the path of the candidate is its last argument. `mirror` compares what the
candidate shows with what the file shows. A name that ends with .toml, or a folder, has scenarios:
those without `shown` compare with the file. A part of a search (--shard) lists its savings in its
state; `merge` makes those that fit together.

A saving is verified in one host. `gen verify --host all` verifies the new pages in all browsers.";

/// The default of `--candidates`.
const CANDIDATES: u64 = 20_000;

/// The default of `--time-limit`.
const TIME_LIMIT: u64 = 10;

/// The word that joins the states of several parts of a search.
const MERGE: &str = "merge";

/// Search for savings: try edits of the fragments and keep those that pass
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// The variants [default: all]; with --oracle a file. `merge`, a variant or a file, and the states
    /// of the parts of a search join these
    #[arg(value_name = "VARIANT|FILE")]
    variants: Vec<String>,
    /// Search in a file; what accepts a candidate: `mirror`, a file or folder of scenarios, or a
    /// command that gets its path
    #[arg(long, value_name = "mirror|SCENARIOS|COMMAND")]
    oracle: Option<String>,
    /// The seconds that a command may take for a candidate
    #[arg(long, value_name = "SECONDS", default_value_t = TIME_LIMIT, requires = "oracle", value_parser = number::<u64>(1))]
    time_limit: u64,
    /// Search one of N equal parts; not of chess pages
    #[arg(long, value_name = "K/N", value_parser = part)]
    shard: Option<Part>,
    /// The size that counts; with --oracle
    #[arg(long, value_name = "METRIC", default_value = Metric::Bytes.name(), requires = "oracle", value_parser = metric())]
    metric: Metric,
    /// A name of the file that stays as it is; repeat the option for more
    #[arg(long, value_name = "NAME", requires = "oracle")]
    keep: Vec<String>,
    /// A file for the smallest page of a file or of one variant; not of chess pages
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Stop after this number of candidates for each variant, with those of earlier runs
    #[arg(long, default_value_t = CANDIDATES, value_name = "N", value_parser = number::<u64>(1))]
    candidates: u64,
    /// Accept pages of equal length too, if they compress better; for chess pages
    #[arg(long)]
    even: bool,
    /// The host that verifies savings
    #[arg(long, value_parser = host(), default_value_t)]
    host: Kind,
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
    /// The games of `gen verify --deep`, but those of `perft` as usual
    #[default]
    Deep,
}

impl Verification {
    fn effort(self) -> Effort {
        match self {
            Verification::Usual => Effort::Usual,
            Verification::Deep => Effort::Deep,
        }
    }
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
    match project.model()?.oracle() {
        Oracle::ReadablePage => family::run(project, args),
        _ => chess::run(project, args),
    }
}

/// Makes the folder of the states.
fn make_folder(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).map_err(|error| {
        let message = format!("cannot create the folder {}", folder.display());
        help::with_help(error, message, "name another folder with --state")
    })
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
