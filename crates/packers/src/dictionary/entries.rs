//! A dictionary of texts of any length.
//!
//! ```js
//! for(a='PAYLOAD';b=a.match`[CLASS]`;a=d.join(c))[c,...d]=a.split(b);eval(a)
//! ```
//!
//! The payload is the first entry, its token, the second entry, its token, …, and the text. Each turn
//! takes what is before the first token and puts it in the place of all others; so an entry may have
//! the tokens of those before it.

mod index;
#[cfg(test)]
mod tests;

use fastrand::Rng;

use super::alphabet::Alphabet;
use super::anneal::{Dictionary, IMPOSSIBLE};
use super::class::Class;
use super::form::Text;
use super::literal::Literal;
use index::Index;

/// The most entries: as many as there are tokens in most scripts.
const MOST: usize = 110;

/// The most symbols of an entry.
const LONGEST: usize = 80;

const NONE: u32 = u32::MAX;

/// A stretch of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) start: usize,
    pub(super) length: usize,
}

/// The entries, as places where they stand in the text.
#[derive(Debug, Clone)]
pub(super) struct Entries {
    pub(super) entries: Vec<Entry>,
    /// Where each entry occurs.
    occurrences: Vec<Vec<u32>>,
    index: Index,
    weights: Vec<u32>,
    literal: Literal,
    /// The bytes of the class by the number of tokens, and the symbols in use that it depends on.
    classes: Vec<Option<u32>>,
    used: [bool; 128],
    /// The fewest bytes from each place on.
    parsed: Vec<u32>,
    /// The first match at each place: an index of `matches`.
    heads: Vec<u32>,
    /// The next match at the same place, and the length.
    matches: Vec<(u32, u16)>,
}

/// What depends on a text.
#[derive(Debug)]
pub(super) struct Saved {
    entries: Vec<Entry>,
    occurrences: Vec<Vec<u32>>,
    index: Index,
    used: [bool; 128],
}

/// An entry that a change has replaced, added or removed, and where it was.
#[derive(Debug)]
pub(super) struct Undo {
    at: usize,
    before: Option<(Entry, Vec<u32>)>,
    is_new: bool,
}

impl Entries {
    pub(super) fn new(alphabet: &Alphabet, literal: &Literal) -> Self {
        let weights = (0..=u8::MAX).map(|symbol| literal.weight(alphabet, symbol));
        Self {
            entries: Vec::new(),
            occurrences: Vec::new(),
            index: Index::of(&[]),
            weights: weights
                .map(|bytes| u32::try_from(bytes).unwrap_or(u32::MAX))
                .collect(),
            literal: literal.clone(),
            classes: Vec::new(),
            used: [false; 128],
            parsed: Vec::new(),
            heads: Vec::new(),
            matches: Vec::new(),
        }
    }

    /// The bytes of the class; `None` if there are not so many tokens.
    fn class_cost(&mut self, count: usize) -> Option<u32> {
        if let Some(known) = self.classes.get(count) {
            return *known;
        }
        for count in self.classes.len()..=count {
            let class = Class::with(count, &self.used, &self.literal);
            let bytes = class.and_then(|class| u32::try_from(class.pattern.len()).ok());
            self.classes.push(bytes);
        }
        self.classes[count]
    }

    /// The fewest bytes of the text and of all entries with their tokens.
    fn parse(&mut self, symbols: &[u8]) -> u32 {
        let length = symbols.len();
        self.heads.clear();
        self.heads.resize(length, NONE);
        self.matches.clear();
        for (entry, places) in self.entries.iter().zip(&self.occurrences) {
            for &place in places {
                let head = &mut self.heads[place as usize];
                let bytes = u16::try_from(entry.length).unwrap_or(u16::MAX);
                self.matches.push((*head, bytes));
                *head = u32::try_from(self.matches.len() - 1).unwrap_or(NONE);
            }
        }
        self.parsed.clear();
        self.parsed.resize(length + 1, 0);
        self.parse_stretch(symbols, 0..length, usize::MAX);
        let mut bytes = self.parsed[0];
        for at in 0..self.entries.len() {
            let Entry { start, length } = self.entries[at];
            self.parse_stretch(symbols, start..start + length, length);
            bytes += self.parsed[start] + 1;
        }
        bytes
    }

    /// Fills `parsed` for a stretch, with entries shorter than `limit`.
    fn parse_stretch(&mut self, symbols: &[u8], range: std::ops::Range<usize>, limit: usize) {
        self.parsed[range.end] = 0;
        for at in range.clone().rev() {
            let mut bytes = self.parsed[at + 1] + self.weights[usize::from(symbols[at])];
            let mut next = self.heads[at];
            while next != NONE {
                let (after, length) = self.matches[next as usize];
                let length = usize::from(length);
                if length < limit && at + length <= range.end {
                    bytes = bytes.min(self.parsed[at + length] + 1);
                }
                next = after;
            }
            self.parsed[at] = bytes;
        }
    }

