//! Reading source text: UTF-8 without a byte order mark, of limited size, with `\n` at line ends.

use std::fs::File;
use std::io::{self, Read};
use std::ops::Range;
use std::path::Path;

/// The most bytes that a source file may have: a hundred times more than any page needs.
pub const LIMIT: u64 = 1 << 20;

/// Why a file is not source text.
#[derive(Debug, thiserror::Error)]
pub enum TextError {
    /// The file cannot be read.
    #[error(transparent)]
    Read(#[from] io::Error),
    /// The file is larger than [`LIMIT`].
    #[error("the file is larger than {LIMIT} bytes")]
    TooLarge,
    /// The file has another encoding.
    #[error("line {line} is not UTF-8")]
    NotUtf8 {
        /// The first line with a byte that is not UTF-8, counted from 1.
        line: usize,
    },
    /// The file starts with U+FEFF, which would become a part of every page.
    #[error("the file starts with a byte order mark (U+FEFF)")]
    ByteOrderMark,
}

/// The line and the column in characters of a byte offset, from 1.
pub(crate) fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset).unwrap_or(text);
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let line = before.matches('\n').count() + 1;
    (line, before[start..].chars().count() + 1)
}

/// The text with other texts in the place of ranges, which are ascending and do not overlap.
pub(crate) fn with_replaced<T: AsRef<str>>(
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

/// Reads a source file. Every line ends with `\n` in the result, as JavaScript reads template
/// literals.
///
/// # Errors
/// See [`TextError`].
pub fn read(path: &Path) -> Result<String, TextError> {
    let mut bytes = Vec::new();
    File::open(path)?.take(LIMIT + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LIMIT {
        return Err(TextError::TooLarge);
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = valid.iter().filter(|&&byte| byte == b'\n').count() + 1;
        TextError::NotUtf8 { line }
    })?;
    if text.starts_with('\u{feff}') {
        return Err(TextError::ByteOrderMark);
    }
    Ok(text.replace("\r\n", "\n").replace('\r', "\n"))
}
