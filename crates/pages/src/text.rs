//! Reading source text: UTF-8 without a byte order mark, of limited size, with `\n` at line ends.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

pub use golfchess_sizes::text::BYTE_ORDER_MARK;

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
    /// The file starts as UTF-16 and is none.
    #[error("the file has the byte order mark of UTF-16, and is not UTF-16")]
    NotUtf16,
    /// The file starts with U+FEFF, which would become a part of every page.
    #[error("the file starts with a byte order mark (U+FEFF)")]
    ByteOrderMark,
}

/// Reads a source file. Every line ends with `\n` in the result, as JavaScript reads template
/// literals.
///
/// # Errors
/// See [`TextError`].
pub fn read(path: &Path) -> Result<String, TextError> {
    let text = utf8(bytes(File::open(path)?)?)?;
    if text.starts_with(BYTE_ORDER_MARK) {
        return Err(TextError::ByteOrderMark);
    }
    Ok(with_line_feeds(&text))
}

/// Reads a text of any origin: UTF-8, or UTF-16 with a byte order mark. A byte order mark stays.
///
/// # Errors
/// See [`TextError`].
pub fn read_foreign(source: impl Read) -> Result<String, TextError> {
    let bytes = bytes(source)?;
    let unit = match bytes.get(..2) {
        Some([0xff, 0xfe]) => u16::from_le_bytes,
        Some([0xfe, 0xff]) => u16::from_be_bytes,
        _ => return Ok(with_line_feeds(&utf8(bytes)?)),
    };
    let (pairs, rest) = bytes.as_chunks();
    let units: Vec<u16> = pairs.iter().map(|pair| unit(*pair)).collect();
    let text = String::from_utf16(&units).ok().filter(|_| rest.is_empty());
    Ok(with_line_feeds(&text.ok_or(TextError::NotUtf16)?))
}

fn bytes(source: impl Read) -> Result<Vec<u8>, TextError> {
    let mut bytes = Vec::new();
    source.take(LIMIT + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > LIMIT {
        true => Err(TextError::TooLarge),
        false => Ok(bytes),
    }
}

fn utf8(bytes: Vec<u8>) -> Result<String, TextError> {
    String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = valid.iter().filter(|&&byte| byte == b'\n').count() + 1;
        TextError::NotUtf8 { line }
    })
}

fn with_line_feeds(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_other_editors_are_read() {
        let text = "a\u{e9}\u{1f600}\r\nb";
        let expected = "a\u{e9}\u{1f600}\nb";
        assert_eq!(read_foreign(text.as_bytes()).expect("UTF-8"), expected);
        let marked = format!("{BYTE_ORDER_MARK}{text}");
        let expected = format!("{BYTE_ORDER_MARK}{expected}");
        assert_eq!(read_foreign(marked.as_bytes()).expect("a mark"), expected);
        for order in [u16::to_le_bytes, u16::to_be_bytes] {
            let bytes: Vec<u8> = marked.encode_utf16().flat_map(order).collect();
            assert_eq!(read_foreign(&bytes[..]).expect("UTF-16"), expected);
            // The first half of a surrogate pair alone.
            let half = bytes.len() - 8;
            assert!(matches!(
                read_foreign(&bytes[..half]),
                Err(TextError::NotUtf16)
            ));
            assert!(matches!(
                read_foreign(&bytes[..bytes.len() - 1]),
                Err(TextError::NotUtf16)
            ));
        }
        assert!(matches!(
            read_foreign(&b"a\n\xff"[..]),
            Err(TextError::NotUtf8 { line: 2 })
        ));
    }
}
