//! A finished page, and how it was made.

use std::ops::Range;

use serde::Serialize;

use super::{Obstacle, Renaming, Strategy, Wrapper};

/// A candidate for the page.
#[derive(Debug, Clone, Serialize)]
pub struct Candidate {
    /// The strategy that made its script.
    pub strategy: Strategy,
    /// The wrapper around it.
    pub wrapper: String,
    /// Bytes of the page; `None` when the strategy failed or the wrapper cannot hold its script.
    pub bytes: Option<usize>,
}

/// A finished page and how it was made.
#[derive(Debug, Clone, Serialize)]
pub struct Minified {
    /// The page.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub page: String,
    /// The strategy that made the page's script.
    pub strategy: Strategy,
    /// Whether it has variables for what the script writes often ([`MinifyOptions::aliases`]).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub has_aliases: bool,
    /// The name of the page's wrapper.
    pub wrapper: String,
    /// Bytes of the script after each stage (composed, renamed, compacted), and of the page.
    pub stages: Vec<(&'static str, usize)>,
    /// All candidates.
    pub candidates: Vec<Candidate>,
    /// Why wrappers can hold no candidate.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub obstacles: Vec<Obstacle>,
    /// The readable names and their short names in the page.
    pub names: Vec<Renaming>,
}

impl Minified {
    /// Where the script is in the page; `None` when its wrapper is not among `wrappers`.
    pub fn script_range(&self, wrappers: &[Wrapper]) -> Option<Range<usize>> {
        let wrapper = wrappers.iter().find(|other| other.name == self.wrapper)?;
        wrapper.script_range(&self.page)
    }
}
