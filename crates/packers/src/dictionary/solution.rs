//! What a search has found, to make the same page again without a search.

use std::collections::BTreeMap;

use golfchess_script::{Strategy, Wrapper};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::form::Form;
use super::marks::Marks;
use super::{Decoder, PackOptions};

/// Changes whenever the same solution would make another page, or a search would find another one.
const VERSION: u32 = 2;

/// Names, orders and dictionary of a packed script.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Solution {
    /// The digest of the script, the packer and its options.
    pub digest: String,
    /// The longest search for this script; `None` if it is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub searched: Option<Searched>,
    /// The spellings of the script by the names of their choices; empty if they are those with which the
    /// page that is not packed is shortest.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub spellings: BTreeMap<String, String>,
    pub(super) form: Form,
    pub(super) scheme: Scheme,
    /// Finds the same names and groups in a script that has changed.
    #[serde(default, skip_serializing_if = "Marks::is_empty")]
    pub(super) marks: Marks,
}

/// A search for a solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Searched {
    /// Its steps; 0 if the solution was only fitted from that of another script.
    pub effort: u64,
    /// The start of its random numbers.
    pub seed: u64,
}

impl Solution {
    /// What has written the script, if that is known.
    pub fn strategy(&self) -> Option<Strategy> {
        self.marks.strategy
    }

    /// Whether the solution was only fitted from that of another script.
    pub fn is_fitted(&self) -> bool {
        self.searched.is_some_and(|searched| searched.effort == 0)
    }
}

/// A form of decoder with its dictionary.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub(super) enum Scheme {
    /// See the module `pairs`.
    Pairs {
        /// A character for each symbol of the table.
        table: String,
        /// The first and the last letter of the run.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        run: Option<[char; 2]>,
    },
    /// See the module `entries`.
    Entries {
        /// Start and length of each entry.
        #[serde(with = "stretches")]
        entries: Vec<[usize; 2]>,
        /// What the entries stand for, to find them in another script.
        #[serde(default)]
        texts: Vec<String>,
    },
}

/// Starts and lengths as words of one text: `120+5`.
mod stretches {
    use serde::{Deserialize, Deserializer, Serializer, de};

    pub(super) fn serialize<S: Serializer>(
        entries: &[[usize; 2]],
        to: S,
    ) -> Result<S::Ok, S::Error> {
        let words = entries
            .iter()
            .map(|[start, length]| format!("{start}+{length}"));
        to.serialize_str(&words.collect::<Vec<String>>().join(" "))
    }

    pub(super) fn deserialize<'d, D: Deserializer<'d>>(
        from: D,
    ) -> Result<Vec<[usize; 2]>, D::Error> {
        let text = String::deserialize(from)?;
        let entry = |word: &str| {
            let (start, length) = word.split_once('+')?;
            Some([start.parse().ok()?, length.parse().ok()?])
        };
        let entries: Option<Vec<[usize; 2]>> = text.split_whitespace().map(entry).collect();
        entries.ok_or_else(|| de::Error::custom("an entry is a start, `+` and a length"))
    }
}

impl Scheme {
    pub(super) fn decoder(&self) -> Decoder {
        match self {
            Self::Pairs { run: None, .. } => Decoder::Pairs,
            Self::Pairs { run: Some(_), .. } => Decoder::PairsAndLetters,
            Self::Entries { .. } => Decoder::Entries,
        }
    }
}

/// The digest of everything that a solution depends on. (Not of the effort and the seed: any solution
/// is right.)
pub(super) fn digest(
    script: &str,
    wrapper: &Wrapper,
    keep: &[String],
    options: &PackOptions,
) -> String {
    let mut digest = Sha256::new();
    let version = VERSION.to_string();
    let reserved = wrapper.reserved.join(" ");
    let choices = format!("{} {}", options.ascii, options.sums);
    let keep = keep.join(" ");
    let texts = [
        &version,
        script,
        &wrapper.open,
        &wrapper.close,
        &reserved,
        &keep,
        &choices,
    ];
    for text in texts {
        digest.update(text.len().to_le_bytes());
        digest.update(text);
    }
    let bytes = digest.finalize();
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
