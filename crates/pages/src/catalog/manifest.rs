//! The manifest of a catalog: `catalog.toml`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use golfchess_packers::dictionary::PackOptions;
use golfchess_script::{MinifyOptions, Strategy, Wrapper};
use golfchess_sizes::metric::Metric;
use serde::Deserialize;

use super::{Amount, Choice, CollectionRule, Flag, FlagSet, GateLimits, InputRules, Naming};
use super::{choice, names, wrappers};
use crate::text::{self, TextError};

/// The contents of `catalog.toml`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The title of the catalog.
    pub title: String,
    /// The template that includes all others.
    pub entry: String,
    /// Identifiers that the minifier must leave alone.
    #[serde(default)]
    pub keep: Vec<String>,
    /// The name of the reference that knows what the pages do. The program gives it a meaning.
    #[serde(default)]
    pub reference: Option<String>,
    /// The size that counts: pages have as little of it as possible, and the gate compares it.
    #[serde(default)]
    pub metric: Metric,
    /// What the minifier tries beside its own passes; by default everything but minify-js.
    #[serde(default)]
    pub strategies: Vec<Strategy>,
    /// The names of variants.
    pub naming: Naming,
    /// The file of the HTML around the script: a template with flags, in place of `wrappers` and `source`.
    #[serde(default)]
    pub html: Option<String>,
    /// The pages around a script; the build takes the shortest that can hold it.
    #[serde(rename = "wrapper", default)]
    pub wrappers: Vec<Wrapper>,
    /// The page around the readable script, for `source_page`.
    #[serde(default)]
    pub source: Option<SourcePage>,
    /// The flags.
    #[serde(rename = "flag", default)]
    pub flags: Vec<Flag>,
    /// The collections; without any, all variants are one.
    #[serde(default, rename = "collection")]
    pub collections: Vec<CollectionRule>,
    /// Alternative spellings.
    #[serde(default, rename = "choice")]
    pub choices: Vec<Choice>,
    /// Sizes of published pages to compare with, by variant name.
    #[serde(default)]
    pub published: BTreeMap<String, usize>,
    /// The largest size that a page may have, by variant name.
    #[serde(default)]
    pub budget: BTreeMap<String, usize>,
    /// How much pages may grow.
    #[serde(default)]
    pub gate: GateLimits,
    /// How pages with a flag that packs are packed.
    #[serde(default)]
    pub pack: PackRules,
    /// The inputs with which pages are compared.
    #[serde(default)]
    pub inputs: Option<InputRules>,
}

/// The readable page's text before and after the script, in which `{name}` becomes the variant's name, and the file that is
/// bundled.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SourcePage {
    /// Everything before the script; `None` if the HTML is a template.
    pub open: Option<String>,
    /// Everything after it.
    pub close: Option<String>,
    /// A page or a module, by its path from the manifest. The fragment [`BUNDLE`](crate::compose::BUNDLE) is its script with
    /// all modules in it.
    pub entry: Option<String>,
}

/// The endings of files that may be bundled.
const BUNDLED: [&str; 9] = ["js", "mjs", "cjs", "jsx", "ts", "mts", "cts", "tsx", "html"];

/// How packed pages are made and judged.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PackRules {
    /// Whether packed pages have printable ASCII only.
    pub ascii: bool,
    /// Whether sums with a number add numbers, see [`PackOptions::sums`].
    pub sums: bool,
    /// The steps of the search for a page that never had a solution.
    pub effort: u64,
    /// The start of the random numbers.
    pub seed: u64,
    /// How much a page may grow while its solution is only fitted to its script.
    pub tolerance: Amount,
}

impl Default for PackRules {
    fn default() -> Self {
        Self {
            ascii: false,
            sums: false,
            effort: 200_000,
            seed: 1,
            tolerance: Amount::Percent(2.0),
        }
    }
}

/// Why a manifest cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ManifestError {
    /// The file cannot be read, or is not source text.
    #[error("cannot read the manifest {}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The system's error, or the problem of the text.
        source: TextError,
    },
    /// The file cannot be parsed as a manifest.
    #[error("cannot parse the manifest {}", path.display())]
    Parse {
        /// The file.
        path: PathBuf,
        /// Line, excerpt and reason.
        source: Box<toml::de::Error>,
    },
    /// The values of the manifest are not valid together.
    #[error("in the manifest {}: {reason}", path.display())]
    Invalid {
        /// The file.
        path: PathBuf,
        /// The values and the reason.
        reason: String,
    },
}

impl Manifest {
    /// Reads and validates a manifest.
    ///
    /// # Errors
    /// See [`ManifestError`].
    pub(crate) fn load(path: &Path) -> Result<Self, ManifestError> {
        let text = text::read(path).map_err(|source| ManifestError::Read {
            path: path.to_owned(),
            source,
        })?;
        Self::parse(&text, path)
    }

