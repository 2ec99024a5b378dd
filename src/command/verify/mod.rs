//! `gen verify`: compares the pages with the reference engine.

mod hosts;
mod progress;
mod report;
mod unrecorded;

use std::path::PathBuf;

use anyhow::Result;
use golfchess::suites::ChessSuite;
use golfchess_pages::catalog::Variant;
use golfchess_parity::host::Kind;
use golfchess_parity::{Effort, Model, Options, Shard, Subject, Suite, Tally, Verdict, planned};
use rayon::prelude::*;

pub use self::hosts::{Hosts, and};
use self::progress::Progress;
use self::report::{Verified, counts};
pub use self::report::{beside, finding};
use self::unrecorded::Unrecorded;
use super::Environment;
use super::project::{Project, page_of, replay_command};
use crate::options::number;
use crate::output::{Format, Report, count, help, message, print_error, progress};

const HELP: &str = "\
Examples: gen verify
          gen verify index_TMP_D_SU --suite rules,draws
          gen verify --host all
          gen verify --host embedded --quick
          gen verify --deep --shard 2/4 --format junit > parity.xml

In a catalog that has no chess pages, each page is compared with its readable page (mirror) and
with the scenarios in the folder scenarios/ beside the manifest (scenarios).
A variant that is in no collection is built from the fragments, unless --pages names a folder.

A finding comes with the shortest answers that show it, as a `gen replay` command.
A page of the catalog that differs from what the fragments build is a finding too, and nothing is
played; --outdated plays such pages all the same. Pages in the folder of --pages are verified as they are.

Without variants and suites, Firefox and WebKitGTK play the usual games on the pages with a
published size and those of --quick on the others. `--host all` does not run the embedded engine:
it has no document.";

/// The formats of the result.
const FORMATS: [Format; 5] = [
    Format::Table,
    Format::Markdown,
    Format::Json,
    Format::Csv,
    Format::Junit,
];

/// Play every page against the reference engine and compare what it shows
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// The variants [default: all pages of the catalog]
    variants: Vec<String>,
    /// The pages of this collection
    #[arg(long, value_name = "COLLECTION", conflicts_with = "variants")]
    collection: Option<String>,
    /// The folder of the pages [default: the catalog's folder]
    #[arg(long, value_name = "DIR")]
    pages: Option<PathBuf>,
    /// The host that runs the pages
    #[arg(long, value_parser = Hosts::parser(), default_value = Kind::default().name())]
    host: Hosts,
    /// Only these suites, with commas or in several options: rules, perft, input, draws, clock, games, random,
    /// dialogs, mirror, arbiter, opponent, scenarios
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    suite: Vec<String>,
    /// Only games with this text in the name of their case, as a finding shows it
    #[arg(long, value_name = "TEXT")]
    case: Option<String>,
    /// Play all games on every page: about twenty times as many
    #[arg(long)]
    deep: bool,
    /// Play a part of each suite, a different part on each page
    #[arg(long, conflicts_with = "deep")]
    quick: bool,
    /// Play one part of the work, when several machines share it
    #[arg(long, value_name = "K/N", value_parser = shard)]
    shard: Option<Shard>,
    /// Stop at the first finding and do not shrink it
    #[arg(long)]
    fail_fast: bool,
    /// Do not shrink findings
    #[arg(long)]
    no_shrink: bool,
    /// Play pages that are out of date too
    #[arg(long)]
    outdated: bool,
    /// The seed of all random numbers
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = number::<u64>(0))]
    seed: u64,
    /// The format of the result
    #[arg(long, value_enum, default_value_t, value_parser = Format::among(&FORMATS))]
    format: Format,
    /// Only count the games, without playing them
    #[arg(long)]
    plan: bool,
    /// The number of hosts that run at once [default: by the number of processors]
    #[arg(long, value_name = "N", value_parser = number::<usize>(1))]
    jobs: Option<usize>,
}

