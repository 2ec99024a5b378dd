//! Positions in a text, and other texts in the place of its parts.

use std::ops::Range;

/// U+FEFF at the start of a text.
pub const BYTE_ORDER_MARK: char = '\u{feff}';

/// The line and the column in characters of a byte offset, from 1.
pub fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset).unwrap_or(text);
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let line = before.matches('\n').count() + 1;
    (line, before[start..].chars().count() + 1)
}

/// The text with other texts in the place of ranges, which are ascending and do not overlap.
pub fn with_replaced<T: AsRef<str>>(
    text: &str,
    replaced: impl IntoIterator<Item = (Range<usize>, T)>,
) -> String {
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    for (range, new) in replaced {
        out.push_str(&text[from..range.start]);
        out.push_str(new.as_ref());
        from = range.end;
    }
    out + &text[from..]
}
