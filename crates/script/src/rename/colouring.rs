//! Names of one colour share a letter: no scope sees two of them.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::ALPHABET;
use crate::Symbol;

/// In which order names get their colours. The first ones get the first letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Colouring {
    /// The most frequent names first, which gives them the shortest names.
    Uses,
    /// The names in their order of appearance: parameters of all functions get the same letters.
    Appearance,
    /// The names of outer scopes before those of inner ones, which then take the first letters that their
    /// functions do not use.
    Scopes,
    /// The same colours, those with most uses first.
    Slots,
}

impl Colouring {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Uses, Self::Appearance, Self::Scopes, Self::Slots];

    /// The order of symbols that are sorted by their uses.
    fn order(self, symbols: &[Symbol]) -> Vec<usize> {
        let mut order: Vec<usize> = (0..symbols.len()).collect();
        let first = |at: &usize| symbols[*at].places[0].span.start;
        match self {
            Self::Uses => {}
            Self::Appearance => order.sort_by_key(first),
            // Scopes have the numbers of their order.
            Self::Scopes | Self::Slots => {
                order.sort_by_key(|at| (symbols[*at].live.first().copied(), first(at)));
            }
        }
        order
    }
}

/// Greedy colouring of symbols that are sorted by their uses; returns how many colours it took.
pub(super) fn colour(symbols: &mut [Symbol], colouring: Colouring) -> usize {
    // Which scopes each colour is already live in.
    let mut taken: Vec<BTreeSet<usize>> = Vec::new();
    for at in colouring.order(symbols) {
        let symbol = &mut symbols[at];
        let free = taken.iter().position(|used| used.is_disjoint(&symbol.live));
        symbol.colour = free.unwrap_or(taken.len());
        if free.is_none() {
            taken.push(BTreeSet::new());
        }
        taken[symbol.colour].extend(&symbol.live);
    }
    let has_long = taken.len() > ALPHABET.len();
    if colouring == Colouring::Slots || colouring == Colouring::Uses && has_long {
        sort_by_uses(symbols, taken.len());
    }
    taken.len()
}

/// Gives the first numbers, which get the shortest names, to the colours with most uses.
fn sort_by_uses(symbols: &mut [Symbol], colours: usize) {
    let mut uses = vec![0; colours];
    for symbol in symbols.iter() {
        uses[symbol.colour] += symbol.places.len();
    }
    let mut order: Vec<usize> = (0..colours).collect();
    order.sort_by_key(|&colour| Reverse(uses[colour]));
    let mut numbers = vec![0; colours];
    for (number, &colour) in order.iter().enumerate() {
        numbers[colour] = number;
    }
    for symbol in symbols {
        symbol.colour = numbers[symbol.colour];
    }
}
