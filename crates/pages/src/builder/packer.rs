//! Packs pages by stored solutions, by fitting one to a script that has changed, or by a search.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use golfchess_packers::Made;
use golfchess_packers::dictionary::{self, PackError, PackOptions, Solution};
use golfchess_script::MinifyOptions;

use crate::solutions::Solutions;

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

    /// The packed page of a script. `forms` are its minified pages of one length, the finished one first.
    ///
    /// # Errors
    /// The page cannot be packed.
    pub(super) fn page(
        &self,
        name: &str,
        forms: &[Made],
        options: &MinifyOptions,
    ) -> Result<Made, PackError> {
        if let Some(page) = self.known_page(name, forms, options)? {
            return Ok(page);
        }
        let page = self.new_page(name, forms, options)?;
        if let Some(packed) = &page.packed {
            let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
            found.insert(name.to_owned(), packed.solution.clone());
        }
        Ok(page)
    }

    /// The page by the newest known solution of any form; `None` if there is none.
    ///
    /// # Errors
    /// The page cannot be packed.
    pub(super) fn known_page(
        &self,
        name: &str,
        forms: &[Made],
        options: &MinifyOptions,
    ) -> Result<Option<Made>, PackError> {
        for minified in forms {
            for solution in self.known(name, minified, options) {
                let page = dictionary::apply(minified, options, &self.options, &solution)?;
                if page.is_some() {
                    return Ok(page);
                }
            }
        }
        Ok(None)
    }

    /// The page of a script without a solution.
    fn new_page(
        &self,
        name: &str,
        forms: &[Made],
        options: &MinifyOptions,
    ) -> Result<Made, PackError> {
        let earlier: Vec<&Solution> = self.solutions.of_page(name).iter().collect();
        if !self.searches {
            // A dictionary fits best to what the same minifier has written.
            let wanted = earlier.first().and_then(|newest| newest.strategy());
            let same = forms.iter().find(|form| Some(form.strategy) == wanted);
            let form = same.unwrap_or(&forms[0]);
            if let Some(page) = dictionary::fit(form, options, &self.options, &earlier)? {
                return Ok(page);
            }
        }
        dictionary::pack(&forms[0], options, &self.options, &|_, _| ())
    }

    /// The known solutions of a minified page.
    fn known(&self, name: &str, minified: &Made, options: &MinifyOptions) -> Vec<Solution> {
        let Some(digest) = dictionary::digest(minified, options, &self.options) else {
            return Vec::new();
        };
        let found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        let found = found.get(name).filter(|one| one.digest == digest);
        let stored = self.solutions.of_script(name, &digest);
        stored.chain(found).cloned().collect()
    }
}
