//! Searches letters for names with which a script compresses better.

use super::rename::{ALPHABET, Names, Renaming};
use super::symbols::{NameKind, Symbol};

/// The start of the random numbers: the same script gets the same letters on every machine.
const SEED: u64 = 1;

/// The letters of the symbols of a script.
pub(super) struct Letters<'n> {
    symbols: &'n [Symbol],
    /// The letter of each symbol, in their order.
    letters: Vec<String>,
    /// All letters that may be given.
    pool: Vec<String>,
    /// Those that no implicit global may get.
    reserved: &'n [String],
}

impl<'n> Letters<'n> {
    /// The letters of a table of these names, as a start.
    pub(super) fn of(names: &'n Names<'_>, table: &[Renaming], reserved: &'n [String]) -> Self {
        let symbols = names.symbols();
        // The table is in the order of appearance.
        let mut order: Vec<usize> = (0..symbols.len()).collect();
        order.sort_by_key(|&at| symbols[at].places[0].span.start);
        let mut letters = vec![String::new(); symbols.len()];
        for (&at, renaming) in order.iter().zip(table) {
            letters[at].clone_from(&renaming.letter);
        }
        let one = ALPHABET.chars().map(String::from);
        let pool = one.filter(|letter| !names.fixed().contains(letter));
        Self {
            symbols,
            letters,
            pool: pool.collect(),
            reserved,
        }
    }

    /// The letters after a number of steps; each is kept unless the size grows.
    pub(super) fn improved(
        mut self,
        steps: usize,
        size: impl Fn(&[String]) -> usize,
    ) -> Vec<String> {
        let mut random = fastrand::Rng::with_seed(SEED);
        let mut best = size(&self.letters);
        if self.symbols.is_empty() || self.pool.len() < 2 {
            return self.letters;
        }
        for _ in 0..steps {
            let Some(next) = self.neighbour(&mut random) else {
                continue;
            };
            let before = std::mem::replace(&mut self.letters, next);
            let found = size(&self.letters);
            if found <= best {
                best = found;
            } else {
                self.letters = before;
            }
        }
        self.letters
    }

    /// Other letters, which mean the same; `None` if the step is none.
    fn neighbour(&self, random: &mut fastrand::Rng) -> Option<Vec<String>> {
        let mut next = self.letters.clone();
        match random.u8(0..3) {
            // Two letters change their places in the whole script.
            0 => {
                let one = &self.letters[random.usize(..self.letters.len())];
                let two = &self.pool[random.usize(..self.pool.len())];
                for letter in &mut next {
                    if letter == one {
                        letter.clone_from(two);
                    } else if letter == two {
                        letter.clone_from(one);
                    }
                }
                if one == two || !self.is_allowed(&next) {
                    return None;
                }
            }
            // A symbol gets a letter that is free where it is used.
            1 => {
                let at = random.usize(..next.len());
                let letter = &self.pool[random.usize(..self.pool.len())];
                if next[at] == *letter || next[at].len() != letter.len() {
                    return None;
                }
                next[at].clone_from(letter);
                if !self.is_free(&next, at) {
                    return None;
                }
            }
            // Two symbols change their letters.
            _ => {
                let (one, two) = (random.usize(..next.len()), random.usize(..next.len()));
                if next[one] == next[two] {
                    return None;
                }
                next.swap(one, two);
                if !self.is_free(&next, one) || !self.is_free(&next, two) {
                    return None;
                }
            }
        }
        Some(next)
    }

    /// Whether a symbol may have its letter: no scope sees another one with it.
    fn is_free(&self, letters: &[String], at: usize) -> bool {
        let symbol = &self.symbols[at];
        let same = letters.iter().enumerate();
        let mut same = same.filter(|(other, letter)| *other != at && **letter == letters[at]);
        same.all(|(other, _)| self.symbols[other].live.is_disjoint(&symbol.live))
            && self.may_have(symbol, &letters[at])
    }

    fn is_allowed(&self, letters: &[String]) -> bool {
        let mut both = self.symbols.iter().zip(letters);
        both.all(|(symbol, letter)| self.may_have(symbol, letter))
    }

    fn may_have(&self, symbol: &Symbol, letter: &String) -> bool {
        symbol.kind != NameKind::Global || !self.reserved.contains(letter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mangle;

    fn improved(source: &str, keep: &[String], reserved: &[String]) -> (String, String) {
        let names = Names::of(source, keep).expect(source);
        let letters = mangle::assign(&names, mangle::Order::Alphabet, reserved);
        let before = names.spell(&letters);
        let table = names.table(&letters);
        let start = Letters::of(&names, &table, reserved);
        // The letters near the end of the alphabet are the best.
        let cost = |letters: &[String]| {
            let codes = letters.iter().flat_map(|letter| letter.bytes());
            codes.map(|code| usize::from(b'~' - code)).sum()
        };
        let after = names.spell_each(&start.improved(3000, cost));
        let again = Names::of(&after, keep).expect(&after);
        assert_eq!(again.canonical(), names.canonical(), "{after}");
        (before, after)
    }

    #[test]
    fn letters_change_for_a_smaller_size_and_mean_the_same() {
        let source =
            "function f(b,c){return c*c+b}function g(d,e){var h=d;return h*d+e+f(1,2)}x(g(1,2))";
        let (before, after) = improved(source, &["x".into()], &[]);
        assert_ne!(before, after);
        assert!(
            after.contains("z") && after.contains("x(") && !after.contains('b'),
            "{after}"
        );
    }

    #[test]
    fn implicit_globals_get_no_reserved_letter() {
        let reserved: Vec<String> = ["z", "y"].map(String::from).into();
        let (_, after) = improved("a=1;b=2;alert(c=>a+b+c,a,b)", &[], &reserved);
        assert!(after.contains("z=>") || after.contains("y=>"), "{after}");
        assert!(!after.contains("z=1") && !after.contains("z=2"), "{after}");
    }
}
