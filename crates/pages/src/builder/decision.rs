//! Chooses between the alternative spellings of a variant.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::catalog::choice::groups;
use crate::catalog::{Choice, FlagSet, Spelling};

/// What was decided about one choice for one variant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Decision {
    /// The name of the choice.
    pub choice: String,
    /// The group of choices with which it was decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// The name of the chosen spelling.
    pub spelling: String,
    /// The builds that were compared; empty where there is one allowed spelling, where all make the
    /// same script, or where a packed page has another one than the page without packing. The choices
    /// of a group have the same trials in
    /// the same order: all combinations of their spellings.
    pub tried: Vec<Trial>,
}

/// One build with one spelling, and with the first spelling of all choices that
/// are decided apart from it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Trial {
    /// The name of the spelling.
    pub spelling: String,
    /// The size of the page by the metric of the catalog.
    pub bytes: usize,
    /// Whether this build was the shortest.
    pub won: bool,
}

/// Decides group by group, with the first spelling of all others; takes the
/// smallest page, among equals the first. `compose` makes the script of one
/// spelling per choice, `measure` returns the size of its page.
///
/// # Errors
/// Those of `compose` and `measure`.
pub(super) fn decide<E>(
    choices: &[Choice],
    flags: &FlagSet,
    compose: impl Fn(&[&Spelling]) -> Result<String, E>,
    measure: impl Fn(&[&Spelling], &str) -> Result<usize, E>,
) -> Result<Vec<Decision>, E> {
    let allowed: Vec<Vec<usize>> = choices.iter().map(|choice| choice.allowed(flags)).collect();
    let first: Vec<usize> = allowed.iter().map(|allowed| allowed[0]).collect();
    let spellings = |places: &[usize]| -> Vec<&Spelling> {
        let pairs = choices.iter().zip(places);
        pairs
            .map(|(choice, &place)| &choice.spellings[place])
            .collect()
    };
    let mut won = first.clone();
    let mut tried = vec![Vec::new(); choices.len()];
    for group in groups(choices) {
        let trials = trials(&first, &group, &allowed);
        let scripts = trials.iter().map(|places| compose(&spellings(places)));
        let scripts = scripts.collect::<Result<Vec<String>, _>>()?;
        if scripts.iter().all(|script| *script == scripts[0]) {
            continue;
        }
        let mut sizes: BTreeMap<&str, usize> = BTreeMap::new();
        for (places, script) in trials.iter().zip(&scripts) {
            if !sizes.contains_key(script.as_str()) {
                sizes.insert(script, measure(&spellings(places), script)?);
            }
        }
        let bytes: Vec<usize> = scripts
            .iter()
            .map(|script| sizes[script.as_str()])
            .collect();
        let best = (0..bytes.len()).min_by_key(|&number| bytes[number]);
        let best = best.unwrap_or_default();
        for &at in &group {
            won[at] = trials[best][at];
            let numbered = trials.iter().zip(&bytes).enumerate();
            let trials = numbered.map(|(number, (places, &bytes))| Trial {
                spelling: choices[at].spellings[places[at]].name.clone(),
                bytes,
                won: number == best,
            });
            tried[at] = trials.collect();
        }
    }
    let decisions = choices.iter().zip(spellings(&won)).zip(tried);
    Ok(decisions
        .map(|((choice, spelling), tried)| Decision {
            choice: choice.name.clone(),
            group: choice.group.clone(),
            spelling: spelling.name.clone(),
            tried,
        })
        .collect())
}

/// All combinations of a group's allowed spellings, the other choices as in `first`.
fn trials(first: &[usize], group: &[usize], allowed: &[Vec<usize>]) -> Vec<Vec<usize>> {
    group.iter().fold(vec![first.to_vec()], |trials, &at| {
        let with = |trial: &Vec<usize>, place: usize| {
            let mut trial = trial.clone();
            trial[at] = place;
            trial
        };
        let places = trials
            .iter()
            .flat_map(|trial| allowed[at].iter().map(move |&place| with(trial, place)));
        places.collect()
    })
}

#[cfg(test)]
#[path = "decision_tests.rs"]
mod tests;
