//! A table of overlapping pairs of characters.
//!
//! ```js
//! eval('TEXT'.replace(/./g,i=>'TABLE'.substr(i.charCodeAt(),2)||i))
//! ```
//!
//! A character of the text whose code is a place in the table stands for the two characters there;
//! all other characters are behind the end of the table, and stand for themselves. With a run of unused
//! letters as further codes, the decoder has a class and a remainder:
//!
//! ```js
//! eval('TEXT'.replace(/[\x01-\x1fK-Z]/g,i=>'TABLE'.substr(i.charCodeAt()%43,2)))
//! ```

use std::ops::RangeInclusive;

use fastrand::Rng;

use super::alphabet::Alphabet;
use super::anneal::{Dictionary, IMPOSSIBLE};
use super::form::Text;
use super::literal::Literal;

/// The most symbols of a table.
const LONGEST: usize = 72;

/// A table of pairs with the text of its decoder.
#[derive(Debug, Clone)]
pub(super) struct Pairs {
    pub(super) table: Vec<u8>,
    /// Letters that stand for places in the table from 32 on.
    pub(super) run: Option<RangeInclusive<u8>>,
    /// The bytes of each symbol in a literal.
    weights: Vec<u32>,
    /// The bytes of each symbol that stands for itself, wherever the table ends.
    own: [u32; 256],
    /// The bytes of the code of each pair; 0 if it has none.
    codes: Vec<u8>,
    wide: Wide,
}

impl Pairs {
    pub(super) fn new(
        alphabet: &Alphabet,
        literal: &Literal,
        table: Vec<u8>,
        run: Option<RangeInclusive<u8>>,
    ) -> Self {
        let weight = |symbol| u32::try_from(literal.weight(alphabet, symbol)).unwrap_or(u32::MAX);
        let weights: Vec<u32> = (0..=u8::MAX).map(weight).collect();
        let mut own = [0; 256];
        for (symbol, bytes) in (0..=u8::MAX).zip(&mut own) {
            let is_code =
                |run: &RangeInclusive<u8>| (1..32).contains(&symbol) || run.contains(&symbol);
            *bytes = match run.as_ref().is_some_and(is_code) {
                true => IMPOSSIBLE,
                false => weights[usize::from(symbol)],
            };
        }
        let wide = match alphabet.is_ascii() {
            true => Wide::Ascii,
            false => Wide::All,
        };
        Self {
            table,
            run,
            weights,
            own,
            codes: vec![0; wide.pair(&[u8::MAX, u8::MAX]) + 1],
            wide,
        }
    }

    /// The letters of the alphabet from which a run can be made: the longest stretch of characters that
    /// no text of the script has.
    pub(super) fn longest_run(is_unused: impl Fn(u8) -> bool) -> Option<RangeInclusive<u8>> {
        let mut best: Option<RangeInclusive<u8>> = None;
        for first in b'B'..=b'y' {
            if !first.is_ascii_alphabetic() {
                continue;
            }
            let last = (first..=b'z')
                .take_while(|&c| is_unused(c) && c.is_ascii_alphabetic())
                .last();
            // The remainders of the run must not meet those of control characters, nor each other.
            let last = last.map(|last| last.min(first + (first - 65).min(40)));
            if let Some(last) = last
                && best
                    .as_ref()
                    .is_none_or(|best| last - first > best.end() - best.start())
            {
                best = Some(first..=last);
            }
        }
        best
    }

    /// Whether no code of a run has the remainder of another code.
    pub(super) fn is_run(run: &RangeInclusive<u8>) -> bool {
        let (first, last) = (*run.start(), *run.end());
        let letters = first.is_ascii_alphabetic() && last.is_ascii_alphabetic();
        letters && first > 64 && last >= first && last - first < first - 64
    }

    /// The code of a place in the table.
    pub(super) fn code(&self, place: usize) -> Option<u8> {
        let place = u8::try_from(place).ok()?;
        match &self.run {
            None => (place > 0 && !matches!(place, b'\n' | b'\r')).then_some(place),
            Some(_) if (1..32).contains(&place) => Some(place),
            Some(run) => {
                let code = run.start() + place.checked_sub(32)?;
                run.contains(&code).then_some(code)
            }
        }
    }

    /// The bytes of each symbol that stands for itself.
    fn own(&self) -> [u32; 256] {
        let mut own = self.own;
        if self.run.is_none() {
            let table = self.table.iter().enumerate();
            for (code, &symbol) in table.filter(|(code, _)| !matches!(code, 10 | 13)) {
                let is_last = code + 1 == self.table.len();
                if !is_last || usize::from(symbol) != code {
                    own[code] = IMPOSSIBLE;
                }
            }
        }
        own
    }

    #[inline]
    fn weight(&self, symbol: u8) -> u32 {
        self.weights[usize::from(symbol)]
    }

