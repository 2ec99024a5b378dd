//! `gen compare`.

use anyhow::{Context, Result, bail};
use golfchess_pages::compare::{Change, Step, changes, step};
use golfchess_pages::measure::{Record, Sizes};

use super::environment::Environment;
use super::needs::{Need, OnInterrupt};
use super::records::{self, Missing};
use crate::options::Format;
use crate::output::{Align, Cell, Exporter, Report, Table};

const HELP: &str = "\
Examples: gen compare index_TMP index_TMP_D
          gen compare HEAD~5 catalog/sizes.json";

pub const ON_INTERRUPT: OnInterrupt = OnInterrupt::Exit;
pub const NEEDS: &[Need] = &[Need::TEMPLATES, Need::GIT.only_with("REV")];

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
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

pub fn run(env: &Environment, args: &Args) -> Result<Report> {
    let project = &env.project()?;
    let (a, b, format) = (args.a.as_str(), args.b.as_str(), args.format);
    let variants = (project.catalog.variant(a), project.catalog.variant(b));
    if let (Ok(left), Ok(right)) = variants {
        let record = project.build_all()?.record();
        let entry = |name: &str| record.entry(name).context("a built page is in its record");
        let order = project.catalog.manifest().naming.order();
        let step = step(
            (left, entry(&left.name)?),
            (right, entry(&right.name)?),
            &order,
        );
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
        records::find(word, &project.folder).map_err(|error| match Missing::of(&error) {
            Some(_) => error.context(format!("`{word}` is no variant")),
            None => error,
        })
    };
    let changes = changes(&read(a)?, &read(b)?);
    let exporter = Exporter::new(&changes);
    let exporter = match (changes.is_empty(), format) {
        (true, Format::Table | Format::Markdown) => exporter.text("no page changed"),
        _ => exporter.table(tabulate(&changes)),
    };
    Ok(Report::good(exporter.export(format)?))
}

fn describe(step: &Step) -> Table {
    let mut table = Table::new(&[
        ("variant", Align::Left),
        ("bytes", Align::Right),
        ("gzip", Align::Right),
        ("brotli", Align::Right),
    ]);
    let sizes = [step.bytes, step.gzip, step.brotli];
    let row = |title: &str, cell: fn((usize, usize)) -> Cell| {
        let cells: Vec<_> = sizes.iter().map(|&size| cell(size)).collect();
        [vec![title.into()], cells].concat()
    };
    table.row(row(&step.from, |(from, _)| from.into()));
    table.row(row(&step.to, |(_, to)| to.into()));
    table.total(row("difference", |(from, to)| {
        Cell::difference(to as i64 - from as i64)
    }));
    table
}

fn tabulate(changes: &[Change]) -> Table {
    let right = Align::Right;
    let mut table = Table::new(&[
        ("variant", Align::Left),
        ("before", right),
        ("after", right),
        ("change", right),
        ("gzip", right),
        ("brotli", right),
    ]);
    let bytes = |sizes: Option<Sizes>| sizes.map_or("none".into(), |sizes| sizes.bytes.into());
    let delta = |delta: Option<i64>| delta.map_or(Cell::default(), Cell::difference);
    for change in changes {
        table.row([
            Cell::from(change.name.as_str()),
            bytes(change.before),
            bytes(change.after),
            delta(change.delta(|sizes| sizes.bytes)),
            delta(change.delta(|sizes| sizes.gzip)),
            delta(change.delta(|sizes| sizes.brotli)),
        ]);
    }
    let sum = |size: fn(&Sizes) -> usize| {
        Cell::difference(changes.iter().filter_map(|change| change.delta(size)).sum())
    };
    table.total([
        format!("{} changed", changes.len()).into(),
        Cell::default(),
        Cell::default(),
        sum(|sizes| sizes.bytes),
        sum(|sizes| sizes.gzip),
        sum(|sizes| sizes.brotli),
    ]);
    table
}
