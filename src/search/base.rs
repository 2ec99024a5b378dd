//! The script that candidates are edits of.

use std::collections::HashSet;

use golfchess_packers::Made;
use golfchess_packers::dictionary::LONGER;
use golfchess_script::Draft;
use golfchess_script::proposals;
use golfchess_sizes::compress::brotli_size;
use golfchess_sizes::edit::Edit;

use super::{SearchError, SearchOptions};

/// A script, what can be edited in it, and its page.
pub(super) struct Base {
    pub(super) script: String,
    pub(super) edits: Vec<Edit>,
    pub(super) page: String,
    pub(super) size: usize,
    /// The size without packing.
    unpacked: usize,
    /// The size after a first look of the packer.
    look: usize,
    compressed: usize,
    pub(super) names: HashSet<String>,
    pub(super) estimate: usize,
}

impl Base {
    pub(super) fn new(
        script: String,
        options: &SearchOptions,
        kinds: &[String],
    ) -> Result<Self, SearchError> {
        let is_wanted = |edit: &Edit| kinds.is_empty() || kinds.contains(&edit.kind);
        let mut edits = proposals::propose(&script)?;
        edits.retain(is_wanted);
        let built = golfchess_script::minify(&script, &options.minify)?;
        let names = built.names.iter().map(|name| name.name.clone()).collect();
        let estimate = proposals::estimate_size(&script, &names);
        let unpacked = options.size(&built);
        let look = options.size(&options.glanced(built.clone().into()));
        let built = options.packed(built.into());
        Ok(Self {
            edits,
            size: options.size(&built),
            unpacked,
            look,
            compressed: brotli_size(built.page.as_bytes()),
            estimate: estimate.map_or(0, |(size, _)| size),
            page: built.minified.page,
            script,
            names,
        })
    }

    /// The largest estimate of a candidate that may be smaller.
    pub(super) fn most(&self, options: &SearchOptions) -> usize {
        match options.pack {
            Some(_) => self.estimate + LONGER,
            None => self.estimate.saturating_sub(1),
        }
    }

    /// The page of a script if it is smaller. With [`SearchOptions::even`] also a page of equal size
    /// that compresses better.
    pub(super) fn smaller(&self, script: &str, options: &SearchOptions) -> Option<Made> {
        let draft = Draft::of(script, &options.minify).ok()?;
        let size = draft.size(&options.minify);
        if options.pack.is_some() {
            if size > self.unpacked + LONGER {
                return None;
            }
            let built = options.glanced(draft.finish(&options.minify).ok()?.into());
            return (options.size(&built) < self.look).then_some(built);
        }
        if size > self.size || size == self.size && !options.even {
            return None;
        }
        let built = draft.finish(&options.minify).ok()?;
        let is_better = || brotli_size(built.page.as_bytes()) < self.compressed;
        (size < self.size || is_better()).then(|| built.into())
    }

    /// Whether this is no saving after another base: the whole search for a dictionary can find less than
    /// the first look did.
    pub(super) fn is_worse_than(&self, before: &Self, options: &SearchOptions) -> bool {
        options.pack.is_some() && self.size >= before.size
    }
}
