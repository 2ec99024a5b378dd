//! `gen sizes`.

use std::path::PathBuf;

use anyhow::Result;
use golfchess_pages::catalog::{Collection, Manifest};
use golfchess_pages::measure::{Entry, Record};
use golfchess_sizes::metric::Metric;
use serde::Serialize;

use super::Environment;
use super::collections::{Sum, name_of, with_headings};
use super::overwrite::Files;
use super::records::Missing;
use super::{experiments, git, records};
use crate::options::Folders;
use crate::output::{Cell, Exporter, Format, Report, Table, count, message};

const HELP: &str = "\
Examples: gen sizes --format markdown
          gen sizes --collection classic
          gen sizes --experiments --out tried

A catalog with [[collection]] in its manifest has a table with a sum for each collection. A collection
of packed pages is one line without --packed; spreadsheets and programs always get its pages.";

/// Show the sizes of the present fragments' pages
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// The format of the listing
    #[arg(long, value_enum, default_value_t, value_parser = Format::among(&Format::LISTING))]
    format: Format,
    /// A record's file or a git revision to show the change against [default: HEAD]
    #[arg(long, value_name = "FILE|REV")]
    baseline: Option<String>,
    /// Only the pages of this collection
    #[arg(long, value_name = "COLLECTION", conflicts_with = "experiments")]
    collection: Option<String>,
    /// List the packed pages too
    #[arg(long, conflicts_with = "experiments")]
    packed: bool,
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

impl Args {
    pub fn files(&self, folders: &Folders) -> Files {
        let experiments = self.experiments.iter();
        experiments
            .fold(Files::default(), |files, folder| files.reads_folder(folder))
            .reads_catalog(folders)
            .writes("--out", self.out.as_deref())
    }
}

pub fn run(env: &Environment, args: &Args) -> Result<Report> {
    let mut project = env.project()?;
    let format = args.format;
    let baseline = args.baseline.as_deref().unwrap_or("HEAD");
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
        // Only the default may be absent: a baseline that somebody names may be misspelt.
        Err(error) if args.baseline.is_none() && Missing::of(&error).is_some() => {
            // Without git there is nothing to compare with.
            if git::read(&project.folder, &["rev-parse", "--git-dir"])
                .is_ok_and(|found| found.is_some())
            {
                message("note: the last commit has no size record, so no change is shown");
            }
            None
        }
        Err(error) => return Err(error),
    };
    let (collections, before) = (project.catalog.collections(), before.as_ref());
    let data = data(collections, &record, before);
    let all: Vec<_> = record.pages.iter().collect();
    let all = rows((&all, record.metric), before, collections, None);
    let lists_packed = args.packed || args.collection.is_some();
    let packing = (!lists_packed).then(|| project.catalog.manifest());
    let exporter = Exporter::new(&data).csv(all);
    let exporter = tables(exporter, collections, &record, before, packing);
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

/// The table of each collection: the sizes of its pages, the change against an earlier record, the
/// published sizes, and the sums. Where there are several, with a heading. With `packing`, the manifest, a
/// collection of packed pages is one line.
pub fn tables<'d, D: Serialize>(
    exporter: Exporter<'d, D>,
    collections: &[Collection],
    record: &Record,
    before: Option<&Record>,
    packing: Option<&Manifest>,
) -> Exporter<'d, D> {
    with_headings(collections).fold(exporter, |exporter, (heading, collection)| {
        let part = record.part(collection);
        let entries: Vec<_> = part.pages.iter().collect();
        let sum = Sum::of(collection, record, before);
        let mut variants = collection.variants.iter();
        if packing.is_some_and(|manifest| variants.all(|one| manifest.packs(&one.flags))) {
            return exporter.texts(heading).text(packed(&sum, record.metric));
        }
        let table = rows((&entries, record.metric), before, collections, Some(sum));
        exporter.texts(heading).summary(table)
    })
}

/// The line about a collection of packed pages.
fn packed(sum: &Sum<'_>, metric: Metric) -> String {
    let (pages, unit) = (count(sum.pages, "page"), metric.unit());
    let change = sum.change.filter(|change| *change != 0);
    let change = change.map_or(String::new(), |change| format!(", {change:+}"));
    format!(
        "{pages}, {} {unit}{change}; `gen sizes --packed` lists them\n",
        sum.bytes
    )
}

/// The table of some pages, with their sums if these are given. Spreadsheets have a column for the
/// collection, if the manifest declares any.
pub fn rows(
    (entries, metric): (&[&Entry], Metric),
    before: Option<&Record>,
    collections: &[Collection],
    sum: Option<Sum<'_>>,
) -> Table {
    let total = |of: fn(&Entry) -> usize| entries.iter().map(|entry| of(entry)).sum::<usize>();
    let changed = |entry: &Entry| match before {
        None => Cell::default(),
        Some(_) => change(entry, before).map_or("new".into(), Cell::change),
    };
    let all_changed = sum.as_ref().and_then(|sum| sum.change);
    Table::of(entries.iter().copied())
        .left("variant", |entry| &entry.name)
        .total(count(entries.len(), "page"))
        .only_for_people()
        // Spreadsheets have the keys of JSON.
        .left("name", |entry| &entry.name)
        .only_in_csv_if(true)
        .left("flags", |entry| &entry.flags)
        .only_in_csv_if(true)
        .right(metric.name(), Entry::size)
        .total(total(Entry::size))
        // The other columns show the other metrics.
        .only_if(!metric.is_in_sizes())
        .only_for_people()
        .right("size", |entry| entry.size)
        .only_in_csv_if(entries.iter().any(|entry| entry.size.is_some()))
        .right("bytes", |entry| entry.bytes)
        .total(total(|entry| entry.bytes))
        .right("change", changed)
        .total(all_changed.map(Cell::change))
        .right("baseline", |entry| entry.baseline)
        .only_in_csv_if(true)
        .right("published", |entry| entry.published)
        .right("of it", Entry::share)
        .only_for_people()
        .right("gzip", |entry| entry.gzip)
        .total(total(|entry| entry.gzip))
        .right("brotli", |entry| entry.brotli)
        .total(total(|entry| entry.brotli))
        .left("sha256", |entry| &entry.sha256)
        .only_in_csv_if(true)
        .left("strategy", |entry| entry.strategy.name())
        .only_in_csv_if(true)
        .left("wrapper", |entry| &entry.wrapper)
        .only_in_csv_if(true)
        .left("collection", |entry| name_of(collections, &entry.name))
        .only_in_csv_if(collections.iter().any(|collection| collection.declared))
        .totals_if(sum.is_some())
        .into()
}

fn change(entry: &Entry, before: Option<&Record>) -> Option<i64> {
    let before = before?.entry(&entry.name)?;
    Some(entry.size() as i64 - before.size() as i64)
}
