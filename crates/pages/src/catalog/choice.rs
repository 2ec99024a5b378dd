//! Alternative spellings: ways of writing the same thing, of which now one and
//! now another is shorter.

use serde::Deserialize;

use super::{FlagSet, Manifest};

/// A name that fragments may ask for, and the values it can have. The build
/// takes, for each variant, the one that makes the shortest page.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// The name in fragments.
    pub name: String,
    /// One line on what is chosen.
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
    /// How `gen explain` calls it.
    pub name: String,
    /// What the choice's name stands for in fragments: a number, a text, or a
    /// table of such.
    pub value: toml::Value,
    /// One line on what is good about it.
    pub text: String,
    /// Flags with which it would be wrong.
    #[serde(default)]
    pub unless: Vec<char>,
    /// Flags without which it would be wrong.
    #[serde(default)]
    pub only: Vec<char>,
}

impl Choice {
    /// The places of the spellings that are right for a set of flags, in order.
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

/// The most combinations of a group, since all of them are built.
const MOST_TOGETHER: usize = 24;

/// What is wrong with the choices of a manifest.
pub(super) fn contradiction(manifest: &Manifest) -> Option<String> {
    let choices = &manifest.choices;
    for (at, choice) in choices.iter().enumerate() {
        let name = &choice.name;
        if choice.spellings.is_empty() {
            return Some(format!("choice `{name}` has no [[choice.spelling]]"));
        }
        if choices[..at].iter().any(|other| other.name == *name) {
            return Some(format!("choice `{name}` is declared twice"));
        }
        let mut letters = name.chars();
        if let (Some(letter), None) = (letters.next(), letters.next())
            && manifest.flag(letter).is_some()
        {
            return Some(format!("choice `{name}` is called like a flag"));
        }
        let flags = choice.spellings.iter();
        let mut flags = flags.flat_map(|spelling| spelling.unless.iter().chain(&spelling.only));
        if let Some(flag) = flags.find(|&&flag| manifest.flag(flag).is_none()) {
            return Some(format!(
                "choice `{name}` speaks of {flag}, which is no flag"
            ));
        }
        let order = manifest.naming.order();
        let helpless = FlagSet::subsets(&order)
            .filter(|flags| manifest.missing(flags).is_empty())
            .find(|flags| choice.allowed(flags).is_empty());
        if let Some(flags) = helpless {
            let variant = manifest.naming.name(&flags);
            return Some(format!("choice `{name}` has no spelling for {variant}"));
        }
    }
    let together = groups(choices)
        .into_iter()
        .find(|group| combinations(choices, group) > MOST_TOGETHER);
    together.map(|group| {
        format!(
            "the group of choice `{}` has {} combinations, more than {MOST_TOGETHER}; \
             decide some of its choices alone",
            choices[group[0]].name,
            combinations(choices, &group)
        )
    })
}

fn combinations(choices: &[Choice], group: &[usize]) -> usize {
    let counts = group.iter().map(|&at| choices[at].spellings.len());
    counts.product()
}

/// The places of the choices that are decided together.
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