    /// The fewest bytes for the text. `note` gets those from each place on.
    fn parse(&mut self, text: &[u8], mut note: impl FnMut(usize, u32)) -> u32 {
        let own = self.own();
        for place in 0..self.table.len().saturating_sub(1) {
            if let Some(code) = self.code(place) {
                let bytes = u8::try_from(self.weight(code)).unwrap_or(u8::MAX);
                let known = &mut self.codes[self.wide.pair(&self.table[place..])];
                if *known == 0 || bytes < *known {
                    *known = bytes;
                }
            }
        }
        let (mut next, mut after) = (0, 0);
        // A pair that starts at the last symbol has no code.
        let mut follower = None;
        for (at, &symbol) in text.iter().enumerate().rev() {
            let mut bytes = next + own[usize::from(symbol)];
            if let Some(follower) = follower {
                let code = self.codes[self.wide.pair(&[symbol, follower])];
                if code > 0 {
                    bytes = bytes.min(after + u32::from(code));
                }
            }
            note(at, bytes);
            (next, after, follower) = (bytes, next, Some(symbol));
        }
        for place in 0..self.table.len().saturating_sub(1) {
            self.codes[self.wide.pair(&self.table[place..])] = 0;
        }
        next
    }

    /// The text with codes; `None` if it has something that cannot be written.
    pub(super) fn pack(&mut self, text: &[u8]) -> Option<Vec<u8>> {
        let mut bytes = vec![0; text.len() + 2];
        if self.parse(text, |at, fewest| bytes[at] = fewest) >= IMPOSSIBLE {
            return None;
        }
        let mut packed = Vec::new();
        let mut at = 0;
        while at < text.len() {
            let rest = &text[at..];
            let places = 0..self.table.len().saturating_sub(1);
            let fitting = places.filter(|&place| rest.starts_with(&self.table[place..place + 2]));
            let codes = fitting.filter_map(|place| self.code(place));
            let code = codes
                .min_by_key(|&code| self.weight(code))
                .filter(|&code| bytes[at] == bytes[at + 2] + self.weight(code));
            packed.push(code.unwrap_or(text[at]));
            at += if code.is_some() { 2 } else { 1 };
        }
        Some(packed)
    }

    /// The packed script.
    pub(super) fn write(&self, packed: &[u8], alphabet: &Alphabet, literal: &Literal) -> String {
        let text = literal.write(alphabet, packed);
        let table = literal.write(alphabet, &self.table);
        match &self.run {
            None => format!("eval({text}.replace(/./g,i=>{table}.substr(i.charCodeAt(),2)||i))"),
            Some(run) => {
                let (first, last) = (char::from(*run.start()), char::from(*run.end()));
                let remainder = run.start() - 32;
                format!(
                    "eval({text}.replace(/[\u{1}-\u{1f}{first}-{last}]/g,i=>{table}\
                     .substr(i.charCodeAt()%{remainder},2)))"
                )
            }
        }
    }
}

/// How pairs of symbols are numbered: those of ASCII alone fit into a faster memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wide {
    Ascii,
    All,
}

impl Wide {
    #[inline]
    fn pair(self, symbols: &[u8]) -> usize {
        let shift = match self {
            Self::Ascii => 7,
            Self::All => 8,
        };
        usize::from(symbols[0]) << shift | usize::from(symbols[1])
    }
}

impl Dictionary for Pairs {
    type Undo = Vec<u8>;

    fn change(&mut self, text: &Text, rng: &mut Rng) -> Option<Vec<u8>> {
        let before = self.table.clone();
        let symbols = &text.symbols;
        if symbols.len() < 2 {
            return None;
        }
        let length = self.table.len();
        let from = rng.usize(..symbols.len() - 1);
        match rng.usize(..100) {
            0..6 if length < LONGEST => {
                self.table.insert(rng.usize(..=length), symbols[from]);
            }
            6..12 if length > 2 => {
                self.table.remove(rng.usize(..length));
            }
            12..25 if length > 0 => {
                self.table[rng.usize(..length)] = symbols[from];
            }
            25..45 if length > 1 => {
                let place = rng.usize(..length - 1);
                self.table[place..place + 2].copy_from_slice(&symbols[from..from + 2]);
            }
            45..65 if length > 1 => {
                // A symbol that follows its neighbour somewhere in the text.
                let place = rng.usize(..length - 1);
                let (known, new) = if rng.bool() { (0, 1) } else { (1, 0) };
                let pairs = symbols[from..].windows(2).chain(symbols.windows(2));
                let mut pairs = pairs.filter(|pair| pair[known] == self.table[place + known]);
                self.table[place + new] = pairs.next()?[new];
            }
            65.. if length > 3 => {
                let count = rng.usize(1..7).min(length - 1);
                let start = rng.usize(..=length - count);
                let block: Vec<u8> = self.table.drain(start..start + count).collect();
                let to = rng.usize(..=self.table.len());
                self.table.splice(to..to, block);
            }
            _ => return None,
        }
        (self.table != before).then_some(before)
    }

    fn undo(&mut self, before: Vec<u8>) {
        self.table = before;
    }

    type Saved = Vec<u8>;

    fn save(&mut self) -> Vec<u8> {
        self.table.clone()
    }

