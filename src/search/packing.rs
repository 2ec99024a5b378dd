//! The sizes of packed pages, for a search that counts these.

use golfchess_pages::minify::{Minified, MinifyOptions};
use golfchess_pages::pack::{self, PackOptions};

/// By this many bytes, a page that packs smaller may be longer without packing.
pub const LONGER: usize = 12;

/// The part of the steps for the first look at a candidate.
const LOOK: u64 = 10;

/// How long a search for a dictionary is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// A first look, which is compared with the first look at another page.
    Look,
    /// All steps.
    Full,
}

/// The page packed, if this makes it smaller.
pub fn packed(
    page: Minified,
    options: &MinifyOptions,
    pack: Option<&PackOptions>,
    effort: Effort,
) -> Minified {
    let Some(pack) = pack else { return page };
    let steps = match effort {
        Effort::Look => (pack.effort / LOOK).max(1),
        Effort::Full => pack.effort,
    };
    let pack = PackOptions {
        effort: steps,
        ..pack.clone()
    };
    let size = |page: &Minified| options.metric.measure(&page.page);
    match pack::pack(&page, options, &pack, &|_, _| ()) {
        Ok(packed) if size(&packed) < size(&page) => packed,
        _ => page,
    }
}
