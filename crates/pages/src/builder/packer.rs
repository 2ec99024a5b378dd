//! Packs pages by stored solutions, by fitting one to a script that has changed, or by a search.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use crate::minify::{Minified, MinifyOptions};
use crate::pack::{self, PackError, PackOptions, Solution, Solutions};

/// Packs the pages of one builder.
#[derive(Debug)]
pub(super) struct Packer {
    /// The search for pages without a solution.
    pub(super) options: PackOptions,
    /// Whether a script that has changed is searched for too.
    pub(super) searches: bool,
    pub(super) solutions: Solutions,
    /// What was found, by the names of the pages: a page may be built several times.
    found: Mutex<BTreeMap<String, Solution>>,
}

impl Packer {
    pub(super) fn new(options: PackOptions) -> Self {
        Self {
            options,
            searches: false,
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
        for solution in self.known(name, minified, options) {
            if let Some(page) = pack::apply(minified, options, &self.options, &solution)? {
                return Ok(page);
            }
        }
        let page = self.new_page(name, minified, options)?;
        if let Some(packed) = &page.packed {
            let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
            found.insert(name.to_owned(), packed.solution.clone());
        }
        Ok(page)
    }

    /// The page of a script without a solution.
    fn new_page(
        &self,
        name: &str,
        minified: &Minified,
        options: &MinifyOptions,
    ) -> Result<Minified, PackError> {
        if !self.searches {
            let earlier: Vec<&Solution> = self.solutions.of_page(name).iter().collect();
            if let Some(page) = pack::fit(minified, options, &self.options, &earlier)? {
                return Ok(page);
            }
        }
        pack::pack(minified, options, &self.options, &|_, _| ())
    }

    /// The known solutions of a minified page.
    pub(super) fn known(
        &self,
        name: &str,
        minified: &Minified,
        options: &MinifyOptions,
    ) -> Vec<Solution> {
        let Some(digest) = pack::digest(minified, options, &self.options) else {
            return Vec::new();
        };
        let found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        let found = found.get(name).filter(|one| one.digest == digest);
        let stored = self.solutions.of_script(name, &digest);
        stored.chain(found).cloned().collect()
    }
}
