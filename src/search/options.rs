//! How a search makes and compares pages.

use golfchess_packers::Made;
use golfchess_packers::dictionary::{self, PackOptions};
use golfchess_script::{Minified, MinifyOptions, Wrapper};

use super::SearchError;

/// How a search makes and compares pages.
#[derive(Debug, Clone)]
pub struct SearchOptions {
    /// The wrappers, kept names and the metric.
    pub minify: MinifyOptions,
    /// How pages are packed, if packed pages count.
    pub pack: Option<PackOptions>,
    /// The HTML around a page for the judge, if the page is a script only.
    pub around: Option<Wrapper>,
    /// Whether pages of equal size count if they compress better.
    pub even: bool,
    /// The search ends after this number of candidates.
    pub candidates: u64,
}

impl SearchOptions {
    /// The size of the page of a script.
    pub(super) fn measure(&self, script: &str) -> Result<usize, SearchError> {
        let built = golfchess_script::minify(script, &self.minify)?;
        Ok(self.size(&self.packed(built.into())))
    }

    pub(super) fn size(&self, page: &Minified) -> usize {
        self.minify.metric.measure(&page.page)
    }

    /// A page packed, if packed pages count and this one gets smaller.
    pub(super) fn packed(&self, page: Made) -> Made {
        self.packed_by(page, self.pack.as_ref())
    }

    /// The same after a first look, which is compared with the first look at another page.
    pub(super) fn glanced(&self, page: Made) -> Made {
        let look = self.pack.as_ref().map(PackOptions::look);
        self.packed_by(page, look.as_ref())
    }

    fn packed_by(&self, page: Made, pack: Option<&PackOptions>) -> Made {
        let packed =
            pack.and_then(|pack| dictionary::pack(&page, &self.minify, pack, &|_, _| ()).ok());
        packed
            .filter(|packed| self.size(packed) < self.size(&page))
            .unwrap_or(page)
    }
}
