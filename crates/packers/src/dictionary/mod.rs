//! Packs a minified script: a self-extracting page with a dictionary, searched together with the names
//! and the orders of the script.
//!
//! A decoder with a dictionary takes about 60 bytes, so pages below 500 bytes rarely gain. Two forms of
//! decoders are tried, `pairs` and `entries`. What is smallest after renaming is not what is
//! smallest after packing: the search (`anneal`) changes names, orders and the dictionary at once.
//!
//! Every result is decoded again in Rust (`decode`); one that does not give the text that was packed is
//! never returned.

mod alphabet;
mod anneal;
mod arrange;
mod class;
mod decode;
mod entries;
mod eval;
mod fit;
mod form;
mod literal;
mod marks;
mod pairs;
mod search;
mod solution;
mod target;
mod template;

pub use eval::obstacle as eval_obstacle;
pub use solution::{Searched, Solution};

use golfchess_script::{Minified, MinifyOptions, ScriptError, Wrapper};
use serde::Serialize;

use crate::Made;
use target::Target;

/// How to pack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackOptions {
    /// Whether the page has printable ASCII only.
    pub ascii: bool,
    /// Whether a sum of variables, elements and at least one number adds numbers, whatever the
    /// variables are: then its operands may change places. Nothing proves it, so play the page.
    pub sums: bool,
    /// The steps of a search.
    pub effort: u64,
    /// The start of the random numbers: the same seed gives the same page on every machine.
    pub seed: u64,
}

impl PackOptions {
    /// The effort of a search that takes some seconds.
    pub const EFFORT: u64 = 1_000_000;

    /// The same with a tenth of the steps: a first look at one of many scripts.
    #[must_use]
    pub fn look(&self) -> Self {
        Self {
            effort: (self.effort / 10).max(1),
            ..self.clone()
        }
    }
}

/// By this many bytes, a page that packs smaller may be longer without packing. Searches do not look at
/// longer ones.
pub const LONGER: usize = 12;

impl Default for PackOptions {
    fn default() -> Self {
        Self {
            ascii: false,
            sums: false,
            effort: Self::EFFORT,
            seed: 1,
        }
    }
}

/// How a page was packed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Packed {
    /// The form of the decoder.
    pub decoder: Decoder,
    /// The script that the decoder runs.
    pub script: String,
    /// The texts that tokens stand for.
    pub dictionary: Vec<Token>,
    /// What makes the same page without a search.
    pub solution: Solution,
}

/// What undoes a packed script.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Decoder {
    /// Control characters stand for overlapping pairs of characters in one table.
    Pairs,
    /// The same with a run of unused letters.
    PairsAndLetters,
    /// Unused characters stand for texts of any length.
    Entries,
}

/// A character of a packed script that stands for a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Token {
    /// The character.
    pub token: String,
    /// The text.
    pub text: String,
    /// How often the character occurs.
    pub uses: usize,
}

/// Why there is no packed page.
#[derive(Debug, thiserror::Error)]
pub enum PackError {
    /// The script has an error.
    #[error(transparent)]
    Script(#[from] ScriptError),
    /// The packed page would behave differently, or cannot be written.
    #[error("{0}")]
    Unpackable(String),
}

/// Searches for the smallest packed page of a minified one, which was made with `options`; calls `tick`
/// with the steps that are done and the steps of the whole search. The result may be larger than the
/// page.
///
/// # Errors
/// The script cannot be packed.
pub fn pack(
    minified: &Minified,
    options: &MinifyOptions,
    pack: &PackOptions,
    tick: &(dyn Fn(u64, u64) + Sync),
) -> Result<Made, PackError> {
    pack_from(minified, options, pack, &[], tick)
}

/// The same, starting also from solutions of this script or of others.
///
/// # Errors
/// The script cannot be packed.
pub fn pack_from(
    minified: &Minified,
    options: &MinifyOptions,
    pack: &PackOptions,
    known: &[&Solution],
    tick: &(dyn Fn(u64, u64) + Sync),
) -> Result<Made, PackError> {
    let target = Target::of(minified, options, pack)?;
    let found = search::search(&target, pack, known, tick);
    found.ok_or_else(|| {
        PackError::Unpackable(match pack.ascii {
            true => "the script leaves no printable character unused".to_owned(),
            false => "no packed script fits into the page".to_owned(),
        })
    })
}

/// The packed page of a minified one by the best of some solutions of other scripts, fitted to this script
/// in a small part of the time of a search; `None` if none can be fitted.
///
/// # Errors
/// The script cannot be packed.
pub fn fit(
    minified: &Minified,
    options: &MinifyOptions,
    pack: &PackOptions,
    solutions: &[&Solution],
) -> Result<Option<Made>, PackError> {
    let target = Target::of(minified, options, pack)?;
    Ok(fit::fit(&target, solutions, pack))
}

/// The digest of a minified page and of all options that its solutions depend on; `None` if no wrapper has a
/// script.
pub fn digest(minified: &Minified, options: &MinifyOptions, pack: &PackOptions) -> Option<String> {
    let (wrapper, script) = target::script(minified, options)?;
    Some(solution::digest(script, wrapper, &options.keep, pack))
}

/// The packed page of a minified one by a solution; `None` if it is the solution of another script.
///
/// # Errors
/// The script cannot be packed.
pub fn apply(
    minified: &Minified,
    options: &MinifyOptions,
    pack: &PackOptions,
    solution: &Solution,
) -> Result<Option<Made>, PackError> {
    if digest(minified, options, pack).as_ref() != Some(&solution.digest) {
        return Ok(None);
    }
    let target = Target::of(minified, options, pack)?;
    let mut page = target.page(&solution.form, &solution.scheme);
    if let Some(packed) = page.as_mut().and_then(|page| page.packed.as_mut()) {
        packed.solution.searched = solution.searched;
        packed.solution.spellings.clone_from(&solution.spellings);
    }
    Ok(page)
}

/// The script that a packed page runs; `None` if the page is not packed.
pub fn unpack(page: &str, wrappers: &[Wrapper]) -> Option<String> {
    let mut ranges = wrappers
        .iter()
        .filter_map(|wrapper| wrapper.script_range(page));
    ranges.find_map(|range| decode::decode(&page[range]))
}
