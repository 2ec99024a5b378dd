//! Finds the parts of a script whose order changes nothing.
//!
//! A rule here says which orders mean the same. Whether the text of another order is also read as that
//! order is checked by the syntax tree: it must be that of the text with parentheses around each item.

mod operands;
mod parameters;
mod pure;
mod statements;
mod targets;

use std::ops::Range;

use oxc_allocator::Allocator;
#[cfg(test)]
use oxc_ast::ast::Program;

use super::form::Guard;
use crate::minify::{Names, script};

/// Items of a script that may stand in another order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Region {
    /// Regions of one group have the same order.
    pub(super) group: usize,
    /// What stands between the items in their first order, and in any other one.
    pub(super) separators: [&'static str; 2],
    pub(super) guard: Guard,
    /// Where the items are. Nothing but separators is between them.
    pub(super) items: Vec<Range<usize>>,
}

impl Region {
    /// The region of some items; `None` if anything but separators is between them.
    fn of(
        source: &str,
        items: Vec<Range<usize>>,
        separators: [&'static str; 2],
        guard: Guard,
    ) -> Option<Self> {
        let mut pairs = items.windows(2);
        let is_plain = pairs.all(|pair| {
            let between = source.get(pair[0].end..pair[1].start);
            between == Some(separators[0])
        });
        (is_plain && items.len() > 1).then_some(Self {
            group: 0,
            separators,
            guard,
            items,
        })
    }

    /// Everything from the first item to the last one.
    pub(super) fn range(&self) -> Range<usize> {
        let start = self.items.first().map_or(0, |item| item.start);
        start..self.items.last().map_or(start, |item| item.end)
    }
}

/// The groups of regions of a script; the regions of each have the same order.
///
/// `sums` says that a sum with a number adds numbers, see [`super::PackOptions::sums`].
pub(super) fn groups(source: &str, names: &Names<'_>, sums: bool) -> Vec<Vec<Region>> {
    let arena = Allocator::default();
    let Ok(program) = script::parse(&arena, source) else {
        return Vec::new();
    };
    let mut groups = parameters::groups(&program, source, names);
    if !converts(source) {
        let single = |region: Region| vec![region];
        groups.extend(
            operands::regions(&program, source, sums)
                .into_iter()
                .map(single),
        );
        groups.extend(targets::regions(&program, source).into_iter().map(single));
        groups.extend(
            statements::regions(&program, source)
                .into_iter()
                .map(single),
        );
    }
    for (number, group) in groups.iter_mut().enumerate() {
        for region in group {
            region.group = number;
        }
    }
    groups
}

/// Whether a read or a conversion may run code of the script: it has getters, proxies or own
/// conversions to numbers or texts.
fn converts(source: &str) -> bool {
    const WORDS: [&str; 9] = [
        "valueOf",
        "toString",
        "toPrimitive",
        "Proxy",
        "defineProper",
        "__define",
        "get ",
        "set ",
        "get[",
    ];
    WORDS.iter().any(|word| source.contains(word)) || source.contains("set[")
}

fn range(span: oxc_span::Span) -> Range<usize> {
    span.start as usize..span.end as usize
}

/// For the tests of the rules: the regions of a script, each as its items.
#[cfg(test)]
fn texts(source: &str, regions: impl FnOnce(&Program<'_>, &str) -> Vec<Region>) -> Vec<Vec<&str>> {
    let arena = Allocator::default();
    let program = script::parse(&arena, source).expect(source);
    let regions = regions(&program, source).into_iter();
    let text = |item: &Range<usize>| &source[item.clone()];
    let texts = regions.map(|region| region.items.iter().map(text).collect());
    texts.collect()
}