    /// A stretch of the text that occurs more than once.
    fn repeated(&self, symbols: &[u8], rng: &mut Rng) -> Option<Entry> {
        for _ in 0..16 {
            let one = rng.usize(..symbols.len() - 1);
            let pair = Entry {
                start: one,
                length: 2,
            };
            let others = self.index.occurrences(symbols, pair);
            let other = others[rng.usize(..others.len())] as usize;
            if one == other {
                continue;
            }
            let after = symbols[one..].iter().zip(&symbols[other..]);
            let after = after.take_while(|(a, b)| a == b).count().min(60);
            let before = symbols[..one]
                .iter()
                .rev()
                .zip(symbols[..other].iter().rev());
            let before = before.take_while(|(a, b)| a == b).count().min(20);
            let all = before + after;
            let length = if rng.u8(..3) == 0 {
                all
            } else {
                rng.usize(2..=all)
            };
            let from = rng.usize(..=all - length);
            return Some(Entry {
                start: one - before + from,
                length,
            });
        }
        None
    }

    /// An entry with one end moved.
    fn resized(entry: Entry, symbols: &[u8], rng: &mut Rng) -> Option<Entry> {
        let by = if rng.u8(..4) == 0 { 2 } else { 1 };
        let Entry { start, length } = entry;
        let (start, length) = match rng.u8(..4) {
            0 => (start.checked_sub(by)?, length + by),
            1 => (start, length + by),
            2 => (start + by, length.checked_sub(by)?),
            _ => (start, length.checked_sub(by)?),
        };
        let fits = (2..=LONGEST).contains(&length) && start + length <= symbols.len();
        fits.then_some(Entry { start, length })
    }

    /// Removes entries that save nothing.
    pub(super) fn polish(&mut self, text: &Text) {
        self.follow(text, None);
        let mut cost = self.cost(text);
        let mut at = 0;
        while at < self.entries.len() {
            let undo = self.remove(at);
            let without = self.cost(text);
            match without <= cost {
                true => (cost, at) = (without, 0),
                false => {
                    self.undo(undo);
                    at += 1;
                }
            }
        }
    }

    fn remove(&mut self, at: usize) -> Undo {
        let before = (
            self.entries.swap_remove(at),
            self.occurrences.swap_remove(at),
        );
        Undo {
            at,
            before: Some(before),
            is_new: false,
        }
    }

    /// The payload and the class; `None` if there are not enough tokens.
    pub(super) fn pack(&mut self, text: &Text) -> Option<(Vec<u8>, Class)> {
        let symbols = &text.symbols;
        let mut order: Vec<Entry> = Vec::new();
        for &entry in &self.entries {
            let same = |other: &Entry| stretch(symbols, *other) == stretch(symbols, entry);
            if !order.iter().any(same) {
                order.push(entry);
            }
        }
        order.sort_by_key(|entry| entry.length);
        self.entries.clone_from(&order);
        self.follow(text, None);
        self.parse(symbols);
        let class = Class::with(order.len(), &self.used, &self.literal)?;
        let mut payload = Vec::new();
        for (number, entry) in order.iter().enumerate() {
            let range = entry.start..entry.start + entry.length;
            self.parse_stretch(symbols, range.clone(), entry.length);
            self.write(symbols, range, &order, entry.length, &class, &mut payload);
            payload.push(class.tokens[number]);
        }
        self.parse_stretch(symbols, 0..symbols.len(), usize::MAX);
        self.write(
            symbols,
            0..symbols.len(),
            &order,
            usize::MAX,
            &class,
            &mut payload,
        );
        Some((payload, class))
    }

    /// Writes a stretch with the tokens of entries shorter than `limit`.
    fn write(
        &self,
        symbols: &[u8],
        range: std::ops::Range<usize>,
        order: &[Entry],
        limit: usize,
        class: &Class,
        payload: &mut Vec<u8>,
    ) {
        let mut at = range.start;
        while at < range.end {
            let rest = &symbols[at..range.end];
            let fits = |entry: &&Entry| {
                let next = at + entry.length;
                entry.length < limit
                    && rest.starts_with(stretch(symbols, **entry))
                    && self.parsed[at] == self.parsed[next] + 1
            };
            let own = self.parsed[at + 1] + self.weights[usize::from(symbols[at])];
            let fitting = order.iter().find(fits).filter(|_| self.parsed[at] < own);
            match fitting {
                Some(entry) => {
                    let number = order.iter().position(|other| other == entry);
                    payload.push(class.tokens[number.unwrap_or_default()]);
                    at += entry.length;
                }
                None => {
                    payload.push(symbols[at]);
                    at += 1;
                }
            }
        }
    }
}

