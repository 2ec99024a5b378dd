//! `gen golf`: searches for savings.

mod judge;
mod report;
mod search;
mod summary;

use std::path::{Path, PathBuf};
use std::slice;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Result;
use clap::ValueEnum;
use clap::builder::PossibleValuesParser;
use golfchess::search::SearchOptions;
use golfchess_packers::dictionary::PackOptions;
use golfchess_pages::catalog::Variant;
use golfchess_parity::host::Kind;
use golfchess_parity::search::MAX_STEPS;
use golfchess_parity::{Effort, Shard};
use golfchess_script::proposals;
use golfchess_script::{MinifyOptions, Wrapper};
use golfchess_sizes::metric::Metric;

use self::judge::Oracle;
use self::report::place;
use self::search::{Source, Task};
use super::Environment;
use super::minify::input::Input;
use super::minify::metric;
use super::one_file::OneFile;
use super::overwrite::Files;
use super::pack::steps;
use super::project::Project;
use super::scenarios::require_recorded;
use super::stop;
use super::verify::shard;
use crate::options::{Folders, STDOUT, host, number};
use crate::output::{Report, help, message};

const HELP: &str = "\
Examples: gen golf index_TMP_D_SU
          gen golf index_L1 --candidates 100000
          gen golf index_TMP --edit 'assign a condition' --edit 'flatten a condition'
          gen golf index_TMP_D_SU --pack
          gen golf --templates examples/snake/templates snake_W
          gen golf page.html --oracle ./test.sh --out smaller.html
          gen golf page.html --oracle scenarios.toml
          gen golf page.html --oracle mirror --shard 1/4
          gen golf merge page.html target/golf/page.html.*-of-4.json --oracle mirror

Each saving names the line of its fragment or file; change it by hand. The search saves its state and
continues there next time. Ctrl-C stops it and loses nothing.

Candidates for the pages of a catalog play the games of `gen verify`. Each run with --shard lists
its savings in its state; `merge` makes those that fit together.

With --oracle, the search is in one file of any kind. A candidate is right if the command exits with
0 within its time limit; the path of the candidate is its last argument. `mirror` compares what the
candidate shows with what the file shows; a slow page plays fewer and shorter games. A name that
ends with .toml, or a folder, has scenarios: those without `shown` compare with the file.

With --pack, the size of the packed page counts, so a candidate may be longer. A short search for a
dictionary is its first look, a longer one follows if it passes. Packed pages of a catalog count so
without the option.

A saving is verified in one host. `gen verify --host all` verifies the new pages in all browsers.";

/// The default of `--candidates`.
const CANDIDATES: u64 = 20_000;

/// The default of `--time-limit`.
const TIME_LIMIT: u64 = 10;

/// The default of `--pack-effort`.
const EFFORT: u64 = 200_000;

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
    /// The seconds that a command may take for a candidate; games have limits of their own
    #[arg(long, value_name = "SECONDS", default_value_t = TIME_LIMIT, requires = "oracle", value_parser = number::<u64>(1))]
    time_limit: u64,
    /// Search one of N equal parts
    #[arg(long, value_name = "K/N", value_parser = shard)]
    shard: Option<Shard>,
    /// The size that counts [default: that of the manifest; bytes for a file]
    #[arg(long, value_name = "METRIC", value_parser = metric())]
    metric: Option<Metric>,
    /// A name that stays as it is, besides those of the manifest; repeat the option for more
    #[arg(long, value_name = "NAME")]
    keep: Vec<String>,
    /// A file for the smallest page of a file or of one variant
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write the smallest page to FILE itself, at the end of the search
    #[arg(long, requires = "oracle", conflicts_with = "out")]
    in_place: bool,
    /// Stop after this number of candidates for each variant, with those of earlier runs
    #[arg(long, default_value_t = CANDIDATES, value_name = "N", value_parser = number::<u64>(1))]
    candidates: u64,
    /// Try only this kind of edits, as the savings name it; repeat the option for more
    #[arg(long = "edit", value_name = "KIND", value_parser = PossibleValuesParser::new(proposals::KINDS))]
    edits: Vec<String>,
    /// The most steps of the embedded engine for a candidate, in times of those of the first script; a
    /// command counts none
    #[arg(long, value_name = "TIMES", default_value_t = MAX_STEPS)]
    max_steps: f64,
    /// Accept pages of equal size too, if they compress better
    #[arg(long)]
    even: bool,
    /// Count the sizes of packed pages
    #[arg(long, conflicts_with = "even")]
    pack: bool,
    /// The steps of the search for the dictionary of a packed page; a candidate gets a tenth first
    #[arg(long, value_name = "STEPS", default_value_t = EFFORT, value_parser = steps())]
    pack_effort: u64,
    /// The host that plays games; a command needs none
    #[arg(long, value_parser = host(), default_value_t)]
    host: Kind,
    /// How many games verify a saving, on this one page; a command decides alone
    #[arg(long, value_enum, default_value_t)]
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

/// Searches, and prints the savings and the outcomes of all candidates.
pub fn run(env: &Environment, args: &Args) -> Result<Report> {
    let (names, states) = match &args.variants[..] {
        [word, name, states @ ..] if word == MERGE && !states.is_empty() => {
            (slice::from_ref(name), states)
        }
        [word, ..] if word == MERGE => {
            return Err(help::error(
                "`merge` needs a variant or a file, and the states of the parts of a search in it",
                "name the files that the runs with --shard print",
            ));
        }
        names => (names, &[][..]),
    };
    // A search that is stopped loses nothing.
    stop::report(|_| Report::default());
    // Set if nobody reads the savings.
    let stop = AtomicBool::new(false);
    match &args.oracle {
        Some(oracle) => in_file(args, oracle, names, states, &stop)?,
        None => in_variants(&env.project()?, args, names, states, &stop)?,
    }
    Ok(Report::default())
}

