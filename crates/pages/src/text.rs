//! Source text from disk: UTF-8 without a mark at its start, of a size that somebody may have
//! written, and with `\n` at the ends of its lines whatever an editor or a checkout made of them.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The most bytes that a file may have: a hundred times more than any page needs.
const LIMIT: u64 = 1 << 20;

/// Why a file is no source text.
#[derive(Debug, thiserror::Error)]
pub enum TextError {
    /// The system does not give it.
    #[error("{0}")]
    Unreadable(#[from] io::Error),
    /// It is larger than anything that becomes a small page.
    #[error(
        "it is larger than {LIMIT} bytes, the most that is read; part it, or name another folder"
    )]
    Enormous,
    /// It is in another encoding.
    #[error("line {0} is not UTF-8; save the file as UTF-8")]
    Encoding(usize),
    /// It starts with U+FEFF, which would become a part of every page.
    #[error("it starts with a byte order mark (U+FEFF); save it as UTF-8 without one")]
    Mark,
}

/// The text of a file.
///
/// # Errors
/// See [`TextError`].
pub fn read(path: &Path) -> Result<String, TextError> {
    let mut bytes = Vec::new();
    File::open(path)?.take(LIMIT + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LIMIT {
        return Err(TextError::Enormous);
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        TextError::Encoding(good.iter().filter(|&&byte| byte == b'\n').count() + 1)
    })?;
    if text.starts_with('\u{feff}') {
        return Err(TextError::Mark);
    }
    // As JavaScript does it inside of template literals.
    Ok(text.replace("\r\n", "\n").replace('\r', "\n"))
}
