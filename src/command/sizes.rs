//! `gen sizes`.

use std::path::PathBuf;

use anyhow::Result;
use golfchess_pages::catalog::Collection;
use golfchess_pages::measure::{Entry, Record};
use golfchess_pages::metric::Metric;
use serde::Serialize;

use super::collections::{Sum, name_of, with_headings};
use super::environment::Environment;
use super::needs::{Need, OnInterrupt};
use super::records::Missing;
use super::{experiments, records};
use crate::options::Format;
use crate::output::{Align, Cell, Exporter, Report, Table, count, message};

const HELP: &str = "\
Examples: gen sizes --format markdown
          gen sizes --collection classic
          gen sizes --experiments --out tried

A catalog with [[collection]] in its manifest has a table with a sum for each collection.";

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
    /// Only the pages of this collection
    #[arg(long, value_name = "COLLECTION", conflicts_with = "experiments")]
    collection: Option<String>,
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
    /// The size gained or lost; `None` when the page is new.
    change: Option<i64>,
}

/// A collection with its sums, for programs.
#[derive(Serialize)]
struct Group<'r> {
    name: &'r str,
    title: &'r str,
    bytes: usize,
    /// The size gained or lost; `None` without an earlier record.
    change: Option<i64>,
    gzip: usize,
    brotli: usize,
    pages: Vec<Row<'r>>,
}

/// All pages, for programs: a list, or the collections that the manifest declares.
#[derive(Serialize)]
#[serde(untagged)]
enum Data<'r> {
    Pages(Vec<Row<'r>>),
    Collections { collections: Vec<Group<'r>> },
}

pub fn run(env: &Environment, args: &Args) -> Result<Report> {
    let mut project = env.project()?;
    let (format, baseline) = (args.format, &args.baseline);
    if let Some(folder) = &args.experiments {
        return experiments::run(&project, folder, format, args.out.as_deref());
    }
    if let Some(name) = &args.collection {
        project.catalog = project.catalog.only(name)?;
    }
    let project = &project;
    let record = project.build_all()?.record();
    let metric = project.catalog.manifest().metric;
    let before = match records::find(baseline, &project.folder, metric) {
        Ok(before) => Some(before),
        Err(error) if Missing::of(&error).is_some() => {
            message(format_args!(
                "note: {baseline} has no size record, so no change is shown"
            ));
            None
        }
        Err(error) => return Err(error),
    };
    let (collections, before) = (project.catalog.collections(), before.as_ref());
    let data = data(collections, &record, before);
    let mut exporter = Exporter::new(&data);
    if let Format::Csv = format {
        let all: Vec<_> = record.pages.iter().collect();
        exporter = exporter.table(rows((&all, record.metric), before, collections));
    } else {
        for (heading, table) in tables(collections, &record, before) {
            if let Some(heading) = heading {
                exporter = exporter.text(heading);
            }
            exporter = exporter.table(table);
        }
    }
    Ok(Report::good(exporter.export(format)?))
}

fn data<'r>(
    collections: &'r [Collection],
    record: &'r Record,
    before: Option<&Record>,
) -> Data<'r> {
    let mut rows = record.pages.iter().map(|entry| Row {
        entry,
        change: change(entry, before),
    });
    if !collections.iter().any(|collection| collection.declared) {
        return Data::Pages(rows.collect());
    }
    let group = |collection: &'r Collection| {
        let pages: Vec<_> = rows.by_ref().take(collection.variants.len()).collect();
        let Sum {
            name,
            bytes,
            change,
            ..
        } = Sum::of(collection, record, before);
        Group {
            name,
            title: &collection.title,
            bytes,
            change,
            gzip: pages.iter().map(|row| row.entry.gzip).sum(),
            brotli: pages.iter().map(|row| row.entry.brotli).sum(),
            pages,
        }
    };
    Data::Collections {
        collections: collections.iter().map(group).collect(),
    }
}

/// The tables of all pages as text, one for each collection.
pub fn text(collections: &[Collection], record: &Record, before: Option<&Record>) -> String {
    let mut text = String::new();
    for (heading, table) in tables(collections, record, before) {
        if !text.is_empty() {
            text.push('\n');
        }
        if let Some(heading) = heading {
            text.push_str(&heading);
            text.push_str("\n\n");
        }
        text.push_str(&table.text());
    }
    text
}

/// The table of each collection: the sizes of its pages, the change against an earlier record, the
/// published sizes, and the sums. Where there are several, with a heading.
pub fn tables<'r>(
    collections: &'r [Collection],
    record: &'r Record,
    before: Option<&'r Record>,
) -> impl Iterator<Item = (Option<String>, Table)> + 'r {
    with_headings(collections).map(move |(heading, collection)| {
        let part = record.part(collection);
        let entries: Vec<_> = part.pages.iter().collect();
        let mut table = rows((&entries, record.metric), before, collections);
        let Sum {
            pages,
            bytes,
            change,
            ..
        } = Sum::of(collection, record, before);
        let sum = |of: fn(&Entry) -> usize| Cell::from(part.pages.iter().map(of).sum::<usize>());
        table.total([
            Cell::from(count(pages, "page")),
            Cell::default(),
            bytes.into(),
            sum(|entry| entry.bytes),
            change.map_or(Cell::default(), Cell::change),
            Cell::default(),
            Cell::default(),
            sum(|entry| entry.gzip),
            sum(|entry| entry.brotli),
            Cell::default(),
            Cell::default(),
        ]);
        (heading, table)
    })
}

/// The title of a column that is not shown.
const HIDDEN: &str = "";

/// The table of some pages, without the sums. Spreadsheets have a column for the collection, if the
/// manifest declares any.
pub fn rows(
    (entries, metric): (&[&Entry], Metric),
    before: Option<&Record>,
    collections: &[Collection],
) -> Table {
    let right = Align::Right;
    // The other columns show the other metrics.
    let own = match metric.is_in_sizes() {
        true => HIDDEN,
        false => metric.name(),
    };
    let mut table = Table::new(&[
        ("variant", Align::Left),
        ("flags", Align::Left),
        (own, right),
        ("bytes", right),
        ("change", right),
        ("published", right),
        ("of it", right),
        ("gzip", right),
        ("brotli", right),
        ("sha256", Align::Left),
        ("collection", Align::Left),
    ])
    .only_in_csv(&["flags", "sha256", "collection", HIDDEN])
    .not_in_csv(&["of it", HIDDEN]);
    if !collections.iter().any(|collection| collection.declared) {
        table = table.not_in_csv(&["collection"]);
    }
    for entry in entries {
        table.row([
            Cell::from(entry.name.as_str()),
            entry.flags.as_str().into(),
            entry.size().into(),
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
            name_of(collections, &entry.name).into(),
        ]);
    }
    table
}

fn change(entry: &Entry, before: Option<&Record>) -> Option<i64> {
    let before = before?.entry(&entry.name)?;
    Some(entry.size() as i64 - before.size() as i64)
}