/// What an entry stands for.
pub(super) fn stretch(symbols: &[u8], entry: Entry) -> &[u8] {
    &symbols[entry.start..entry.start + entry.length]
}

/// The packed script; the four letters are names that the script's global names leave free.
pub(super) fn write(payload: &str, class: &Class, letters: [char; 4]) -> String {
    let [text, token, entry, parts] = letters;
    let pattern = &class.pattern;
    format!(
        "for({text}={payload};{token}={text}.match`[{pattern}]`;{text}={parts}.join({entry}))\
         [{entry},...{parts}]={text}.split({token});eval({text})"
    )
}

impl Dictionary for Entries {
    type Undo = Undo;

    fn change(&mut self, text: &Text, rng: &mut Rng) -> Option<Undo> {
        let symbols = &text.symbols;
        if symbols.len() < 4 {
            return None;
        }
        let count = self.entries.len();
        let kind = rng.usize(..100);
        if count == 0 || (kind < 22 && count < MOST) {
            let entry = self.repeated(symbols, rng)?;
            let places = self.index.occurrences(symbols, entry);
            if places.len() < 2 {
                return None;
            }
            self.entries.push(entry);
            self.occurrences.push(places);
            return Some(Undo {
                at: count,
                before: None,
                is_new: true,
            });
        }
        let at = rng.usize(..count);
        match kind {
            0..38 => Some(self.remove(at)),
            38..94 => {
                let entry = match kind {
                    38..54 => self.repeated(symbols, rng)?,
                    _ => Self::resized(self.entries[at], symbols, rng)?,
                };
                let places = self.index.occurrences(symbols, entry);
                if places.len() < 2 {
                    return None;
                }
                let entry = std::mem::replace(&mut self.entries[at], entry);
                let places = std::mem::replace(&mut self.occurrences[at], places);
                Some(Undo {
                    at,
                    before: Some((entry, places)),
                    is_new: true,
                })
            }
            _ => {
                // The same text at another place, which other names may change.
                let places = &self.occurrences[at];
                let place = places[rng.usize(..places.len())] as usize;
                self.entries[at].start = place;
                None
            }
        }
    }

    fn undo(&mut self, undo: Undo) {
        let Undo { at, before, is_new } = undo;
        match (before, is_new) {
            (Some((entry, places)), true) => {
                self.entries[at] = entry;
                self.occurrences[at] = places;
            }
            (Some((entry, places)), false) => {
                self.entries.push(entry);
                self.occurrences.push(places);
                let last = self.entries.len() - 1;
                self.entries.swap(at, last);
                self.occurrences.swap(at, last);
            }
            (None, _) => {
                self.entries.truncate(at);
                self.occurrences.truncate(at);
            }
        }
    }

    type Saved = Saved;

    fn save(&mut self) -> Saved {
        Saved {
            entries: self.entries.clone(),
            occurrences: std::mem::take(&mut self.occurrences),
            index: std::mem::replace(&mut self.index, Index::of(&[])),
            used: self.used,
        }
    }

    fn restore(&mut self, saved: Saved) {
        self.entries = saved.entries;
        self.occurrences = saved.occurrences;
        self.index = saved.index;
        if self.used != saved.used {
            self.used = saved.used;
            self.classes.clear();
        }
    }

    fn rename(&mut self, _: [u8; 2], _: &mut Rng) {}

    fn follow(&mut self, text: &Text, moved: Option<&[usize]>) {
        let symbols = &text.symbols;
        if let Some(moved) = moved {
            for entry in &mut self.entries {
                entry.start = moved[entry.start].min(symbols.len() - entry.length);
            }
        }
        self.index = Index::of(symbols);
        let entries = self.entries.iter();
        let places = entries.map(|entry| self.index.occurrences(symbols, *entry));
        self.occurrences = places.collect();
        let mut used = [false; 128];
        for &symbol in symbols {
            if let Some(used) = used.get_mut(usize::from(symbol)) {
                *used = true;
            }
        }
        if used != self.used {
            self.used = used;
            self.classes.clear();
        }
    }

    fn penalty(&self) -> u32 {
        40
    }

    fn cost(&mut self, text: &Text) -> u32 {
        let class = self.class_cost(self.entries.len());
        self.parse(&text.symbols) + class.unwrap_or(IMPOSSIBLE)
    }
}