    /// Parses and validates a manifest. Errors name `path` as its origin.
    ///
    /// # Errors
    /// See [`ManifestError`].
    pub(crate) fn parse(text: &str, path: &Path) -> Result<Self, ManifestError> {
        let manifest: Self = toml::from_str(text).map_err(|error| ManifestError::Parse {
            path: path.to_owned(),
            source: Box::new(error),
        })?;
        match manifest.validate() {
            Ok(()) => Ok(manifest),
            Err(reason) => Err(ManifestError::Invalid {
                path: path.to_owned(),
                reason,
            }),
        }
    }

    /// Finds the flag of a letter.
    pub(crate) fn flag(&self, letter: char) -> Option<&Flag> {
        self.flags.iter().find(|flag| flag.letter == letter)
    }

    /// Returns, for every flag that is on, the flags that it requires and that are off.
    pub(crate) fn missing(&self, flags: &FlagSet) -> BTreeMap<char, Vec<char>> {
        let lacking = |flag: &Flag| -> Vec<char> {
            let needs = flag.requires.iter().copied();
            needs.filter(|&need| !flags.has(need)).collect()
        };
        self.flags
            .iter()
            .filter(|flag| flags.has(flag.letter))
            .map(|flag| (flag.letter, lacking(flag)))
            .filter(|(_, lacking)| !lacking.is_empty())
            .collect()
    }

    /// Returns the pairs of flags that are on although the first excludes the second.
    pub(crate) fn conflicts(&self, flags: &FlagSet) -> Vec<(char, char)> {
        let on = |letter: &char| flags.has(*letter);
        let excluding = self.flags.iter().filter(|flag| on(&flag.letter));
        let pairs = excluding.flat_map(|flag| {
            let excluded = flag.excludes.iter().copied().filter(on);
            excluded.map(|other| (flag.letter, other))
        });
        pairs.collect()
    }

    /// Whether a set of flags is a variant: every flag has what it requires, and none that it excludes.
    pub(crate) fn is_legal(&self, flags: &FlagSet) -> bool {
        self.missing(flags).is_empty() && self.conflicts(flags).is_empty()
    }

    /// All legal sets of flags.
    pub(crate) fn legal_sets(&self) -> Vec<FlagSet> {
        let order = self.naming.order();
        // The flags that each flag requires and excludes, as bits at the places of their letters. One that
        // no name has is never on.
        let bits = |letters: &[char]| {
            let place = |&letter| order.chars().position(|other| other == letter);
            let bits = letters
                .iter()
                .map(|letter| 1 << place(letter).unwrap_or(31));
            bits.fold(0, |all, bit: u32| all | bit)
        };
        let rules = order.chars().map(|letter| {
            let flag = self.flag(letter);
            flag.map_or((0, 0), |flag| (bits(&flag.requires), bits(&flag.excludes)))
        });
        let rules: Vec<(u32, u32)> = rules.collect();
        let is_legal = |set: u32| {
            let mut rules = rules.iter().enumerate();
            rules.all(|(place, (requires, excludes))| {
                set >> place & 1 == 0 || set & requires == *requires && set & excludes == 0
            })
        };
        FlagSet::subsets_that(&order, is_legal).collect()
    }

    /// Whether a flag that is on packs the page.
    pub fn packs(&self, flags: &FlagSet) -> bool {
        let mut on = self.flags.iter().filter(|flag| flags.has(flag.letter));
        on.any(|flag| flag.pack)
    }

    /// The flags that decide what a page does: those that do not only pack it.
    pub fn unpacked(&self, flags: &FlagSet) -> FlagSet {
        let packing = self.flags.iter().filter(|flag| flag.pack);
        let packing: String = packing.map(|flag| flag.letter).collect();
        flags.without(&FlagSet::new(&packing))
    }

    /// Returns the options of the packer.
    pub fn pack_options(&self) -> PackOptions {
        PackOptions {
            ascii: self.pack.ascii,
            sums: self.pack.sums,
            effort: self.pack.effort,
            seed: self.pack.seed,
        }
    }

    /// Returns the options of the minifier; without wrappers if the HTML is a template.
    pub fn minify_options(&self) -> MinifyOptions {
        MinifyOptions {
            wrappers: self.wrappers.clone(),
            keep: self.keep.clone(),
            metric: self.metric,
            strategies: self.strategies.clone(),
            portable: true,
            quick: false,
            aliases: false,
            ascii: false,
            frame: None,
        }
    }

