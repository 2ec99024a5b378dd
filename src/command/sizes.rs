//! `gen sizes`.

use std::path::PathBuf;

use anyhow::Result;
use golfchess_pages::measure::{Entry, Record};
use serde::Serialize;

use super::environment::Environment;
use super::needs::{Need, OnInterrupt};
use super::records::Missing;
use super::{experiments, records};
use crate::options::Format;
use crate::output::{Align, Cell, Exporter, Report, Table, count, message};

const HELP: &str = "\
Examples: gen sizes --format markdown
          gen sizes --experiments --out tried";

pub const ON_INTERRUPT: OnInterrupt = OnInterrupt::CleanUp;
pub const NEEDS: &[Need] = &[Need::TEMPLATES, Need::GIT];

/// Show the sizes of the present fragments' pages
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// The format of the listing
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// A record's file or a git revision to show the change against
    #[arg(long, default_value = "HEAD", value_name = "FILE|REV")]
    baseline: String,
    /// Show the rejected experiments of a folder instead, built and measured again
    #[arg(
        long,
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "experiments",
        value_name = "DIR",
        conflicts_with = "baseline"
    )]
    experiments: Option<PathBuf>,
    /// Also write the experiments' pages, each into a folder of its own below this one
    #[arg(long, requires = "experiments", value_name = "DIR")]
    out: Option<PathBuf>,
}

/// One page with its change, for programs.
#[derive(Serialize)]
struct Row<'r> {
    #[serde(flatten)]
    entry: &'r Entry,
    /// Bytes gained or lost; `None` when the page is new.
    change: Option<i64>,
}

pub fn run(env: &Environment, args: &Args) -> Result<Report> {
    let project = &env.project()?;
    let (format, baseline) = (args.format, &args.baseline);
    if let Some(folder) = &args.experiments {
        return experiments::run(project, folder, format, args.out.as_deref());
    }
    let record = project.build_all()?.record();
    let before = match records::find(baseline, &project.folder) {
        Ok(before) => Some(before),
        Err(error) if Missing::of(&error).is_some() => {
            message(format_args!(
                "note: {baseline} has no size record, so no change is shown"
            ));
            None
        }
        Err(error) => return Err(error),
    };
    let before = before.as_ref();
    let rows: Vec<_> = record
        .pages
        .iter()
        .map(|entry| Row {
            entry,
            change: change(entry, before),
        })
        .collect();
    let exporter = Exporter::new(&rows).table(table(&record, before));
    Ok(Report::good(exporter.export(format)?))
}

/// The table of all pages: their sizes, the change against an earlier record, the published sizes,
/// and the sums.
pub fn table(record: &Record, before: Option<&Record>) -> Table {
    let entries: Vec<_> = record.pages.iter().collect();
    let mut table = rows(&entries, before);
    let delta = before.map(|before| record.total() as i64 - before.total() as i64);
    let sum = |of: fn(&Entry) -> usize| Cell::from(record.pages.iter().map(of).sum::<usize>());
    table.total([
        count(record.pages.len(), "page").into(),
        Cell::default(),
        record.total().into(),
        delta.map_or(Cell::default(), Cell::change),
        Cell::default(),
        Cell::default(),
        sum(|entry| entry.gzip),
        sum(|entry| entry.brotli),
        Cell::default(),
    ]);
    table
}

/// The table of some pages, without the sums.
pub fn rows(entries: &[&Entry], before: Option<&Record>) -> Table {
    let right = Align::Right;
    let mut table = Table::new(&[
        ("variant", Align::Left),
        ("flags", Align::Left),
        ("bytes", right),
        ("change", right),
        ("published", right),
        ("of it", right),
        ("gzip", right),
        ("brotli", right),
        ("sha256", Align::Left),
    ])
    .only_in_csv(&["flags", "sha256"])
    .not_in_csv(&["of it"]);
    for entry in entries {
        table.row([
            Cell::from(entry.name.as_str()),
            entry.flags.as_str().into(),
            entry.bytes.into(),
            match before {
                None => Cell::default(),
                Some(_) => change(entry, before).map_or("new".into(), Cell::change),
            },
            entry.published.into(),
            entry.share().into(),
            entry.gzip.into(),
            entry.brotli.into(),
            entry.sha256.as_str().into(),
        ]);
    }
    table
}

fn change(entry: &Entry, before: Option<&Record>) -> Option<i64> {
    let before = before?.entry(&entry.name)?;
    Some(entry.bytes as i64 - before.bytes as i64)
}
