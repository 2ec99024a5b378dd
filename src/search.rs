//! Connects a catalog's scripts to the search for shorter scripts.

pub mod file;

use std::collections::HashSet;

use golfchess_pages::compress::brotli_size;
use golfchess_pages::edits::{self, Edit};
use golfchess_pages::minify::{self, Draft, Minified, MinifyOptions};
use golfchess_parity::search::{BuiltScript, ScriptSource};

/// Builds pages with the wrappers and kept names of a manifest.
#[derive(Debug, Clone)]
pub struct CatalogSource {
    /// The wrappers and kept names.
    pub options: MinifyOptions,
}

impl ScriptSource for CatalogSource {
    type Edit = Edit;
    type Error = minify::Error;

    fn prepare(&self, source: &str) -> Result<String, minify::Error> {
        Ok(edits::without_comments(source)?)
    }

    fn edits(&self, script: &str) -> Result<Vec<Edit>, minify::Error> {
        Ok(edits::propose(script)?)
    }

    fn combine(&self, first: &Edit, second: &Edit) -> Option<Edit> {
        first.with(second)
    }

    fn apply(&self, edit: &Edit, script: &str) -> String {
        edit.apply(script)
    }

    fn estimate(&self, script: &str, names: &HashSet<String>) -> Option<(usize, String)> {
        edits::estimate_size(script, names)
    }

    fn build(&self, script: &str) -> Result<BuiltScript, minify::Error> {
        Ok(built(minify::minify(script, &self.options)?))
    }

    fn build_within(&self, script: &str, limit: usize) -> Option<BuiltScript> {
        let draft = Draft::of(script, &self.options).ok()?;
        if draft.size(&self.options) > limit {
            return None;
        }
        draft.finish(&self.options).ok().map(built)
    }
}

fn built(minified: Minified) -> BuiltScript {
    BuiltScript {
        compressed: brotli_size(minified.page.as_bytes()),
        names: minified.names.into_iter().map(|name| name.name).collect(),
        page: minified.page,
    }
}
