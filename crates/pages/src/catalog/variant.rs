//! A page by its flags.

use std::collections::BTreeMap;

use super::{Flag, FlagSet, Manifest};

/// Finds a variant by its name, with or without `.html` at the end. Of names that are equally near to
/// an unknown one, those of the first `listed` variants are suggested first.
pub(super) fn find<'v>(
    manifest: &Manifest,
    variants: &'v [Variant],
    listed: usize,
    name: &str,
) -> Result<&'v Variant, UnknownVariant> {
    let name = name.strip_suffix(".html").unwrap_or(name);
    if let Some(found) = variants.iter().find(|variant| variant.name == name) {
        return Ok(found);
    }
    match manifest.naming.flags(name) {
        Some(flags) => with_flags(manifest, variants, &flags),
        None => Err(UnknownVariant::misspelt(name, variants, listed)),
    }
}

/// Finds the variant with exactly these flags.
pub(super) fn with_flags<'v>(
    manifest: &Manifest,
    variants: &'v [Variant],
    flags: &FlagSet,
) -> Result<&'v Variant, UnknownVariant> {
    if let Some(found) = variants.iter().find(|variant| variant.flags == *flags) {
        return Ok(found);
    }
    let mut letters = flags.letters();
    if let Some(letter) = letters.find(|&letter| manifest.flag(letter).is_none()) {
        return Err(UnknownVariant::no_such_flag(letter, &manifest.flags));
    }
    let missing = manifest.missing(flags);
    if missing.is_empty() {
        let pairs = manifest.conflicts(flags);
        return Err(UnknownVariant::ExcludedFlags { pairs });
    }
    Err(UnknownVariant::MissingFlags { missing })
}

/// A legal set of flags and its name.
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

    /// Returns the file name of its page.
    pub fn file_name(&self) -> String {
        format!("{}.html", self.name)
    }
}

/// Why there is no variant of a name or of a set of flags.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UnknownVariant {
    /// No variant has the name.
    #[error("there is no variant `{name}`; the nearest names are {}", nearest.join(", "))]
    Misspelt {
        /// The name.
        name: String,
        /// The nearest names, at most three.
        nearest: Vec<String>,
    },
    /// A letter is no flag.
    #[error("there is no flag `{letter}`; the flags are {}", titles(flags))]
    NoSuchFlag {
        /// The letter.
        letter: char,
        /// The letters and titles of the flags.
        flags: Vec<(char, String)>,
    },
    /// Flags require others that are off.
    #[error("{}", requirements(missing))]
    MissingFlags {
        /// For each flag that is on: the flags that it requires and that are off.
        missing: BTreeMap<char, Vec<char>>,
    },
    /// Flags are on that exclude each other.
    #[error("{}", exclusions(pairs))]
    ExcludedFlags {
        /// The flags that exclude another, and those that they exclude.
        pairs: Vec<(char, char)>,
    },
}

impl UnknownVariant {
    fn misspelt(name: &str, variants: &[Variant], listed: usize) -> Self {
        // Upper and lower case decide only between names that are equally near without them.
        let distance = |variant: &Variant| {
            let lower = [name, &variant.name].map(str::to_ascii_lowercase);
            (
                strsim::damerau_levenshtein(&lower[0], &lower[1]),
                strsim::damerau_levenshtein(name, &variant.name),
            )
        };
        let mut nearest: Vec<_> = variants
            .iter()
            .enumerate()
            .map(|(place, variant)| (distance(variant), place >= listed, &variant.name))
            .collect();
        nearest.sort();
        Self::Misspelt {
            name: name.to_owned(),
            nearest: nearest
                .into_iter()
                .take(3)
                .map(|(_, _, name)| name.clone())
                .collect(),
        }
    }

    fn no_such_flag(letter: char, flags: &[Flag]) -> Self {
        let flags = flags.iter().map(|flag| (flag.letter, flag.title.clone()));
        Self::NoSuchFlag {
            letter,
            flags: flags.collect(),
        }
    }
}

fn titles(flags: &[(char, String)]) -> String {
    let titles: Vec<_> = flags
        .iter()
        .map(|(letter, title)| format!("{letter} ({title})"))
        .collect();
    titles.join(", ")
}

fn requirements(missing: &BTreeMap<char, Vec<char>>) -> String {
    let lines: Vec<_> = missing
        .iter()
        .map(|(letter, needs)| {
            let needs: Vec<_> = needs.iter().map(char::to_string).collect();
            format!("flag {letter} also needs {}", needs.join(" and "))
        })
        .collect();
    lines.join("; ")
}

fn exclusions(pairs: &[(char, char)]) -> String {
    let lines: Vec<_> = pairs
        .iter()
        .map(|(letter, other)| {
            format!(
                "flag {letter} excludes {other}, so no page has both (`excludes` in catalog.toml)"
            )
        })
        .collect();
    lines.join("; ")
}