    fn restore(&mut self, table: Vec<u8>) {
        self.table = table;
    }

    fn rename(&mut self, letters: [u8; 2], rng: &mut Rng) {
        let [old, new] = letters;
        match rng.usize(..3) {
            0 => {
                for symbol in &mut self.table {
                    if *symbol == old {
                        *symbol = new;
                    } else if *symbol == new {
                        *symbol = old;
                    }
                }
            }
            1 => {
                let places = self.table.iter_mut().filter(|symbol| **symbol == old);
                let mut places: Vec<&mut u8> = places.collect();
                if !places.is_empty() {
                    let place = rng.usize(..places.len());
                    *places[place] = new;
                }
            }
            _ => {}
        }
    }

    fn follow(&mut self, _: &Text, _: Option<&[usize]>) {}

    fn penalty(&self) -> u32 {
        match self.run {
            // The table grows over printable characters, which are in the text.
            None => 2,
            Some(_) => 40,
        }
    }

    fn cost(&mut self, text: &Text) -> u32 {
        let table: u32 = self.table.iter().map(|&symbol| self.weight(symbol)).sum();
        self.parse(&text.symbols, |_, _| ()) + table
    }
}

#[cfg(test)]
mod tests {
    use super::super::decode::decode;
    use super::*;

    /// The script of a text with a table, and its bytes without the decoder.
    fn packed(text: &str, table: &str, run: Option<RangeInclusive<u8>>) -> Option<(String, u32)> {
        let alphabet = Alphabet::of(&format!("{text}{table}")).unwrap();
        let literal = Literal::for_text(&alphabet, &[], Some('"'), false);
        let symbols = Text {
            symbols: alphabet.symbols(text),
            ..Text::default()
        };
        let mut pairs = Pairs::new(&alphabet, &literal, alphabet.symbols(table), run);
        let cost = pairs.cost(&symbols);
        let text = pairs.pack(&symbols.symbols)?;
        Some((pairs.write(&text, &alphabet, &literal), cost))
    }

    #[test]
    fn pairs_become_their_places() {
        let (script, cost) = packed("abcabc'bc\n", "_abc", None).unwrap();
        let expected = r"eval('.c.c\'.\n'.replace(/./g,i=>'_abc'.substr(i.charCodeAt(),2)||i))";
        let expected = expected
            .replacen(".c.c", "\u{1}c\u{1}c", 1)
            .replacen(r"\'.", "\\'\u{2}", 1);
        assert_eq!(script, expected);
        assert_eq!(cost, 9 + 4);
        assert_eq!(decode(&script).as_deref(), Some("abcabc'bc\n"));
    }

    #[test]
    fn a_character_whose_code_is_a_place_stands_in_a_pair_only() {
        let table = "0123456789abcdefghijklmnopqrstuv";
        assert_eq!(packed("a\u{5}b", table, None), None);
        let with = format!("_a\u{5}{}", &table[3..]);
        let (script, _) = packed("a\u{5}b", &with, None).unwrap();
        assert_eq!(decode(&script).as_deref(), Some("a\u{5}b"));
        // Behind the end, and at the end if it is the same.
        for (text, table) in [("a\u{5}b", "_cd"), ("a\u{5}b", "_cd__\u{5}")] {
            let (script, _) = packed(text, table, None).unwrap();
            assert_eq!(decode(&script).as_deref(), Some(text));
        }
        assert_eq!(packed("a\u{5}b", "_cd__e", None), None);
        assert_eq!(packed("aKb", table, Some(b'K'..=b'M')), None);
    }

    #[test]
    fn a_run_of_letters_has_the_places_from_32_on() {
        let run = || Some(b'K'..=b'M');
        let table = "_0123456789abcdefghijklmnopqrstuxyz.";
        let (script, _) = packed("xyz.yz01\u{e9}", table, run()).unwrap();
        assert!(script.starts_with("eval('KML\u{1}\\xe9'"), "{script:?}");
        assert_eq!(decode(&script).as_deref(), Some("xyz.yz01\u{e9}"));
        // Line ends are in the class.
        assert_eq!(packed("a\n", table, run()), None);
        assert!(packed("a\n", "_a\n", run()).is_some());
    }

    #[test]
    fn the_longest_run_has_unused_letters_and_unique_remainders() {
        let run = |used: &str| Pairs::longest_run(|letter| !used.contains(char::from(letter)));
        assert_eq!(run("FMz"), Some(b'a'..=b'y'));
        assert_eq!(run("FMakz"), Some(b'l'..=b'y'));
        assert_eq!(run("FMaktz"), Some(b'N'..=b'Z'));
        assert_eq!(
            run(&('A'..='z').filter(|c| *c != 'q').collect::<String>()),
            Some(b'q'..=b'q')
        );
        for first in b'B'..=b'z' {
            let used: String = ('A'..='z').filter(|c| *c < char::from(first)).collect();
            assert!(run(&used).is_none_or(|run| Pairs::is_run(&run)), "{used}");
        }
        assert!(!Pairs::is_run(&(b'B'..=b'Z')));
    }
}
