//! What "smallest" means.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::compress::{brotli_size, gzip_size};
use crate::zip;

/// The size by which candidates are compared.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Metric {
    /// Bytes of the file in UTF-8.
    #[default]
    Bytes,
    /// Characters: Unicode code points, as code golf counts them.
    Chars,
    /// Bytes after `gzip -9`.
    Gzip,
    /// Bytes after brotli at quality 11.
    Brotli,
    /// Bytes of [`zip::archive`] with the file alone, under the name [`zip::PAGE`].
    Zip,
}

impl Metric {
    /// All metrics.
    pub const ALL: [Self; 5] = [
        Self::Bytes,
        Self::Chars,
        Self::Gzip,
        Self::Brotli,
        Self::Zip,
    ];

    /// The name in JSON and in lists of options.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bytes => "bytes",
            Self::Chars => "chars",
            Self::Gzip => "gzip",
            Self::Brotli => "brotli",
            Self::Zip => "zip",
        }
    }

    /// What it counts, for messages and tables.
    pub const fn unit(self) -> &'static str {
        match self {
            Self::Bytes => "bytes",
            Self::Chars => "chars",
            Self::Gzip => "gzip bytes",
            Self::Brotli => "brotli bytes",
            Self::Zip => "zip bytes",
        }
    }

    /// Whether tables of bytes, gzip and brotli show it.
    pub const fn is_in_sizes(self) -> bool {
        !matches!(self, Self::Chars | Self::Zip)
    }

    /// Whether it is the default one, which records do not name.
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }

    /// The size of a text.
    pub fn measure(self, text: &str) -> usize {
        match self {
            Self::Bytes => text.len(),
            Self::Chars => text.chars().count(),
            Self::Gzip => gzip_size(text.as_bytes()),
            Self::Brotli => brotli_size(text.as_bytes()),
            Self::Zip => zip::size(text),
        }
    }

    /// The size of a text or slightly more, in less time where [`Self::measure`] takes long.
    pub fn estimate(self, text: &str) -> usize {
        match self {
            Self::Zip => gzip_size(text.as_bytes()) - GZIP_CONTAINER + zip::CONTAINER,
            _ => self.measure(text),
        }
    }

    /// How much of a difference between two estimates may be wrong; 0 where an estimate is the size.
    pub const fn doubt(self) -> usize {
        match self {
            Self::Zip => 4,
            _ => 0,
        }
    }

    /// Whether it is a size after compression.
    pub const fn is_compressed(self) -> bool {
        matches!(self, Self::Gzip | Self::Brotli | Self::Zip)
    }

    /// Whether the size depends on which letters the names get, not only on how many.
    pub const fn depends_on_letters(self) -> bool {
        self.is_compressed()
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The header and the trailer around the same deflated data (RFC 1952, 2.3).
const GZIP_CONTAINER: usize = 10 + 8;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_metric_measures_what_its_program_does() {
        // printf 'e2e4 %.0s' $(seq 200) > index.html; zip -9X a.zip index.html; wc -c < a.zip
        let text = "e2e4 ".repeat(200);
        let sizes = Metric::ALL.map(|metric| metric.measure(&text));
        assert_eq!(sizes[..2], [1000, 1000]);
        assert_eq!(sizes[2], 33);
        assert_eq!(Metric::Zip.estimate(&text), 133);
        assert!((130..=133).contains(&sizes[4]), "{}", sizes[4]);
        assert_eq!(Metric::Chars.measure("\u{e9}\u{1f600}"), 2);
        assert_eq!(Metric::Bytes.measure("\u{e9}\u{1f600}"), 6);
    }
}
