//! Cuts a script at its names and at the items that may change places.

use std::ops::Range;

use super::super::alphabet::Alphabet;
use super::super::arrange::Region;
use super::super::form::{Items, Part};

/// Cuts a script into parts.
pub(super) struct Cut<'s> {
    pub(super) script: &'s str,
    /// Where the names of slots are, ascending.
    pub(super) places: &'s [(Range<usize>, usize)],
    pub(super) alphabet: Alphabet,
}

impl Cut<'_> {
    pub(super) fn parts(&self, range: Range<usize>, regions: &[Region]) -> Vec<Part> {
        let within = |inner: &Range<usize>| range.start <= inner.start && inner.end <= range.end;
        let inside: Vec<&Region> = regions.iter().filter(|one| within(&one.range())).collect();
        let mut parts = Vec::new();
        let mut from = range.start;
        let mut outer: Vec<&&Region> = inside.iter().collect();
        // The longest of those that start at the same place.
        outer.sort_by_key(|region| (region.range().start, usize::MAX - region.range().end));
        for region in outer {
            let whole = region.range();
            if whole.start < from {
                continue;
            }
            self.push_text(&mut parts, from..whole.start);
            let items = region.items.iter().map(|item| {
                let others = inside.iter().filter(|other| **other != *region);
                let others: Vec<Region> = others.map(|other| (*other).clone()).collect();
                self.parts(item.clone(), &others)
            });
            let symbols = |text: &str| self.alphabet.symbols(text);
            parts.push(Part::Items(Items {
                group: region.group,
                separators: region.separators.map(symbols),
                guard: region.guard,
                items: items.collect(),
            }));
            from = whole.end;
        }
        self.push_text(&mut parts, from..range.end);
        parts
    }

    fn push_text(&self, parts: &mut Vec<Part>, range: Range<usize>) {
        let mut from = range.start;
        let start = self
            .places
            .partition_point(|(place, _)| place.start < range.start);
        let within = self.places[start..].iter();
        for (place, slot) in within.take_while(|(place, _)| place.end <= range.end) {
            if place.start > from {
                parts.push(Part::Text(
                    self.alphabet.symbols(&self.script[from..place.start]),
                ));
            }
            parts.push(Part::Name(*slot));
            from = place.end;
        }
        if range.end > from {
            parts.push(Part::Text(
                self.alphabet.symbols(&self.script[from..range.end]),
            ));
        }
    }
}
