//! The measurements of one page.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::catalog::Variant;
use crate::compress::{brotli_size, gzip_size};
use crate::minify::{Minified, Strategy};

/// One page in the record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The variant's name.
    pub name: String,
    /// The letters of its flags, in the order of the name.
    pub flags: String,
    /// Bytes of the page.
    pub bytes: usize,
    /// Bytes that have been accepted: the gate lets the page be no larger.
    pub baseline: usize,
    /// Bytes of the page after `gzip -9`.
    pub gzip: usize,
    /// Bytes of the page after brotli at quality 11.
    pub brotli: usize,
    /// SHA-256 of the page, in hexadecimal.
    pub sha256: String,
    /// Bytes of the published record holder's page for the same flags.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub published: Option<usize>,
    /// The strategy that made the script of the page.
    #[serde(rename = "maker", alias = "strategy")]
    pub strategy: Strategy,
    /// The name of the wrapper around it.
    pub wrapper: String,
}

impl Entry {
    /// Measures a page. Its baseline is its own size.
    pub(crate) fn measure(
        variant: &Variant,
        order: &str,
        published: Option<usize>,
        built: &Minified,
    ) -> Self {
        let page = built.page.as_bytes();
        Self {
            name: variant.name.clone(),
            flags: variant.flags.in_order(order),
            bytes: page.len(),
            baseline: page.len(),
            gzip: gzip_size(page),
            brotli: brotli_size(page),
            sha256: sha256(page),
            published,
            strategy: built.strategy,
            wrapper: built.wrapper.clone(),
        }
    }

    /// The page as a share of the published one, in per cent with one digit.
    pub fn share(&self) -> Option<String> {
        let published = self.published?;
        Some(format!(
            "{:.1} %",
            100.0 * self.bytes as f64 / published as f64
        ))
    }
}

fn sha256(data: &[u8]) -> String {
    let digest = Sha256::digest(data);
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::sha256;

    #[test]
    fn the_digest_is_that_of_the_standard() {
        // FIPS 180-4, the example "abc".
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(sha256(b"abc"), expected);
    }
}
