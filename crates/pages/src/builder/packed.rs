//! Searches for smaller packed pages.

use golfchess_packers::Made;
use golfchess_packers::dictionary::{self, PackOptions, Searched, Solution};

use super::{BuildError, Builder, pack_error};
use crate::catalog::{Spelling, Variant};

/// The result of a search for a smaller packed page.
#[derive(Debug, Clone)]
pub enum PackedSearch {
    /// A search for this script with the same seed had as many steps.
    Done,
    /// The best solution that is known now.
    Found {
        /// The solution.
        solution: Box<Solution>,
        /// The size of its page by the metric.
        size: usize,
        /// The size of the page before the search, if there was a solution of this script.
        before: Option<usize>,
    },
}

/// The solution of a packed page.
fn solution(page: &Option<Made>) -> Option<&Solution> {
    let packed = page.as_ref()?.packed.as_ref()?;
    Some(&packed.solution)
}

impl Builder {
    /// Whether a solution is one of the script with some spellings.
    pub(super) fn is_known(
        &self,
        variant: &Variant,
        spellings: &[&Spelling],
        solution: &Solution,
    ) -> Result<bool, BuildError> {
        let options = self.options(variant)?;
        let script = self.templates.render(variant, spellings)?;
        let forms = self.forms(variant, spellings, &script)?;
        let digest = |form| dictionary::digest(form, &options, &self.packer.options);
        Ok(forms
            .iter()
            .any(|form| digest(form).as_ref() == Some(&solution.digest)))
    }

    /// Searches for a smaller packed page of a variant than the stored solution makes, also with other
    /// spellings. Calls `tick` with the steps that are done and those of the present part of the search.
    ///
    /// # Errors
    /// An error in a fragment or in the composed script, or the page cannot be packed.
    pub fn search_packed(
        &self,
        variant: &Variant,
        options: &PackOptions,
        tick: &(dyn Fn(u64, u64) + Sync),
    ) -> Result<PackedSearch, BuildError> {
        let options = PackOptions {
            effort: options.effort,
            seed: options.seed,
            ..self.packer.options.clone()
        };
        let minify = self.options(variant)?;
        let size = |page: &Made| self.manifest().metric.measure(&page.page);
        let earlier: Vec<&Solution> = self
            .packer
            .solutions
            .of_page(&variant.name)
            .iter()
            .collect();
        let packed = |page: &Made, options: &PackOptions, from: &[&Solution]| {
            let packed = dictionary::pack_from(page, &minify, options, from, tick);
            packed.map_err(|reason| pack_error(variant, reason))
        };
        let present = self.spellings(variant)?;
        let script = self.templates.render(variant, &present)?;
        let forms = self.forms(variant, &present, &script)?;
        let known = self.packer.known_page(&variant.name, &forms, &minify);
        let known = known.map_err(|reason| pack_error(variant, reason))?;
        if let Some(solution) = solution(&known)
            && let Some(searched) = solution.searched
            && searched.seed == options.seed
            && searched.effort >= options.effort
        {
            return Ok(PackedSearch::Done);
        }
        let mut forms = forms.into_iter();
        let Some(page) = forms.next() else {
            return Ok(PackedSearch::Done);
        };
        // What another minifier has written may repeat more, or be nearer to the dictionary.
        let mut others: Vec<_> = forms.map(|page| (present.clone(), page)).collect();
        let mut searched = vec![(present, page)];
        others.extend(self.others(variant, &searched[0])?);
        // A look at the present page is needed only beside others.
        let mut least = None;
        for (spellings, page) in others {
            let least = match &mut least {
                Some(least) => least,
                None => least.insert(size(&packed(&searched[0].1, &options.look(), &earlier)?)),
            };
            let bytes = size(&packed(&page, &options.look(), &earlier)?);
            if bytes < *least {
                *least = bytes;
                searched.truncate(1);
                searched.push((spellings, page));
            }
        }
        let before = known.as_ref().map(size);
        let mut best = known;
        for (spellings, page) in searched.iter().rev() {
            let mut found = packed(page, &options, &earlier)?;
            if best.as_ref().is_none_or(|best| size(&found) < size(best)) {
                if let Some(packed) = &mut found.packed {
                    packed.solution.spellings = self.names(variant, spellings)?;
                }
                best = Some(found);
            }
        }
        let Some((page, solution)) = best.as_ref().zip(solution(&best)) else {
            return Ok(PackedSearch::Done);
        };
        let mut solution = Box::new(solution.clone());
        solution.searched = Some(Searched {
            effort: options.effort,
            seed: options.seed,
        });
        Ok(PackedSearch::Found {
            solution,
            size: size(page),
            before,
        })
    }

    /// The pages of other spellings, each page once.
    fn others<'b>(
        &'b self,
        variant: &Variant,
        (present, page): &(Vec<&'b Spelling>, Made),
    ) -> Result<Vec<(Vec<&'b Spelling>, Made)>, BuildError> {
        let mut others: Vec<(Vec<&Spelling>, Made)> = Vec::new();
        for spellings in self.alternatives(variant, present)? {
            let other = self.spelt(variant, &spellings)?;
            let is_known = |page: &Made| page.page == other.page;
            if !is_known(page) && !others.iter().any(|(_, page)| is_known(page)) {
                others.push((spellings, other));
            }
        }
        Ok(others)
    }

    /// The page of a variant with some spellings, without packing.
    pub(super) fn spelt(
        &self,
        variant: &Variant,
        spellings: &[&Spelling],
    ) -> Result<Made, BuildError> {
        let script = self.templates.render(variant, spellings)?;
        self.minified(variant, spellings, &script)
    }
}
