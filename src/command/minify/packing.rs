//! Packs a minified script.

use std::time::{Duration, Instant};

use anyhow::Result;
use golfchess_pages::minify::{Minified, MinifyOptions};
use golfchess_pages::pack::{self, PackOptions};

use super::Args;
use super::job::Job;
use crate::output::{message, progress};

/// How long a search may take before it shows its progress.
const QUIET: Duration = Duration::from_secs(1);

impl Args {
    /// How to pack; `None` if nobody asks for it.
    fn packing(&self) -> Option<PackOptions> {
        (self.pack || self.pack_ascii).then_some(PackOptions {
            ascii: self.pack_ascii,
            effort: self.effort,
            seed: self.seed,
        })
    }
}

impl Job<'_> {
    /// The packed page, if it is smaller and shows what the file shows; else the page itself.
    pub(super) fn packed(&mut self, page: Minified, options: &MinifyOptions) -> Result<Minified> {
        let Some(packing) = self.args.packing() else {
            return Ok(page);
        };
        let packed = match search(&page, options, &packing)? {
            Ok(packed) => packed,
            Err(reason) => {
                message(format_args!("note: not packed: {reason}"));
                return Ok(page);
            }
        };
        let metric = options.metric;
        let (before, after) = (metric.measure(&page.page), metric.measure(&packed.page));
        if after >= before {
            message(format_args!(
                "note: not packed: {after} {} instead of {before}",
                metric.unit()
            ));
            return Ok(page);
        }
        let is_right = match &mut self.check {
            Some(check) => check.accepts(&packed)?,
            None => true,
        };
        Ok(if is_right { packed } else { page })
    }
}

/// Searches, and shows the progress on a terminal after a second.
fn search(
    page: &Minified,
    options: &MinifyOptions,
    packing: &PackOptions,
) -> Result<Result<Minified, pack::PackError>> {
    let start = Instant::now();
    let bar = progress("packing {wide_bar} {percent} % {eta}", Some(0))?;
    bar.set_draw_target(indicatif::ProgressDrawTarget::hidden());
    let tick = |done: u64, all: u64| {
        if bar.is_hidden() && start.elapsed() > QUIET {
            bar.set_draw_target(indicatif::ProgressDrawTarget::stderr());
        }
        bar.set_length(all);
        bar.set_position(done);
    };
    let packed = pack::pack(page, options, packing, &tick);
    bar.finish_and_clear();
    Ok(packed)
}
