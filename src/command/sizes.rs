//! `gen sizes`.

use anyhow::Result;
use golfchess_pages::measure::{Entry, Record};
use serde::Serialize;

use super::project::Project;
use super::records;
use crate::cli::SizesFormat;
use crate::output::{Align, Outcome, Table, csv, json, say, signed};

/// One page with its change, for programs.
#[derive(Serialize)]
struct Row<'r> {
    #[serde(flatten)]
    entry: &'r Entry,
    /// Bytes gained or lost; `None` when the page is new.
    change: Option<i64>,
}

pub fn run(project: &Project, format: SizesFormat, baseline: &str) -> Result<Outcome> {
    let record = project.edition()?.record();
    let before = records::find(baseline, &project.folder)?;
    if before.is_none() {
        say(format_args!(
            "note: {baseline} has no size record, so no change is shown"
        ));
    }
    let before = before.as_ref();
    Ok(Outcome::good(match format {
        SizesFormat::Table => table(&record, before).text(),
        SizesFormat::Markdown => table(&record, before).markdown(),
        SizesFormat::Json => {
            let rows: Vec<_> = record
                .pages
                .iter()
                .map(|entry| Row {
                    entry,
                    change: change(entry, before),
                })
                .collect();
            json(&rows)?
        }
        SizesFormat::Csv => {
            let optional = |number: Option<String>| number.unwrap_or_default();
            let rows: Vec<_> = record
                .pages
                .iter()
                .map(|entry| {
                    vec![
                        entry.name.clone(),
                        entry.flags.clone(),
                        entry.bytes.to_string(),
                        optional(change(entry, before).map(|n| n.to_string())),
                        optional(entry.published.map(|n| n.to_string())),
                        entry.gzip.to_string(),
                        entry.brotli.to_string(),
                        entry.sha256.clone(),
                    ]
                })
                .collect();
            let header = [
                "variant",
                "flags",
                "bytes",
                "change",
                "published",
                "gzip",
                "brotli",
                "sha256",
            ];
            csv(&header, &rows)?
        }
    }))
}

/// The size table: change against an earlier record and against what others
/// have published, and a last line with the sums.
pub fn table(record: &Record, before: Option<&Record>) -> Table {
    let right = Align::Right;
    let mut table = Table::new(&[
        ("variant", Align::Left),
        ("bytes", right),
        ("change", right),
        ("published", right),
        ("of it", right),
        ("gzip", right),
        ("brotli", right),
    ]);
    for entry in &record.pages {
        table.row([
            entry.name.clone(),
            entry.bytes.to_string(),
            match before {
                None => String::new(),
                Some(_) => change(entry, before).map_or("new".into(), signed),
            },
            entry.published.map(|n| n.to_string()).unwrap_or_default(),
            entry.share().unwrap_or_default(),
            entry.gzip.to_string(),
            entry.brotli.to_string(),
        ]);
    }
    let delta = before.map(|before| record.total() as i64 - before.total() as i64);
    let sum = |of: fn(&Entry) -> usize| record.pages.iter().map(of).sum::<usize>().to_string();
    table.row([
        format!("{} pages", record.pages.len()),
        record.total().to_string(),
        delta.map(signed).unwrap_or_default(),
        String::new(),
        String::new(),
        sum(|entry| entry.gzip),
        sum(|entry| entry.brotli),
    ]);
    table
}

fn change(entry: &Entry, before: Option<&Record>) -> Option<i64> {
    let before = before?.entry(&entry.name)?;
    Some(entry.bytes as i64 - before.bytes as i64)
}
