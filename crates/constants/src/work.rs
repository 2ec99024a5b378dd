//! Work that is spread over all cores, with a bar of progress on a terminal.

use indicatif::{ParallelProgressIterator, ProgressBar, ProgressStyle};
use rayon::prelude::*;

/// What a function finds in all items, in their order. The first are begun first: what is found
/// in them may make others short.
pub fn each<T: Sync, R: Send>(
    name: &str,
    items: &[T],
    find: impl Fn(&T) -> Vec<R> + Send + Sync,
) -> Vec<R> {
    let style = ProgressStyle::with_template("{prefix} {bar:30} {pos} of {len}");
    let bar = ProgressBar::new(items.len() as u64)
        .with_style(style.expect("a template"))
        .with_prefix(name.to_owned());
    let begun = items.iter().enumerate().par_bridge().progress_with(bar);
    let mut found: Vec<_> = begun.map(|(at, item)| (at, find(item))).collect();
    found.sort_by_key(|(at, _)| *at);
    found.into_iter().flat_map(|(_, results)| results).collect()
}
