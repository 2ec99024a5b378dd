//! Finds where a text has another one.

use super::{Entry, NONE};

/// Finds the places of a text that start with two symbols.
#[derive(Debug, Clone)]
pub(super) struct Index {
    heads: Vec<u32>,
    next: Vec<u32>,
}

impl Index {
    pub(super) fn of(symbols: &[u8]) -> Self {
        let mut index = Self {
            heads: vec![NONE; if symbols.is_empty() { 0 } else { 4096 }],
            next: vec![NONE; symbols.len()],
        };
        for at in (0..symbols.len().saturating_sub(1)).rev() {
            let head = &mut index.heads[hash(&symbols[at..])];
            index.next[at] = *head;
            *head = u32::try_from(at).unwrap_or(NONE);
        }
        index
    }

    /// Where the text has what is at a stretch of it.
    pub(super) fn occurrences(&self, symbols: &[u8], entry: Entry) -> Vec<u32> {
        let text = &symbols[entry.start..entry.start + entry.length];
        let mut found = Vec::new();
        let mut at = self.heads[hash(text)];
        while at != NONE {
            if symbols[at as usize..].starts_with(text) {
                found.push(at);
            }
            at = self.next[at as usize];
        }
        found
    }
}

fn hash(symbols: &[u8]) -> usize {
    (usize::from(symbols[0]) * 131 + usize::from(symbols[1]) * 7) & 4095
}
