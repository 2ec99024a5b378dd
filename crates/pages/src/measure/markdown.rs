//! The record as a Markdown page.

use super::Record;

/// Returns the text of `SIZES.md`: the sizes of every page, and the published size if there is one.
pub(crate) fn markdown(title: &str, record: &Record) -> String {
    let mut text = format!(
        "# {title}: sizes\n\nWritten by `gen`; do not edit. Bytes of {} pages: {}.\n\n\
         | variant | flags | bytes | gzip | brotli | published | of published |\n\
         |---|---|---:|---:|---:|---:|---:|\n",
        record.pages.len(),
        record.total(),
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
            "| [{name}]({name}.html) | {flags} | {} | {} | {} | {published} | {share} |\n",
            entry.bytes,
            entry.gzip,
            entry.brotli,
            name = entry.name,
        ));
    }
    text
}
