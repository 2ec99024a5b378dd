//! Flags: features that a page has or does not have.

use std::collections::BTreeSet;
use std::fmt;

use serde::{Deserialize, Serialize};

/// A flag as the manifest describes it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Flag {
    /// The letter in names, on the command line and in template conditions.
    pub letter: char,
    /// The group it belongs to, for display.
    pub group: String,
    /// A title of one word.
    pub title: String,
    /// A line that says which feature it adds.
    pub text: String,
    /// The flags that must also be on.
    #[serde(default)]
    pub requires: Vec<char>,
    /// The flags that must be off.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub excludes: Vec<char>,
    /// Whether it packs the page of the other flags. Fragments do not know such a flag.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pack: bool,
}

/// The letters of the flags that are on.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct FlagSet(BTreeSet<char>);

impl FlagSet {
    /// The letters of a text as a set.
    pub fn new(letters: &str) -> Self {
        Self(letters.chars().collect())
    }

    /// The subsets of `letters` for which `is` is true, the empty one first. `is` gets the places of a
    /// subset's letters as bits: a set of letters costs too much for each of all subsets.
    pub(crate) fn subsets_that(
        letters: &str,
        is: impl Fn(u32) -> bool,
    ) -> impl Iterator<Item = Self> {
        let all = (0..1_u32 << letters.chars().count()).filter(move |&set| is(set));
        all.map(move |set| {
            let letters = letters.chars().enumerate();
            let on = letters.filter(|(place, _)| set >> place & 1 == 1);
            Self(on.map(|(_, letter)| letter).collect())
        })
    }

    /// Returns whether a flag is on.
    pub fn has(&self, letter: char) -> bool {
        self.0.contains(&letter)
    }

    /// The letters in alphabetical order.
    pub(crate) fn letters(&self) -> impl Iterator<Item = char> + '_ {
        self.0.iter().copied()
    }

    /// Returns the set with one more flag.
    #[must_use]
    pub(crate) fn with(&self, letter: char) -> Self {
        let mut more = self.clone();
        more.0.insert(letter);
        more
    }

    /// Returns the flags of this set that `other` does not have.
    #[must_use]
    pub(crate) fn without(&self, other: &Self) -> Self {
        Self(self.0.difference(&other.0).copied().collect())
    }

    /// Returns the letters, sorted as in `order`.
    pub fn in_order(&self, order: &str) -> String {
        order.chars().filter(|&letter| self.has(letter)).collect()
    }
}

impl fmt::Display for FlagSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|letter| write!(f, "{letter}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subsets_are_complete_and_distinct() {
        let subsets: BTreeSet<_> = FlagSet::subsets_that("TMP", |_| true).collect();
        assert_eq!(subsets.len(), 8);
        assert!(subsets.contains(&FlagSet::default()));
        assert!(subsets.contains(&FlagSet::new("PMT")));
        let with_m = FlagSet::subsets_that("TMP", |set| set & 2 == 2);
        let with_m: Vec<String> = with_m.map(|set| set.in_order("TMP")).collect();
        assert_eq!(with_m, ["M", "TM", "MP", "TMP"]);
    }

    #[test]
    fn in_order_sorts_the_letters() {
        assert_eq!(FlagSet::new("UPT").in_order("TMPDSU"), "TPU");
    }

    #[test]
    fn without_removes_the_flags_of_the_other_set() {
        let left = FlagSet::new("TMPS");
        assert_eq!(left.without(&FlagSet::new("TS")), FlagSet::new("MP"));
        assert_eq!(left.without(&left.with('U')), FlagSet::default());
    }
}
