//! Shortens the names of properties that only the scripts of a page use.
//!
//! A property has no declaration: all properties of one name get the same short name, in all scripts. A name stays if
//! the language, the browser or other code may find it, as far as the scripts show that.

mod facts;
mod finder;
mod flow;
mod known;
#[cfg(test)]
mod tests;
mod visit;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use golfchess_sizes::text;
use serde::Serialize;

use self::facts::{Facts, Place};
use super::rename::ALPHABET;
use super::script::ScriptError;

/// Short names that a property must not get: elements, styles, points and rectangles have them.
const TAKEN: [&str; 6] = ["d", "r", "w", "x", "y", "z"];

/// A property and its short name. Private names start with `#`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ShortProperty {
    /// The name in the scripts.
    pub name: String,
    /// The short name.
    pub letter: String,
    /// How often it occurs.
    pub uses: usize,
}

/// What is known of the code of a page beside its scripts, and the names that stay.
#[derive(Debug, Clone, Copy)]
pub struct PropertyRules<'r> {
    /// The names that stay.
    pub keep: &'r BTreeSet<String>,
    /// The words of the HTML, of style sheets and of other code, which stay too.
    pub other: &'r BTreeSet<String>,
    /// A text in which letters occur as often as in the page: those that are frequent there are given first. If it is
    /// empty, letters are given in the order of the alphabet.
    pub sample: &'r str,
}

/// Scripts whose properties have short names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShortProperties {
    /// The scripts, in the order in which they were given.
    pub scripts: Vec<String>,
    /// The properties with short names, the most frequent before the others.
    pub names: Vec<ShortProperty>,
    /// Names without a declaration that belong to other code, which may use properties of the scripts.
    pub foreign: Vec<String>,
    /// Whether a script makes objects of texts, which may come from elsewhere.
    pub reads_json: bool,
}

/// Why properties keep their names.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{error}")]
pub struct PropertyError {
    /// The number of the script, from 0.
    pub script: usize,
    /// The place in it and the reason.
    pub error: ScriptError,
}

/// Gives short names to the properties that the scripts of a page define and only read by their names.
///
/// # Errors
/// A syntax error; `with`, and `eval` or `Function` with a text that is not known.
pub fn shorten_properties(
    scripts: &[&str],
    rules: PropertyRules<'_>,
) -> Result<ShortProperties, PropertyError> {
    let mut facts = Facts::default();
    let read = facts.read_all(scripts, rules.other);
    read.map_err(|(script, error)| PropertyError { script, error })?;
    let stays = facts.names_that_stay();
    let is_free = |name: &str| {
        facts.defined.contains(name)
            && !known::is_known(name)
            && !stays.contains(name)
            && !facts.is_part_of_key(name)
            && !rules.keep.contains(name)
            && !rules.other.contains(name)
    };
    let mut free: Vec<(&String, &Vec<Place>)> = facts.places.iter().collect();
    free.retain(|(name, _)| name.starts_with('#') || is_free(name));
    free.sort_by_key(|(name, places)| (Reverse(places.len()), places[0].order(), *name));
    let is_taken = |letter: &str| {
        TAKEN.contains(&letter)
            || facts.places.contains_key(letter)
            || facts.words.contains(letter)
            || facts.sees_global_object && facts.globals.contains(letter)
            || rules.keep.contains(letter)
            || rules.other.contains(letter)
            || letter.len() > 1 && known::is_known(letter)
    };
    let letters = pool(rules.sample);
    let mut plain = letters.iter().filter(|letter| !is_taken(letter)).peekable();
    let mut private = letters.iter().map(|letter| format!("#{letter}")).peekable();
    let mut short = BTreeMap::new();
    for (name, places) in free {
        let next = match name.starts_with('#') {
            true => private.next_if(|letter| letter.len() < name.len()),
            false => plain.next_if(|letter| letter.len() < name.len()).cloned(),
        };
        if let Some(letter) = next {
            short.insert(name.as_str(), (letter, places));
        }
    }
    let scripts = scripts.iter().enumerate();
    let scripts = scripts.map(|(number, script)| replaced(script, number, &short));
    let mut names: Vec<ShortProperty> = short
        .iter()
        .map(|(name, (letter, places))| ShortProperty {
            name: (*name).to_owned(),
            letter: letter.clone(),
            uses: places.len(),
        })
        .collect();
    let scripts = scripts.collect();
    names.sort_by_key(|one| Reverse(one.uses));
    Ok(ShortProperties {
        scripts,
        names,
        foreign: facts.foreign.iter().cloned().collect(),
        reads_json: facts.reads_json,
    })
}

/// A script with these names.
fn replaced(script: &str, number: usize, short: &BTreeMap<&str, (String, &Vec<Place>)>) -> String {
    let mut places = Vec::new();
    for (name, (letter, all)) in short {
        for place in all.iter().filter(|place| place.script == number) {
            let text = match place.is_shorthand {
                true => format!("{letter}:{name}"),
                false => letter.clone(),
            };
            places.push((place.range.clone(), text));
        }
    }
    places.sort_by_key(|(range, _)| range.start);
    text::with_replaced(script, places)
}

/// All names of one and two letters, in the order in which they are given.
fn pool(sample: &str) -> Vec<String> {
    let mut letters: Vec<char> = ALPHABET.chars().collect();
    letters.sort_by_key(|letter| Reverse(sample.chars().filter(|c| c == letter).count()));
    let ones = letters.iter().map(char::to_string);
    let twos = letters
        .iter()
        .flat_map(|first| letters.iter().map(move |second| format!("{first}{second}")));
    ones.chain(twos.filter(|name| !matches!(name.as_str(), "do" | "if" | "in")))
        .collect()
}
