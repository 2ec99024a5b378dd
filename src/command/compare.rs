//! `gen compare`.

use anyhow::{Context, Result, bail};
use golfchess_pages::compare::{Change, Step, changes, step};
use golfchess_pages::measure::{Record, Sizes};

use super::project::Project;
use super::records;
use crate::cli::Format;
use crate::output::{Align, Outcome, Table, json};

pub fn run(project: &Project, a: &str, b: &str, format: Format) -> Result<Outcome> {
    let variants = (project.catalog.variant(a), project.catalog.variant(b));
    if let (Ok(left), Ok(right)) = variants {
        let record = project.edition()?.record();
        let entry = |name: &str| record.entry(name).context("a built page is in its record");
        let order = project.catalog.manifest().naming.order();
        let step = step(
            (left, entry(&left.name)?),
            (right, entry(&right.name)?),
            &order,
        );
        return Ok(Outcome::good(match format {
            Format::Table => describe(&step),
            Format::Json => json(&step)?,
        }));
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
        records::find(word, &project.folder)?.with_context(|| {
            format!("`{word}` is no variant, and no file or git revision with a size record")
        })
    };
    let changes = changes(&read(a)?, &read(b)?);
    Ok(Outcome::good(match format {
        Format::Json => json(&changes)?,
        Format::Table if changes.is_empty() => "no page changed\n".to_owned(),
        Format::Table => tabulate(&changes).text(),
    }))
}

fn describe(step: &Step) -> String {
    let mut table = Table::new(&[
        ("", Align::Left),
        ("bytes", Align::Right),
        ("gzip", Align::Right),
        ("brotli", Align::Right),
    ]);
    let sizes = [step.bytes, step.gzip, step.brotli];
    let row = |title: &str, cell: &dyn Fn((usize, usize)) -> String| {
        let cells: Vec<_> = sizes.iter().map(|&size| cell(size)).collect();
        [vec![title.to_owned()], cells].concat()
    };
    table.row(row(&step.from, &|(from, _)| from.to_string()));
    table.row(row(&step.to, &|(_, to)| to.to_string()));
    table.row(row("difference", &|(from, to)| {
        format!("{:+}", to as i64 - from as i64)
    }));
    let list = |letters: &str| if letters.is_empty() { "none" } else { letters }.to_owned();
    format!(
        "flags added: {}, removed: {}\n\n{}",
        list(&step.added),
        list(&step.removed),
        table.text()
    )
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
    let bytes = |sizes: Option<Sizes>| sizes.map_or("none".into(), |sizes| sizes.bytes.to_string());
    let delta = |delta: Option<i64>| delta.map_or(String::new(), |delta| format!("{delta:+}"));
    for change in changes {
        table.row([
            change.name.clone(),
            bytes(change.before),
            bytes(change.after),
            delta(change.delta(|sizes| sizes.bytes)),
            delta(change.delta(|sizes| sizes.gzip)),
            delta(change.delta(|sizes| sizes.brotli)),
        ]);
    }
    let sum = |size: fn(&Sizes) -> usize| {
        let total: i64 = changes.iter().filter_map(|change| change.delta(size)).sum();
        format!("{total:+}")
    };
    table.row([
        format!("{} changed", changes.len()),
        String::new(),
        String::new(),
        sum(|sizes| sizes.bytes),
        sum(|sizes| sizes.gzip),
        sum(|sizes| sizes.brotli),
    ]);
    table
}
