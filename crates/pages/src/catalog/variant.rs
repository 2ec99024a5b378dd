//! One member of the catalog.

use std::collections::BTreeMap;

use super::{Flag, FlagSet};

/// A legal choice of flags and its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variant {
    /// The name, without `.html`.
    pub name: String,
    /// The flags that are on.
    pub flags: FlagSet,
}

impl Variant {
    pub(super) fn new(name: String, flags: FlagSet) -> Self {
        Self { name, flags }
    }

    /// The name of its page's file.
    pub fn file_name(&self) -> String {
        format!("{}.html", self.name)
    }
}

/// There is no such variant.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct UnknownVariant(String);

impl UnknownVariant {
    pub(super) fn misspelt(name: &str, variants: &[Variant]) -> Self {
        let mut near: Vec<_> = variants
            .iter()
            .map(|variant| {
                (
                    strsim::damerau_levenshtein(name, &variant.name),
                    &variant.name,
                )
            })
            .collect();
        near.sort();
        let near: Vec<_> = near.iter().take(3).map(|(_, name)| name.as_str()).collect();
        Self(format!(
            "there is no variant `{name}`; the nearest names are {}",
            near.join(", ")
        ))
    }

    pub(super) fn no_such_flag(letter: char, flags: &[Flag]) -> Self {
        let known: Vec<_> = flags
            .iter()
            .map(|flag| format!("{} ({})", flag.letter, flag.title))
            .collect();
        Self(format!(
            "there is no flag `{letter}`; the flags are {}",
            known.join(", ")
        ))
    }

    pub(super) fn missing(missing: &BTreeMap<char, Vec<char>>) -> Self {
        let faults: Vec<_> = missing
            .iter()
            .map(|(letter, needs)| {
                let needs: Vec<_> = needs.iter().map(char::to_string).collect();
                format!("flag {letter} also needs {}", needs.join(" and "))
            })
            .collect();
        Self(faults.join("; "))
    }
}
