//! The record as a page to read.

use super::Record;

/// `SIZES.md`: every page with its bytes, its size on the wire, and the
/// published size where there is one.
pub fn markdown(title: &str, record: &Record) -> String {
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
        let (published, share) = match entry.published {
            Some(published) => (published.to_string(), share(entry.bytes, published)),
            None => (String::new(), String::new()),
        };
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

/// One size as a share of another, in per cent with one digit.
fn share(bytes: usize, of: usize) -> String {
    let tenths = (bytes * 1000 + of / 2) / of.max(1);
    format!("{}.{} %", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::share;

    #[test]
    fn shares_are_rounded_to_a_tenth() {
        assert_eq!(share(888, 2048), "43.4 %");
        assert_eq!(share(1, 1), "100.0 %");
    }
}
