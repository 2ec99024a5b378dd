//! `gen history`.

mod chart;

use std::path::Path;

use anyhow::Result;
use golfchess_pages::catalog::{Catalog, Collection};
use golfchess_pages::measure::FILE_NAME;
use indicatif::HumanCount;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::Environment;
use super::git;
use crate::output::{Cell, Exporter, Format, Report, Table, count, help, json, message};

const HELP: &str = "\
Examples: gen history
          gen history index_TMP_D_SU
          gen history --format svg > docs/history.svg
          gen history --format badge > badge.json

`badge` is the JSON of a shields.io endpoint badge. Merged branches count as one commit.";

/// The formats of a history.
const FORMATS: [Format; 6] = [
    Format::Table,
    Format::Markdown,
    Format::Json,
    Format::Csv,
    Format::Svg,
    Format::Badge,
];

/// Show how the sizes changed, from the commits of the size record
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// The variant [default: the sum of the first collection; without collections, that of all pages]
    variant: Option<String>,
    /// The sum of this collection
    #[arg(long, value_name = "COLLECTION", conflicts_with = "variant")]
    collection: Option<String>,
    /// The format of the history
    #[arg(long, value_enum, default_value_t, value_parser = Format::among(&FORMATS))]
    format: Format,
}

/// The sizes at one commit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct Version {
    /// The full hash of the commit.
    commit: String,
    /// The day of the commit, in the time zone of its author.
    date: String,
    /// The first line of the commit's message.
    subject: String,
    /// The number of pages.
    pages: usize,
    /// Bytes of the pages together.
    bytes: usize,
    /// Bytes gained or lost since the version before.
    change: Option<i64>,
}

impl Version {
    /// The first digits of the hash.
    fn short(&self) -> &str {
        self.commit.get(..7).unwrap_or(&self.commit)
    }
}

/// A record of any earlier version of the program.
#[derive(Deserialize)]
struct AnyRecord {
    pages: Vec<AnyEntry>,
}

#[derive(Deserialize)]
struct AnyEntry {
    name: String,
    bytes: usize,
}

pub fn run(env: &Environment, args: &Args) -> Result<Report> {
    let catalog = Catalog::load(&env.folders.templates)?;
    let variant = match &args.variant {
        Some(name) => Some(catalog.variant(name)?.name.as_str()),
        None => None,
    };
    let collection = match &args.collection {
        Some(name) => Some(catalog.collection(name)?),
        None => catalog.collections().first().filter(|first| first.declared),
    };
    let names = collection.map(Collection::names);
    let wanted = |name: &str| match (variant, &names) {
        (Some(variant), _) => name == variant,
        (None, Some(names)) => names.contains(name),
        (None, None) => true,
    };
    let versions = versions(&env.folders.catalog, wanted)?;
    let manifest = catalog.manifest();
    let title = match (variant, &args.collection) {
        (Some(variant), _) => variant.to_owned(),
        (None, Some(name)) => format!("{}: {name}", manifest.title),
        (None, None) => manifest.title.clone(),
    };
    let title = title.as_str();
    let text = match args.format {
        Format::Svg => chart::draw(title, &versions)?,
        Format::Badge => badge(title, &versions)?,
        listing => list(&versions, listing)?,
    };
    Ok(Report::good(text))
}

/// Reads the wanted pages of the record of every commit that changed it, oldest first.
fn versions(folder: &Path, wanted: impl Fn(&str) -> bool) -> Result<Vec<Version>> {
    let file = format!("./{FILE_NAME}");
    let log = [
        "log",
        "--first-parent",
        "--reverse",
        "--format=%H%x09%as%x09%s",
        "--",
        &file,
    ];
    let commits = git::read(folder, &log)?.unwrap_or_default();
    let mut versions: Vec<Version> = Vec::new();
    for line in commits.lines() {
        let mut parts = line.splitn(3, '\t');
        let mut part = || parts.next().unwrap_or_default().to_owned();
        let (commit, date, subject) = (part(), part(), part());
        // The commit may have deleted the record.
        let Some(text) = git::read(folder, &["show", &format!("{commit}:{file}")])? else {
            continue;
        };
        let Ok(AnyRecord { mut pages }) = serde_json::from_str(&text) else {
            message(format_args!(
                "note: {FILE_NAME} of {commit} is not a size record"
            ));
            continue;
        };
        pages.retain(|page| wanted(&page.name));
        if pages.is_empty() {
            continue;
        }
        let bytes = pages.iter().map(|page| page.bytes).sum();
        let before = versions.last().map(|version| version.bytes);
        versions.push(Version {
            commit,
            date,
            subject,
            pages: pages.len(),
            bytes,
            change: before.map(|before| bytes as i64 - before as i64),
        });
    }
    let shallow = git::read(folder, &["rev-parse", "--is-shallow-repository"])?;
    if shallow.as_deref() == Some("true") {
        message("note: this clone is shallow; `git fetch --unshallow` fetches the whole history");
    }
    if versions.is_empty() {
        let place = folder.join(FILE_NAME);
        return Err(help::error(
            format!("no commit has sizes in {}", place.display()),
            "commit the record that `gen record` writes",
        ));
    }
    Ok(versions)
}

fn list(versions: &[Version], format: Format) -> Result<String> {
    let table = Table::of(versions)
        .left("date", |version| &version.date)
        .left("commit", Version::short)
        .only_for_people()
        .left("commit", |version| &version.commit)
        .only_in_csv_if(true)
        .right("pages", |version| version.pages)
        .right("bytes", |version| version.bytes)
        .right("change", |version| version.change.map(Cell::change))
        .left("subject", |version| &version.subject);
    Exporter::new(&versions).table(table).export(format)
}

/// The JSON that <https://shields.io/badges/endpoint-badge> reads.
fn badge(title: &str, versions: &[Version]) -> Result<String> {
    let last = versions.last();
    let (pages, bytes) = last.map_or((0, 0), |last| (last.pages, last.bytes));
    let bytes = format!("{} bytes", grouped(bytes));
    let message = match pages {
        1 => bytes,
        _ => format!("{}, {bytes}", count(pages, "page")),
    };
    json(&json!({ "schemaVersion": 1, "label": title, "message": message, "color": "blue" }))
}

/// A number with commas between groups of three digits.
fn grouped(number: usize) -> HumanCount {
    HumanCount(number as u64)
}
