//! The record as a Markdown page.

use super::Record;
use crate::catalog::Collection;

/// Returns the text of `SIZES.md`: the sizes of every page, and the published size if there is one.
/// Several collections have a table each.
pub(crate) fn markdown(title: &str, collections: &[Collection], record: &Record) -> String {
    let mut text = format!("# {title}: sizes\n\nWritten by `gen`; do not edit.");
    match collections {
        [_] => {
            text.push(' ');
            text.push_str(&table(record));
        }
        several => {
            text.push('\n');
            for collection in several {
                let Collection {
                    name,
                    title,
                    text: about,
                    ..
                } = collection;
                text.push_str(&format!("\n## {name}: {title}\n\n{about}\n\n"));
                text.push_str(&table(&record.part(collection)));
            }
        }
    }
    text
}

fn table(record: &Record) -> String {
    let unit = record.metric.unit();
    let (first, rest) = unit.split_at(1);
    let mut text = format!(
        "{}{rest} of {} pages: {}.\n\n\
         | variant | flags |{} bytes | gzip | brotli | published | of published |\n\
         |---|---|{}---:|---:|---:|---:|---:|\n",
        first.to_uppercase(),
        record.pages.len(),
        record.total(),
        column(record, &format!(" {} |", record.metric)),
        column(record, "---:|"),
    );
    for entry in &record.pages {
        let flags = if entry.flags.is_empty() {
            "–"
        } else {
            &entry.flags
        };
        let published = entry
            .published
            .map(|bytes| bytes.to_string())
            .unwrap_or_default();
        let share = entry.share().unwrap_or_default();
        text.push_str(&format!(
            "| [{name}]({name}.html) | {flags} |{} {} | {} | {} | {published} | {share} |\n",
            column(record, &format!(" {} |", entry.size())),
            entry.bytes,
            entry.gzip,
            entry.brotli,
            name = entry.name,
        ));
    }
    text
}

/// A part of the column with the sizes by the metric, if the other columns do not show these.
fn column<'c>(record: &Record, text: &'c str) -> &'c str {
    match record.metric.is_in_sizes() {
        true => "",
        false => text,
    }
}
