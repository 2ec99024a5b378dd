//! What a script is minified for.

use golfchess_sizes::metric::Metric;

use super::{Frame, Strategy, Wrapper};

/// The wrappers of pages, and the names that scripts must keep.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MinifyOptions {
    /// The wrappers to choose from.
    pub wrappers: Vec<Wrapper>,
    /// Names that must not be renamed.
    pub keep: Vec<String>,
    /// What the smallest page has least of.
    pub metric: Metric,
    /// What to try beside [`Strategy::Own`]; if empty, all strategies but [`Strategy::MinifyJs`],
    /// which prints a message where it panics.
    pub strategies: Vec<Strategy>,
    /// Whether every browser must find the names of the script in the wrapper.
    pub portable: bool,
    /// Whether a good page at once counts more than the smallest one: [`Strategy::Own`] is tried only where nothing
    /// else makes a page.
    pub quick: bool,
    /// Whether names of properties, texts and other values that the script writes often become variables. They do so
    /// only where the metric is no compressed size.
    pub aliases: bool,
    /// Whether the script is ASCII whatever is around it.
    pub ascii: bool,
    /// The function whose body the script is, if it is one.
    pub frame: Option<Frame>,
}

impl MinifyOptions {
    pub(crate) fn strategies(&self) -> impl Iterator<Item = Strategy> {
        Strategy::ALL.into_iter().filter(|strategy| match strategy {
            Strategy::Own => true,
            other if self.strategies.is_empty() => *other != Strategy::MinifyJs,
            other => self.strategies.contains(other),
        })
    }
}
