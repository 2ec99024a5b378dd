//! The measurements of one page.

use golfchess_script::{Minified, Strategy};
use golfchess_sizes::metric::Metric;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::Sizes;
use crate::catalog::Variant;

/// The measurements of one page in a [`Record`](super::Record).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The variant's name.
    pub name: String,
    /// The letters of its flags, in the order of the name.
    pub flags: String,
    /// Bytes of the page.
    pub bytes: usize,
    /// The size by the metric of the catalog, if that is not bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<usize>,
    /// The accepted size by this metric: a larger page has grown.
    pub baseline: usize,
    /// Bytes of the page after `gzip -9`.
    pub gzip: usize,
    /// Bytes of the page after brotli at quality 11.
    pub brotli: usize,
    /// SHA-256 of the page, in hexadecimal.
    pub sha256: String,
    /// The size of the published record holder's page for the same flags.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub published: Option<usize>,
    /// The strategy that made the script of the page.
    // The name in records of earlier commits, which `gen history` reads.
    #[serde(alias = "maker")]
    pub strategy: Strategy,
    /// The name of the wrapper around it.
    pub wrapper: String,
}

impl Entry {
    /// Measures a page. Its accepted size is its own size.
    pub(crate) fn measure(
        variant: &Variant,
        order: &str,
        (metric, published): (Metric, Option<usize>),
        built: &Minified,
    ) -> Self {
        let size = metric.measure(&built.page);
        let Sizes {
            bytes,
            gzip,
            brotli,
        } = Sizes::of(&built.page);
        Self {
            name: variant.name.clone(),
            flags: variant.flags.in_order(order),
            bytes,
            size: (!metric.is_default()).then_some(size),
            baseline: size,
            gzip,
            brotli,
            sha256: sha256(built.page.as_bytes()),
            published,
            strategy: built.strategy,
            wrapper: built.wrapper.clone(),
        }
    }

    /// The size by the metric of the catalog.
    pub fn size(&self) -> usize {
        self.size.unwrap_or(self.bytes)
    }

    /// The sizes of the page.
    pub fn sizes(&self) -> Sizes {
        Sizes {
            bytes: self.bytes,
            gzip: self.gzip,
            brotli: self.brotli,
        }
    }

    /// Returns the page's size as a share of the published page's, in per cent with one digit.
    pub fn share(&self) -> Option<String> {
        let published = self.published?;
        Some(format!(
            "{:.1} %",
            100.0 * self.size() as f64 / published as f64
        ))
    }
}

fn sha256(data: &[u8]) -> String {
    let digest = Sha256::digest(data);
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}
