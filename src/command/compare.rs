//! `gen compare`.

use anyhow::{Result, bail};
use golfchess_pages::catalog::Collection;
use golfchess_pages::compare::{Change, Step, changes, step};
use golfchess_pages::measure::{Record, Sizes};
use serde::Serialize;

use super::Environment;
use super::collections::{name_of, with_headings};
use super::records::{self, Missing};
use crate::output::{Cell, Exporter, Format, Report, Table};

const HELP: &str = "\
Examples: gen compare index_TMP index_TMP_D
          gen compare HEAD~5 catalog/sizes.json";

/// Compare two variants, or two records (files or git revisions)
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// A variant, a record's file or a git revision
    #[arg(value_name = "VARIANT|FILE|REV")]
    a: String,
    /// Another of the same kind
    #[arg(value_name = "VARIANT|FILE|REV")]
    b: String,
    /// The format of the listing
    #[arg(long, value_enum, default_value_t, value_parser = Format::among(&Format::LISTING))]
    format: Format,
}

pub fn run(env: &Environment, args: &Args) -> Result<Report> {
    let project = &env.project()?;
    let (a, b, format) = (args.a.as_str(), args.b.as_str(), args.format);
    let variants = (project.catalog.variant(a), project.catalog.variant(b));
    if let (Ok(left), Ok(right)) = variants {
        let [from, to] = [project.build(left)?.entry, project.build(right)?.entry];
        let order = project.catalog.manifest().naming.order();
        let step = step((left, &from), (right, &to), &order);
        let list = |letters: &str| if letters.is_empty() { "none" } else { letters }.to_owned();
        let exporter = Exporter::new(&step)
            .text(format!(
                "flags added: {}, removed: {}",
                list(&step.added),
                list(&step.removed)
            ))
            .table(describe(&step));
        return Ok(Report::good(exporter.export(format)?));
    }
    // A word that looks like a variant's name is one, or a misspelt one.
    let stem = format!("{}_", project.catalog.manifest().naming.stem);
    for word in [a, b].iter().filter(|word| word.starts_with(&stem)) {
        project.catalog.variant(word)?;
    }
    let read = |word: &str| -> Result<Record> {
        if project.catalog.variant(word).is_ok() {
            bail!("{word} is a variant, but the other is not: compare two of a kind");
        }
        records::any(word, &project.folder).map_err(|error| match Missing::of(&error) {
            Some(_) => error.context(format!("`{word}` is no variant")),
            None => error,
        })
    };
    let changes = changes(&read(a)?, &read(b)?);
    let collections = project.catalog.collections();
    let rows: Vec<_> = changes
        .iter()
        .map(|change| Row {
            collection: name_of(collections, &change.name),
            change,
        })
        .collect();
    let exporter = Exporter::new(&rows).csv(tabulate(&rows));
    let exporter = match collections {
        _ if rows.is_empty() => exporter.text("no page changed"),
        [_] => exporter.summary(tabulate(&rows)),
        _ => parts(collections, &rows).fold(exporter, |exporter, (heading, part)| {
            exporter.text(heading).summary(tabulate(&part))
        }),
    };
    Ok(Report::good(exporter.export(format)?))
}

/// A page that differs, with its collection.
#[derive(Clone, Copy, Serialize)]
struct Row<'c> {
    /// The collection; `None` where the present manifest has none with this page.
    #[serde(skip_serializing_if = "Option::is_none")]
    collection: Option<&'c str>,
    #[serde(flatten)]
    change: &'c Change,
}

/// The pages of each collection, and those that are in none, under a heading each.
fn parts<'c>(
    collections: &[Collection],
    rows: &[Row<'c>],
) -> impl Iterator<Item = (String, Vec<Row<'c>>)> {
    let headings = with_headings(collections)
        .map(|(heading, one)| (heading.unwrap_or_default(), Some(one.name.as_str())));
    let parts = headings.chain([("in no collection".to_owned(), None)]);
    let parts = parts.map(|(heading, name)| {
        let rows = rows.iter().filter(|row| row.collection == name);
        (heading, rows.copied().collect::<Vec<_>>())
    });
    parts.filter(|(_, rows)| !rows.is_empty())
}

fn describe(step: &Step) -> Table {
    type Side = fn((usize, usize)) -> usize;
    let (from, to): (Side, Side) = (|sizes| sizes.0, |sizes| sizes.1);
    let difference = |(from, to): (usize, usize)| Cell::difference(to as i64 - from as i64);
    Table::of([(&step.from, from), (&step.to, to)])
        .left("variant", |(name, _)| name)
        .total("difference")
        .right("bytes", |(_, size)| size(step.bytes))
        .total(difference(step.bytes))
        .right("gzip", |(_, size)| size(step.gzip))
        .total(difference(step.gzip))
        .right("brotli", |(_, size)| size(step.brotli))
        .total(difference(step.brotli))
        .into()
}

fn tabulate(rows: &[Row<'_>]) -> Table {
    let bytes =
        |sizes: Option<Sizes>| -> Cell { sizes.map_or("none".into(), |sizes| sizes.bytes.into()) };
    let delta = |row: &Row<'_>, size: fn(&Sizes) -> usize| {
        let delta = row.change.delta(size);
        delta.map_or(Cell::default(), Cell::difference)
    };
    let sum = |size: fn(&Sizes) -> usize| {
        let deltas = rows.iter().filter_map(|row| row.change.delta(size));
        Cell::difference(deltas.sum())
    };
    Table::of(rows)
        .left("variant", |row| &row.change.name)
        .total(format!("{} changed", rows.len()))
        .right("before", |row| bytes(row.change.before))
        .right("after", |row| bytes(row.change.after))
        .right("change", |row| delta(row, |sizes| sizes.bytes))
        .total(sum(|sizes| sizes.bytes))
        .right("gzip", |row| delta(row, |sizes| sizes.gzip))
        .total(sum(|sizes| sizes.gzip))
        .right("brotli", |row| delta(row, |sizes| sizes.brotli))
        .total(sum(|sizes| sizes.brotli))
        .left("collection", |row| row.collection)
        .only_in_csv_if(rows.iter().any(|row| row.collection.is_some()))
        .into()
}