    /// Returns the first problem of the values.
    fn validate(&self) -> Result<(), String> {
        self.validate_flags()?;
        names::validate(self)?;
        choice::validate(self)?;
        self.validate_html()?;
        self.validate_bundled()?;
        let named = self.published.keys().chain(self.budget.keys());
        for name in named {
            let flags = self.naming.flags(name);
            if !flags.is_some_and(|flags| self.is_legal(&flags)) {
                return Err(format!("`{name}` under published or budget is no variant"));
            }
        }
        Ok(())
    }

    /// The page or the module that is bundled, by its path from the manifest.
    pub fn bundled_entry(&self) -> Option<&str> {
        self.source.as_ref()?.entry.as_deref()
    }

    fn validate_bundled(&self) -> Result<(), String> {
        let Some(entry) = self.bundled_entry() else {
            return Ok(());
        };
        let extension = Path::new(entry).extension();
        match BUNDLED
            .iter()
            .any(|known| extension.is_some_and(|own| own == *known))
        {
            true => Ok(()),
            false => Err(format!(
                "source.entry: {entry:?} is no page and no module; its ending is one of {}",
                BUNDLED.join(", ")
            )),
        }
    }

    /// The HTML is a template, or wrappers and the page of the readable script.
    fn validate_html(&self) -> Result<(), String> {
        let source = self.source.as_ref();
        let (open, close) = source.map_or((None, None), |source| {
            (source.open.as_ref(), source.close.as_ref())
        });
        if let Some(html) = &self.html {
            if !html.ends_with(".html") {
                return Err(format!("html: {html:?} is no file with the ending .html"));
            }
            return match (self.wrappers.is_empty(), open.or(close)) {
                (true, None) => Ok(()),
                _ => Err(format!(
                    "{html} has all HTML around the script; leave [[wrapper]] and [source] away, or `html`"
                )),
            };
        }
        wrappers::validate(&self.wrappers)?;
        let (Some(open), Some(close)) = (open, close) else {
            return Err(
                "there is no [source] with `open` and `close`, the page of the readable script"
                    .to_owned(),
            );
        };
        wrappers::validate_html("source.open", open)?;
        wrappers::validate_html("source.close", close)
    }

    fn validate_flags(&self) -> Result<(), String> {
        let order = self.naming.order();
        let count = |letter: char| order.chars().filter(|&other| other == letter).count();
        for (at, flag) in self.flags.iter().enumerate() {
            let letter = flag.letter;
            if !letter.is_ascii_alphabetic() {
                return Err(format!(
                    "flag {letter:?} is not a letter from A to Z or a to z"
                ));
            }
            if self.flags[..at].iter().any(|other| other.letter == letter) {
                return Err(format!("flag {letter} is declared twice"));
            }
            if count(letter) != 1 {
                return Err(format!(
                    "flag {letter} must occur exactly once in naming.parts"
                ));
            }
            let mut requires = flag.requires.iter();
            if let Some(need) = requires.find(|&&need| self.flag(need).is_none()) {
                return Err(format!("flag {letter} requires {need}, which is no flag"));
            }
            if let Some(need) = flag
                .requires
                .iter()
                .find(|&&need| self.flag(need).is_some_and(|need| need.pack))
            {
                return Err(format!(
                    "flag {letter} requires {need}, which packs: what a page does must not depend on it"
                ));
            }
            let mut excludes = flag.excludes.iter();
            if let Some(other) = excludes.find(|&&other| self.flag(other).is_none()) {
                return Err(format!("flag {letter} excludes {other}, which is no flag"));
            }
        }
        if let Some(letter) = order.chars().find(|&letter| self.flag(letter).is_none()) {
            return Err(format!("naming.parts has {letter}, which is no flag"));
        }
        if !(1..=MOST_STEPS).contains(&self.pack.effort) {
            return Err(format!("pack.effort must be from 1 to {MOST_STEPS}"));
        }
        if self.flags.len() > MOST_FLAGS {
            let count = self.flags.len();
            return Err(format!("{count} flags are more than {MOST_FLAGS}"));
        }
        self.validate_exclusions()
    }

    /// Checks that every flag can be on: what it requires, directly or not, excludes nothing of it.
    fn validate_exclusions(&self) -> Result<(), String> {
        for flag in &self.flags {
            let mut needed = FlagSet::default().with(flag.letter);
            while let Some(more) = self.missing(&needed).into_values().flatten().next() {
                needed = needed.with(more);
            }
            if let Some((first, second)) = self.conflicts(&needed).first() {
                return Err(format!(
                    "flag {} can never be on: flag {first} excludes {second}, and both would have \
                     to be on with it",
                    flag.letter
                ));
            }
        }
        Ok(())
    }
}

/// The most steps of a search for a packed page: it takes half an hour.
const MOST_STEPS: u64 = 1_000_000_000;

/// The most flags of a manifest: the number of variants doubles with each, and 2¹⁸ take a second.
const MOST_FLAGS: usize = 18;
