//! Packs pages by stored solutions, or by a search.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use crate::minify::{Minified, MinifyOptions};
use crate::pack::{self, PackError, PackOptions, Solution, Solutions};

/// Packs the pages of one builder.
#[derive(Debug)]
pub(super) struct Packer {
    /// The search for pages without a solution.
    pub(super) options: PackOptions,
    pub(super) solutions: Solutions,
    /// What searches have found, by the names of the pages: a page may be built several times.
    found: Mutex<BTreeMap<String, Solution>>,
}

impl Packer {
    pub(super) fn new(options: PackOptions) -> Self {
        Self {
            options,
            solutions: Solutions::default(),
            found: Mutex::default(),
        }
    }

    /// The packed page of a minified one.
    ///
    /// # Errors
    /// The page cannot be packed.
    pub(super) fn page(
        &self,
        name: &str,
        minified: &Minified,
        options: &MinifyOptions,
    ) -> Result<Minified, PackError> {
        if let Some(page) = self.known(name, minified, options)? {
            return Ok(page);
        }
        let page = pack::pack(minified, options, &self.options, &|_, _| ())?;
        if let Some(packed) = &page.packed {
            let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
            found.insert(name.to_owned(), packed.solution.clone());
        }
        Ok(page)
    }

    /// The page of a known solution of the same script.
    pub(super) fn known(
        &self,
        name: &str,
        minified: &Minified,
        options: &MinifyOptions,
    ) -> Result<Option<Minified>, PackError> {
        let found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        let found = found.get(name).cloned();
        for solution in found.iter().chain(self.solutions.get(name)) {
            let page = pack::apply(minified, options, &self.options, solution)?;
            if let Some(mut page) = page {
                if let Some(packed) = &mut page.packed {
                    packed.solution.spellings.clone_from(&solution.spellings);
                }
                return Ok(Some(page));
            }
        }
        Ok(None)
    }

    /// The spellings of the stored solution of a page, by the names of their choices.
    pub(super) fn spellings(&self, name: &str) -> BTreeMap<String, String> {
        let solution = self.solutions.get(name);
        solution.map_or_else(BTreeMap::new, |solution| solution.spellings.clone())
    }
}