pub fn shard(text: &str) -> Result<Shard, String> {
    let read = || {
        let (part, of) = text.split_once('/')?;
        let (part, of) = (part.parse().ok()?, of.parse().ok()?);
        (1 <= part && part <= of).then_some(Shard { part, of })
    };
    read().ok_or_else(|| "write K/N with K from 1 to N, such as 2/4".to_owned())
}

/// Verifies pages. A page that differs or is out of date is a finding.
pub fn run(env: &Environment, args: &Args) -> Result<Report> {
    verify_pages(&env.project()?, args)
}

/// Plays the suites of the model on the pages of the command line.
fn verify_pages(project: &Project, args: &Args) -> Result<Report> {
    let variants = wanted(project, args)?;
    let model = project.model()?;
    let suites = named_suites(project, model, &args.suite)?;
    let unrecorded = Unrecorded::of(project, model, &suites, &variants);
    let subject = |variant| -> Result<Subject> {
        project.subject(variant, page_of(project, args.pages.as_deref(), variant)?)
    };
    let subjects = variants
        .into_iter()
        .map(subject)
        .collect::<Result<Vec<_>>>()?;
    let options = |kind: Kind| options(project, args, &suites, kind);
    if args.plan && args.format == Format::Junit {
        return Err(help::error(
            "a plan has no results for --format junit",
            "leave out --plan, or choose table, markdown, json or csv",
        ));
    }
    if args.plan {
        let kinds = args.host.kinds().iter();
        let tallies: Vec<Tally> = kinds
            .flat_map(|kind| planned(&subjects, &options(*kind)))
            .collect();
        return Ok(Report::good(counts(&tallies, &suites, args.format)?));
    }
    args.host.require()?;
    let outdated = match args.pages {
        Some(_) => Vec::new(),
        None => outdated(project, &subjects)?,
    };
    if !outdated.is_empty() {
        print_error(&help::error(
            format!(
                "{} out of date: {}",
                count(outdated.len(), "page"),
                outdated.join(", ")
            ),
            "run `gen --all`, or play them as they are with `--outdated`",
        ));
    }
    let runs = Progress::new(&outdated, &suites, unrecorded, args.format);
    let hosts = match outdated.is_empty() || args.outdated {
        true => play(args, &subjects, options, &runs)?,
        false => Vec::new(),
    };
    let nothing = || Verdict::nothing(&options(Kind::default()));
    let verdict = Verdict::join(hosts.iter().cloned()).unwrap_or_else(nothing);
    for pages in verdict.pages().filter(|tallies| is_silent(tallies)) {
        message(format_args!(
            "warning: {} shows nothing, so nothing of it was compared",
            pages[0].variant
        ));
    }
    let result = Verified {
        verdict: &verdict,
        outdated: &outdated,
        stopped: false,
        hosts: &hosts,
        suites: &suites,
    };
    result.report(args.format)
}

/// The suites of the model that a command line names; all without a name.
fn named_suites(
    project: &Project,
    model: &dyn Model,
    names: &[String],
) -> Result<Vec<&'static dyn Suite>> {
    let mut suites = model.suites();
    let all: Vec<&str> = suites.iter().map(|suite| suite.name()).collect();
    if let Some(name) = names.iter().find(|name| !all.contains(&name.as_str())) {
        let suite = name.parse::<ChessSuite>();
        if suite.is_ok_and(|suite| suite != ChessSuite::Mirror) {
            project.chess(&format!("gen verify --suite {name}"))?;
        }
        return Err(match name.as_str() {
            "scenarios" => help::error(
                format!("`gen verify` does not play scenarios on {}", model.pages()),
                "compare the fragments with the scenarios by `gen scenarios check`",
            ),
            _ => help::error(
                format!("there is no suite `{name}`"),
                format!("the suites of this catalog are {}", all.join(", ")),
            ),
        });
    }
    suites.retain(|suite| names.is_empty() || names.iter().any(|name| name == suite.name()));
    Ok(suites)
}

