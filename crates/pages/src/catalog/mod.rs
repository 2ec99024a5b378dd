//! What there is to build: flags, the rules between them, and the variants.
//!
//! All of it comes from a manifest, `catalog.toml`; nothing here knows what the
//! pages are about.

pub(crate) mod choice;
mod flag;
mod manifest;
mod naming;
mod variant;

pub use choice::{Choice, Spelling};
pub use flag::{Flag, FlagSet};
pub use manifest::{Manifest, ManifestError, SourcePage};
pub use naming::Naming;
pub use variant::{UnknownVariant, Variant};

use std::path::Path;

/// A manifest with its variants.
#[derive(Debug, Clone)]
pub struct Catalog {
    manifest: Manifest,
    variants: Vec<Variant>,
}

impl Catalog {
    /// Reads `catalog.toml` in a folder of templates.
    ///
    /// # Errors
    /// The file cannot be read, is not a manifest, or contradicts itself.
    pub fn load(templates: &Path) -> Result<Self, ManifestError> {
        Manifest::load(&templates.join("catalog.toml")).map(Self::new)
    }

    /// Reads the text of a manifest; messages name `path`, but no file is read.
    ///
    /// # Errors
    /// The text is not a manifest, or contradicts itself.
    pub fn parse(text: &str, path: &Path) -> Result<Self, ManifestError> {
        Manifest::parse(text, path.to_owned()).map(Self::new)
    }

    /// All legal variants of a manifest, in order: first by the flags of the
    /// first part of the name, and within them by those of the next.
    pub(crate) fn new(manifest: Manifest) -> Self {
        let order: String = manifest.naming.parts.concat();
        let mut variants: Vec<_> = FlagSet::subsets(&order)
            .filter(|flags| manifest.missing(flags).is_empty())
            .map(|flags| Variant::new(manifest.naming.name(&flags), flags))
            .collect();
        // As a reader counts: fewer flags of an earlier part first.
        variants.sort_by_key(|variant| manifest.naming.rank(&variant.flags));
        Self { manifest, variants }
    }

    /// The manifest.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// All legal variants.
    pub fn variants(&self) -> &[Variant] {
        &self.variants
    }

    /// The variant of a name; an `.html` at its end does not matter.
    ///
    /// # Errors
    /// No variant has the name; the error names the nearest ones, or the flags
    /// that are missing.
    pub fn variant(&self, name: &str) -> Result<&Variant, UnknownVariant> {
        let name = name.strip_suffix(".html").unwrap_or(name);
        if let Some(found) = self.variants.iter().find(|variant| variant.name == name) {
            return Ok(found);
        }
        match self.manifest.naming.flags(name) {
            Some(flags) => self.with_flags(&flags),
            None => Err(UnknownVariant::misspelt(name, &self.variants)),
        }
    }

    /// The variant with exactly these flags.
    ///
    /// # Errors
    /// A flag needs others that are not there, or there is no such flag.
    pub fn with_flags(&self, flags: &FlagSet) -> Result<&Variant, UnknownVariant> {
        if let Some(found) = self.variants.iter().find(|variant| variant.flags == *flags) {
            return Ok(found);
        }
        let unknown = flags
            .letters()
            .find(|&letter| self.manifest.flag(letter).is_none());
        if let Some(letter) = unknown {
            return Err(UnknownVariant::no_such_flag(letter, &self.manifest.flags));
        }
        Err(UnknownVariant::missing(&self.manifest.missing(flags)))
    }
}
