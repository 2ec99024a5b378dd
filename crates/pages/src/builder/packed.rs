//! Searches for smaller packed pages.

use super::{BuildError, Builder, pack_error};
use crate::catalog::{Spelling, Variant};
use crate::minify::Minified;
use crate::pack::{self, PackOptions, Solution};

impl Builder {
    /// The packed page of a minified one by a stored solution.
    pub(super) fn known(
        &self,
        variant: &Variant,
        page: &Minified,
    ) -> Result<Option<Minified>, BuildError> {
        let options = self.options(variant)?;
        let known = self.packer.known(&variant.name, page, &options);
        known.map_err(|reason| pack_error(variant, reason))
    }

    /// Searches for a smaller packed page of a variant than the stored solution makes, also with other
    /// spellings, and returns its solution and its size by the metric; `None` if none is smaller. Calls
    /// `tick` with the steps that are done and those of the present part of the search.
    ///
    /// # Errors
    /// An error in a fragment or in the composed script, or the page cannot be packed.
    pub fn search_packed(
        &self,
        variant: &Variant,
        options: &PackOptions,
        tick: &(dyn Fn(u64, u64) + Sync),
    ) -> Result<Option<(Solution, usize)>, BuildError> {
        let options = PackOptions {
            effort: options.effort,
            seed: options.seed,
            ..self.packer.options.clone()
        };
        let minify = self.options(variant)?;
        let size = |page: &Minified| self.manifest().metric.measure(&page.page);
        let packed = |page: &Minified, options: &PackOptions| {
            let packed = pack::pack(page, &minify, options, tick);
            packed.map_err(|reason| pack_error(variant, reason))
        };
        let present = self.spellings(variant)?;
        let page = self.spelt(variant, &present)?;
        let known = self.known(variant, &page)?.map(|page| size(&page));
        let mut searched = vec![(present, page)];
        // A look at the present page is needed only beside others.
        let mut least = None;
        for (spellings, page) in self.others(variant, &searched[0])? {
            let least = match &mut least {
                Some(least) => least,
                None => least.insert(size(&packed(&searched[0].1, &options.look())?)),
            };
            let bytes = size(&packed(&page, &options.look())?);
            if bytes < *least {
                *least = bytes;
                searched.truncate(1);
                searched.push((spellings, page));
            }
        }
        let mut found: Option<(Solution, usize)> = None;
        for (spellings, page) in searched.iter().rev() {
            let packed = packed(page, &options)?;
            let bytes = size(&packed);
            let least = found.as_ref().map(|(_, bytes)| *bytes).or(known);
            if let Some(packed) = packed.packed
                && least.is_none_or(|least| bytes < least)
            {
                let mut solution = packed.solution;
                solution.spellings = self.names(variant, spellings)?;
                found = Some((solution, bytes));
            }
        }
        Ok(found)
    }

    /// The pages of other spellings, each page once.
    fn others<'b>(
        &'b self,
        variant: &Variant,
        (present, page): &(Vec<&'b Spelling>, Minified),
    ) -> Result<Vec<(Vec<&'b Spelling>, Minified)>, BuildError> {
        let mut others: Vec<(Vec<&Spelling>, Minified)> = Vec::new();
        for spellings in self.alternatives(variant, present)? {
            let other = self.spelt(variant, &spellings)?;
            let is_known = |page: &Minified| page.page == other.page;
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
    ) -> Result<Minified, BuildError> {
        let script = self.templates.render(variant, spellings)?;
        self.minified(variant, spellings, &script)
    }
}