/// Plays the suites in one host after the other; with `--fail-fast` until one has a finding.
fn play(
    args: &Args,
    subjects: &[Subject],
    options: impl Fn(Kind) -> Options<'static>,
    runs: &Progress,
) -> Result<Vec<Verdict>> {
    let mut verdicts: Vec<Verdict> = Vec::new();
    for &kind in args.host.kinds() {
        let template = "verifying in {prefix} {spinner} {pos} dialogs{msg}, {per_sec} {elapsed}";
        let bar = progress(template, None)?;
        bar.set_prefix(kind.to_string());
        let verdict = runs.play(subjects, || options(kind), &bar);
        bar.finish_and_clear();
        verdicts.push(verdict?);
        let has_finding = |verdict: &Verdict| verdict.findings().next().is_some();
        if args.fail_fast && verdicts.iter().any(has_finding) {
            break;
        }
    }
    Ok(verdicts)
}

/// The variants of the command line, each once, in the order of the catalog.
fn wanted<'p>(project: &'p Project, args: &Args) -> Result<Vec<&'p Variant>> {
    let catalog = &project.catalog;
    if let Some(name) = &args.collection {
        return Ok(catalog.collection(name)?.variants.iter().collect());
    }
    if args.variants.is_empty() {
        return Ok(catalog.variants().iter().collect());
    }
    let named = args.variants.iter().map(|name| catalog.variant(name));
    let mut named = named.collect::<Result<Vec<_>, _>>()?;
    named.sort_by_key(|variant| catalog.place(variant));
    named.dedup();
    Ok(named)
}

/// Whether a page was played and showed nothing.
fn is_silent(tallies: &[Tally]) -> bool {
    let played = tallies.iter().any(|tally| tally.games > 0);
    played && tallies.iter().all(|tally| tally.dialogs == 0)
}

/// The options of a run in one host.
fn options(
    project: &Project,
    args: &Args,
    suites: &[&'static dyn Suite],
    kind: Kind,
) -> Options<'static> {
    let effort = match (args.quick, args.deep) {
        (true, _) => Effort::Quick,
        (_, true) => Effort::Deep,
        _ => Effort::Usual,
    };
    // All usual games on all pages are for Chromium, which is the fastest.
    let sampled = matches!(kind, Kind::Firefox | Kind::WebKit)
        && effort == Effort::Usual
        && args.variants.is_empty()
        && args.suite.is_empty();
    let published = || project.catalog.manifest().published.keys();
    let replay = replay_command(project, kind, args.pages.as_deref());
    Options {
        full_effort_pages: sampled.then(|| published().cloned().collect()),
        seed: args.seed,
        shard: args.shard.unwrap_or(Shard::WHOLE),
        workers: args.jobs.unwrap_or(kind.workers()),
        fail_fast: args.fail_fast,
        shrinks: !args.no_shrink,
        case: args.case.clone(),
        replay_real: match kind {
            Kind::Embedded => replay.clone(),
            Kind::Chrome | Kind::Firefox | Kind::WebKit => format!("{replay} --real"),
        },
        replay,
        ..Options::new(suites.to_vec(), effort, kind)
    }
}

/// The files of the pages that differ from what the fragments build.
fn outdated(project: &Project, subjects: &[Subject]) -> Result<Vec<String>> {
    let bar = progress("building {bar:36} {pos}/{len} pages", Some(subjects.len()))?;
    let check = |subject: &Subject| -> Result<Option<String>> {
        let variant = project.catalog.variant(&subject.name)?;
        let built = project.builder.build(variant)?.minified.page;
        bar.inc(1);
        Ok((built != subject.page).then(|| variant.file_name()))
    };
    let checked: Result<Vec<_>> = subjects.par_iter().with_max_len(1).map(check).collect();
    bar.finish_and_clear();
    Ok(checked?.into_iter().flatten().collect())
}
