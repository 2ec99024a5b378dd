//! The manifest `catalog.toml`: flags, their rules, the variants, wrappers, choices and limits.

pub(crate) mod choice;
mod flag;
mod limits;
mod manifest;
mod names;
mod naming;
mod variant;
mod wrappers;

pub use choice::{Choice, Spelling};
pub use flag::{Flag, FlagSet};
pub use limits::{GateLimits, Growth, GrowthLimit};
pub use manifest::{Manifest, ManifestError, SourcePage};
pub use naming::Naming;
pub use variant::{UnknownVariant, Variant};

use std::path::Path;

/// A manifest with its variants.
#[derive(Debug, Clone)]
pub struct Catalog {
    manifest: Manifest,
    variants: Vec<Variant>,
    unlisted: Vec<Variant>,
}

impl Catalog {
    /// Reads `catalog.toml` in a folder of templates.
    ///
    /// # Errors
    /// The file cannot be read or parsed, or its values are not valid together.
    pub fn load(templates: &Path) -> Result<Self, ManifestError> {
        Manifest::load(&templates.join("catalog.toml")).map(Self::new)
    }

    /// Reads a manifest from a text. Errors name `place` as its origin.
    ///
    /// # Errors
    /// The text cannot be parsed, or its values are not valid together.
    pub fn parse(text: &str, place: &Path) -> Result<Self, ManifestError> {
        Manifest::parse(text, place).map(Self::new)
    }

    /// Lists all legal variants of a manifest: ordered by the flags of the first part of the name,
    /// and within them by those of the next.
    pub(crate) fn new(manifest: Manifest) -> Self {
        let order: String = manifest.naming.parts.concat();
        let mut variants: Vec<_> = FlagSet::subsets(&order)
            .filter(|flags| manifest.missing(flags).is_empty())
            .map(|flags| Variant::new(manifest.naming.name(&flags), flags))
            .collect();
        // Fewer flags of an earlier part first.
        variants.sort_by_key(|variant| manifest.naming.rank(&variant.flags));
        let (variants, unlisted) = variants
            .into_iter()
            .partition(|variant| manifest.lists(&variant.flags));
        Self {
            manifest,
            variants,
            unlisted,
        }
    }

    /// The manifest.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The listed variants: those whose flags are listed and have all the flags that they require.
    pub fn variants(&self) -> &[Variant] {
        &self.variants
    }

    /// The legal variants, the listed ones first.
    fn legal(&self) -> impl Iterator<Item = &Variant> {
        self.variants.iter().chain(&self.unlisted)
    }

    /// Finds a variant by its name, with or without `.html` at the end.
    ///
    /// # Errors
    /// No variant has the name. The error has the nearest names, or the missing flags.
    pub fn variant(&self, name: &str) -> Result<&Variant, UnknownVariant> {
        let name = name.strip_suffix(".html").unwrap_or(name);
        let mut legal = self.legal();
        if let Some(found) = legal.find(|variant| variant.name == name) {
            return Ok(found);
        }
        match self.manifest.naming.flags(name) {
            Some(flags) => self.with_flags(&flags),
            None => Err(UnknownVariant::misspelt(name, &self.variants)),
        }
    }

    /// Finds the variant with exactly these flags.
    ///
    /// # Errors
    /// A flag requires others that are off, or a letter is no flag.
    pub fn with_flags(&self, flags: &FlagSet) -> Result<&Variant, UnknownVariant> {
        let mut legal = self.legal();
        if let Some(found) = legal.find(|variant| variant.flags == *flags) {
            return Ok(found);
        }
        let unknown = flags
            .letters()
            .find(|&letter| self.manifest.flag(letter).is_none());
        if let Some(letter) = unknown {
            return Err(UnknownVariant::no_such_flag(letter, &self.manifest.flags));
        }
        let missing = self.manifest.missing(flags);
        Err(UnknownVariant::MissingFlags { missing })
    }
}