/// Searches in a file, or joins the parts of a search.
fn in_file(
    args: &Args,
    oracle: &str,
    names: &[String],
    states: &[String],
    stop: &AtomicBool,
) -> Result<()> {
    let [file] = names else {
        return Err(help::error(
            "--oracle needs the name of one file, or `merge`, a file and its states",
            "gen golf page.html --oracle ./test.sh",
        ));
    };
    let path = Path::new(file);
    if args.in_place && path == Path::new(STDOUT) {
        return Err(help::error(
            "--in-place needs a file, and - is stdin",
            "name a file, or write to another one with --out",
        ));
    }
    let (own, script) = Input::read(path)?.parts(path)?;
    let wrapper = own.unwrap_or_else(Wrapper::none);
    let around = wrapper.is_none().then(Wrapper::script);
    let outer = around.as_ref().unwrap_or(&wrapper);
    let lines_before = wrapper.open.matches('\n').count();
    let one_file = OneFile {
        line: 1 + lines_before,
        ..OneFile::of(file)
    };
    let note = |text: &str| message(format_args!("note: {text}"));
    let keep = one_file.kept(&script, outer, args.keep.clone(), &note)?;
    let oracle = Oracle::of_option(args, oracle, file, &script, outer)?;
    let place = |offset: usize| {
        let before = script.get(..offset).unwrap_or_default();
        let line = 1 + lines_before + before.matches('\n').count();
        format!("{file}:{line}")
    };
    let options = MinifyOptions {
        wrappers: vec![wrapper.clone()],
        keep,
        ..MinifyOptions::default()
    };
    let task = Task {
        name: file.clone(),
        script: script.clone(),
        options: args.options(
            options,
            args.pack.then(PackOptions::default),
            around.filter(|_| matches!(oracle, Oracle::Model(..))),
        ),
        oracle,
        place: &place,
        source: Source::File(one_file),
    };
    task.run(args, states, stop)
}

/// Searches in variants, or joins the parts of a search in one.
fn in_variants(
    project: &Project,
    args: &Args,
    names: &[String],
    states: &[String],
    stop: &AtomicBool,
) -> Result<()> {
    let named = names.iter().map(|name| project.catalog.variant(name));
    let mut variants: Vec<&Variant> = named.collect::<Result<_, _>>()?;
    if variants.is_empty() {
        variants = project.catalog.variants().iter().collect();
    }
    let model = project.model()?;
    require_recorded(model, variants.iter().copied())?;
    if args.out.is_some() && variants.len() > 1 {
        return Err(help::error(
            "--out is for one page",
            "name one variant, or leave --out away",
        ));
    }
    for variant in variants {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let composed = project.builder.script(variant)?;
        let subject = project.subject(variant, String::new())?;
        let games = model.search_games(args.effort.effort());
        let manifest = project.catalog.manifest();
        let is_packed = args.pack || manifest.packs(&variant.flags);
        if is_packed && args.even {
            return Err(help::error(
                format!(
                    "--even is not for packed pages, and {} is packed",
                    variant.name
                ),
                "leave --even away",
            ));
        }
        let pack = is_packed.then(|| manifest.pack_options());
        let mut minify = MinifyOptions::clone(&*project.builder.options(variant)?);
        minify.keep.extend(args.keep.iter().cloned());
        let task = Task {
            name: variant.name.clone(),
            script: composed.text.clone(),
            options: args.options(minify, pack, None),
            oracle: Oracle::Model(subject, games),
            place: &|offset| place(&composed, offset),
            source: Source::Variant,
        };
        task.run(args, states, stop)?;
    }
    Ok(())
}

impl Args {
    pub fn files(&self, folders: &Folders) -> Files {
        let files = Files::default()
            .reads_each(&self.variants)
            .writes("--out", self.out.as_deref());
        match (&self.oracle, self.file()) {
            (Some(oracle), Some(file)) => files
                .reads_each(judge::scenario_files(Path::new(oracle)))
                // A command reads the files that it names.
                .reads_each(oracle.split_whitespace())
                .or_in_place(file),
            _ => files.reads_catalog(folders),
        }
    }

    /// The file of a search with `--oracle`.
    fn file(&self) -> Option<&Path> {
        let mut names = self.variants.iter().skip_while(|name| *name == MERGE);
        names.next().map(Path::new)
    }

    /// The file for the smallest page.
    fn target(&self) -> Option<&Path> {
        match self.in_place {
            true => self.file(),
            false => self.out.as_deref(),
        }
    }

    /// The options of a search whose script has these options.
    fn options(
        &self,
        mut minify: MinifyOptions,
        pack: Option<PackOptions>,
        around: Option<Wrapper>,
    ) -> SearchOptions {
        minify.metric = self.metric.unwrap_or(minify.metric);
        let pack = pack.map(|pack| PackOptions {
            effort: self.pack_effort,
            seed: self.seed,
            ..pack
        });
        SearchOptions {
            minify,
            pack,
            around,
            even: self.even,
            candidates: self.candidates,
        }
    }
}
