//! The manifest `catalog.toml`: flags, their rules, the variants, collections, wrappers, choices and
//! limits.

pub(crate) mod choice;
mod collection;
#[cfg(test)]
mod collection_tests;
#[cfg(test)]
mod excludes_tests;
mod flag;
mod inputs;
mod limits;
mod manifest;
mod names;
mod naming;
mod variant;
mod wrappers;

pub use choice::{Choice, Spelling};
pub use collection::{Collection, CollectionRule, UnknownCollection};
pub use flag::{Flag, FlagSet};
pub use inputs::InputRules;
pub use limits::{Amount, GateLimits, GrowthLimit};
pub use manifest::{Manifest, ManifestError, PackRules, SourcePage};
pub use naming::Naming;
pub use variant::{UnknownVariant, Variant};

use std::collections::HashSet;
use std::path::Path;

/// A manifest with its variants.
#[derive(Debug, Clone)]
pub struct Catalog {
    manifest: Manifest,
    collections: Vec<Collection>,
    /// All legal variants: first those of the collections, in their order.
    legal: Vec<Variant>,
    /// How many of these are in collections.
    listed: usize,
}

impl Catalog {
    /// Reads `catalog.toml` in a folder of templates.
    ///
    /// # Errors
    /// The file cannot be read or parsed, or its values are not valid together.
    pub fn load(templates: &Path) -> Result<Self, ManifestError> {
        let path = templates.join("catalog.toml");
        Self::new(Manifest::load(&path)?, &path)
    }

    /// Reads a manifest from a text. Errors name `place` as its origin.
    ///
    /// # Errors
    /// The text cannot be parsed, or its values are not valid together.
    pub fn parse(text: &str, place: &Path) -> Result<Self, ManifestError> {
        Self::new(Manifest::parse(text, place)?, place)
    }

    /// Lists the variants and the collections of a manifest. Errors name `place` as its origin.
    ///
    /// # Errors
    /// A collection is not valid.
    pub(crate) fn new(manifest: Manifest, place: &Path) -> Result<Self, ManifestError> {
        let legal = legal(&manifest);
        match collection::resolve(&manifest, &legal) {
            Ok(collections) => Ok(Self::of(manifest, collections, legal)),
            Err(reason) => Err(ManifestError::Invalid {
                path: place.to_owned(),
                reason,
            }),
        }
    }

    fn of(manifest: Manifest, collections: Vec<Collection>, legal: Vec<Variant>) -> Self {
        let pages = collections.iter().flat_map(|one| one.variants.clone());
        let mut all: Vec<Variant> = pages.collect();
        let listed = all.len();
        if listed < legal.len() {
            let known: HashSet<String> = all.iter().map(|variant| variant.name.clone()).collect();
            let others = legal.into_iter();
            all.extend(others.filter(|variant| !known.contains(&variant.name)));
        }
        Self {
            manifest,
            collections,
            legal: all,
            listed,
        }
    }

    /// The same catalog with the pages of one collection only.
    ///
    /// # Errors
    /// No collection has the name.
    pub fn only(&self, name: &str) -> Result<Self, UnknownCollection> {
        let collection = self.collection(name)?.clone();
        let (manifest, legal) = (self.manifest.clone(), self.legal.clone());
        Ok(Self::of(manifest, vec![collection], legal))
    }

    /// The same catalog without a spelling of a choice, by its name; `None` if no choice has it.
    pub(crate) fn without_spelling(&self, name: &str) -> Option<Self> {
        let mut other = self.clone();
        let mut choices = other.manifest.choices.iter_mut();
        let choice = choices.find(|one| one.spellings.iter().any(|it| it.name == name))?;
        choice.spellings.retain(|spelling| spelling.name != name);
        Some(other)
    }

    /// The manifest.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The collections; one of all variants where the manifest declares none.
    pub fn collections(&self) -> &[Collection] {
        &self.collections
    }

    /// Finds a collection that the manifest declares.
    ///
    /// # Errors
    /// No collection has the name.
    pub fn collection(&self, name: &str) -> Result<&Collection, UnknownCollection> {
        let declared = || self.collections.iter().filter(|one| one.declared);
        if let Some(found) = declared().find(|collection| collection.name == name) {
            return Ok(found);
        }
        let (name, names) = (name.to_owned(), declared().map(|one| one.name.clone()));
        match names.collect::<Vec<_>>() {
            none if none.is_empty() => Err(UnknownCollection::Undeclared { name }),
            names => Err(UnknownCollection::Misspelt { name, names }),
        }
    }

    /// The variants that are pages of the catalog: those of its collections, in their order.
    pub fn variants(&self) -> &[Variant] {
        &self.legal[..self.listed]
    }

    /// Returns whether a variant is a page of the catalog.
    pub fn lists(&self, variant: &Variant) -> bool {
        self.place(variant) < self.listed
    }

    /// The page of the catalog that a variant packs, if there is one.
    pub fn unpacked(&self, variant: &Variant) -> Option<&Variant> {
        let flags = self.manifest.unpacked(&variant.flags);
        let mut others = self.variants().iter();
        others.find(|other| other.flags == flags && other.name != variant.name)
    }

    /// The place of a variant among all legal ones; the pages of the catalog come first.
    pub fn place(&self, variant: &Variant) -> usize {
        let place = self.legal.iter().position(|other| other == variant);
        place.unwrap_or(self.legal.len())
    }

    /// Finds a legal variant by its name, with or without `.html` at the end. It need not be in a
    /// collection.
    ///
    /// # Errors
    /// No variant has the name. The error has the nearest names, or the missing flags.
    pub fn variant(&self, name: &str) -> Result<&Variant, UnknownVariant> {
        variant::find(&self.manifest, &self.legal, self.listed, name)
    }

    /// Finds the legal variant with exactly these flags. It need not be in a collection.
    ///
    /// # Errors
    /// A flag requires others that are off, or a letter is no flag.
    pub fn with_flags(&self, flags: &FlagSet) -> Result<&Variant, UnknownVariant> {
        variant::with_flags(&self.manifest, &self.legal, flags)
    }
}

/// Lists all legal variants of a manifest: ordered by the flags of the first part of the name, and
/// within them by those of the next.
fn legal(manifest: &Manifest) -> Vec<Variant> {
    let sets = manifest.legal_sets().into_iter();
    let mut variants: Vec<_> = sets
        .map(|flags| Variant::new(manifest.naming.name(&flags), flags))
        .collect();
    // Fewer flags of an earlier part first.
    variants.sort_by_cached_key(|variant| manifest.naming.rank(&variant.flags));
    variants
}
