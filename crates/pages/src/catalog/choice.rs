//! Choices: alternative spellings of the same behaviour. Which one is shortest depends on the page.

use serde::Deserialize;

use super::{FlagSet, Manifest};

/// A name for fragments and its alternative values. The build takes, for each variant, the value
/// that makes the shortest page.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// The name in fragments.
    pub name: String,
    /// A line that describes the choice.
    pub text: String,
    /// Choices of the same group are decided together, all others one by one.
    #[serde(default)]
    pub group: Option<String>,
    /// The alternatives; among equally short ones the first wins.
    #[serde(rename = "spelling")]
    pub spellings: Vec<Spelling>,
}

/// One alternative of a [`Choice`].
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spelling {
    /// The name of the alternative.
    pub name: String,
    /// The value in fragments: a number, a text, or a table of such values.
    pub value: toml::Value,
    /// A line that says when it is short.
    pub text: String,
    /// Flags that exclude it.
    #[serde(default)]
    pub unless: Vec<char>,
    /// Flags that it requires.
    #[serde(default)]
    pub only: Vec<char>,
}

impl Choice {
    /// Returns the indices of the spellings that a set of flags allows.
    pub fn allowed(&self, flags: &FlagSet) -> Vec<usize> {
        let right = |spelling: &Spelling| {
            spelling.only.iter().all(|&flag| flags.has(flag))
                && !spelling.unless.iter().any(|&flag| flags.has(flag))
        };
        (0..self.spellings.len())
            .filter(|&at| right(&self.spellings[at]))
            .collect()
    }
}

/// The most combinations of a group: the build tries all of them.
const MOST_TOGETHER: usize = 24;

/// Returns the first problem of the choices of a manifest.
pub(super) fn validate(manifest: &Manifest) -> Result<(), String> {
    let choices = &manifest.choices;
    for (at, choice) in choices.iter().enumerate() {
        let name = &choice.name;
        if choice.spellings.is_empty() {
            return Err(format!("choice `{name}` has no [[choice.spelling]]"));
        }
        if choices[..at].iter().any(|other| other.name == *name) {
            return Err(format!("choice `{name}` is declared twice"));
        }
        if !is_identifier(name) {
            return Err(format!("choice `{name}` is not an identifier"));
        }
        let mut letters = name.chars();
        if let (Some(letter), None) = (letters.next(), letters.next())
            && manifest.flag(letter).is_some()
        {
            return Err(format!("choice `{name}` has the name of a flag"));
        }
        let flags = choice.spellings.iter();
        let mut flags = flags.flat_map(|spelling| spelling.unless.iter().chain(&spelling.only));
        if let Some(flag) = flags.find(|&&flag| manifest.flag(flag).is_none()) {
            return Err(format!("choice `{name}` names {flag}, which is no flag"));
        }
        let mut sets = manifest.legal_sets().into_iter();
        let unserved = sets.find(|flags| choice.allowed(flags).is_empty());
        if let Some(flags) = unserved {
            let variant = manifest.naming.name(&flags);
            return Err(format!("choice `{name}` has no spelling for {variant}"));
        }
    }
    let together = groups(choices)
        .into_iter()
        .find(|group| combinations(choices, group) > MOST_TOGETHER);
    match together {
        None => Ok(()),
        Some(group) => Err(format!(
            "the group of choice `{}` has {} combinations, more than {MOST_TOGETHER}; \
             decide some of its choices alone",
            choices[group[0]].name,
            combinations(choices, &group)
        )),
    }
}

fn is_identifier(name: &str) -> bool {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    !name.starts_with(|c: char| c.is_ascii_digit()) && !name.is_empty() && name.chars().all(word)
}

fn combinations(choices: &[Choice], group: &[usize]) -> usize {
    let counts = group.iter().map(|&at| choices[at].spellings.len());
    counts.product()
}

/// Groups the indices of the choices that are decided together.
pub(crate) fn groups(choices: &[Choice]) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (at, choice) in choices.iter().enumerate() {
        let same = |group: &&mut Vec<usize>| {
            choice.group.is_some() && choices[group[0]].group == choice.group
        };
        match groups.iter_mut().find(same) {
            Some(group) => group.push(at),
            None => groups.push(vec![at]),
        }
    }
    groups
}

#[cfg(test)]
#[path = "choice_tests.rs"]
mod tests;
