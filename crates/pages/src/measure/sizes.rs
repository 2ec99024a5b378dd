//! The size of a page.

use serde::Serialize;

use golfchess_sizes::compress::{brotli_size, gzip_size};

/// The size of a page as a file and on the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Sizes {
    /// Bytes of the file.
    pub bytes: usize,
    /// Bytes after `gzip -9`.
    pub gzip: usize,
    /// Bytes after brotli at quality 11.
    pub brotli: usize,
}

impl Sizes {
    /// Measures a page.
    pub fn of(page: &str) -> Self {
        let page = page.as_bytes();
        Self {
            bytes: page.len(),
            gzip: gzip_size(page),
            brotli: brotli_size(page),
        }
    }
}
