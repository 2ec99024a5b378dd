//! The spellings of a variant: those that make its page shortest, or its packed page.

use std::collections::BTreeMap;

use golfchess_packers::dictionary::LONGER;

use super::decision::{self, Decision};
use super::{BuildError, Builder};
use crate::catalog::choice::groups;
use crate::catalog::{Choice, Spelling, Variant};

impl Builder {
    /// Which of the alternative spellings a variant gets, in the manifest's order.
    ///
    /// # Errors
    /// An error in a fragment or in the composed script.
    pub fn decisions(&self, variant: &Variant) -> Result<Vec<Decision>, BuildError> {
        let mut decisions = self.decided(variant)?;
        let stored = self.stored(variant)?.into_iter().flatten();
        for (decision, spelling) in decisions.iter_mut().zip(stored) {
            if decision.spelling != spelling.name {
                decision.spelling.clone_from(&spelling.name);
                // They have the sizes of pages that are not packed.
                decision.tried.clear();
            }
        }
        Ok(decisions)
    }

    /// The decisions by the sizes of pages that are not packed.
    fn decided(&self, variant: &Variant) -> Result<Vec<Decision>, BuildError> {
        let options = self.options(variant)?;
        decision::decide(
            &self.manifest().choices,
            &variant.flags,
            |spellings| Ok(self.templates.render(variant, spellings)?),
            |spellings, script| match self.drafts.of(script, &options) {
                Ok(draft) => Ok(draft.size(&options)),
                Err(error) => Err(self.script_error(variant, spellings, error)),
            },
        )
    }

    /// The spellings that make a variant's page shortest, here or in the fragments that choose.
    pub(super) fn spellings(&self, variant: &Variant) -> Result<Vec<&Spelling>, BuildError> {
        let decisions = self.chooser.as_deref().unwrap_or(self).decisions(variant)?;
        Ok(self.named(&decisions))
    }

    fn named(&self, decisions: &[Decision]) -> Vec<&Spelling> {
        let pairs = self.manifest().choices.iter().zip(decisions);
        let spellings = pairs.filter_map(|(choice, decision)| spelling(choice, &decision.spelling));
        spellings.collect()
    }

    /// The spellings of the newest stored solution of a packed page that is one of its script; `None` if
    /// these are those with which the page without packing is shortest.
    fn stored(&self, variant: &Variant) -> Result<Option<Vec<&Spelling>>, BuildError> {
        if !self.manifest().packs(&variant.flags) {
            return Ok(None);
        }
        let solutions = self.packer.solutions.of_page(&variant.name).iter();
        for solution in solutions.filter(|one| !one.spellings.is_empty()) {
            if let Some(spellings) = self.allowed(variant, &solution.spellings)
                && self.is_known(variant, &spellings, solution)?
            {
                return Ok(Some(spellings));
            }
        }
        Ok(None)
    }

    /// The spellings with some names, if the variant may have all of them.
    fn allowed(
        &self,
        variant: &Variant,
        names: &BTreeMap<String, String>,
    ) -> Option<Vec<&Spelling>> {
        let choices = self.manifest().choices.iter();
        let allowed = choices.map(|choice| {
            let spelling = spelling(choice, names.get(&choice.name)?)?;
            let allowed = choice.allowed(&variant.flags).into_iter();
            let mut allowed = allowed.map(|place| &choice.spellings[place]);
            allowed
                .any(|one| one.name == spelling.name)
                .then_some(spelling)
        });
        allowed.collect()
    }

    /// The names of spellings by those of their choices; empty if the page without packing is shortest with
    /// these spellings.
    pub(super) fn names(
        &self,
        variant: &Variant,
        spellings: &[&Spelling],
    ) -> Result<BTreeMap<String, String>, BuildError> {
        if spellings == self.named(&self.decided(variant)?) {
            return Ok(BTreeMap::new());
        }
        let pairs = self.manifest().choices.iter().zip(spellings);
        let names = pairs.map(|(choice, spelling)| (choice.name.clone(), spelling.name.clone()));
        Ok(names.collect())
    }

    /// The spellings with which the page without packing is shortest, and the present ones with one choice
    /// or one group of choices changed, if the page is not much longer with them.
    pub(super) fn alternatives<'b>(
        &'b self,
        variant: &Variant,
        present: &[&'b Spelling],
    ) -> Result<Vec<Vec<&'b Spelling>>, BuildError> {
        let decisions = self.decided(variant)?;
        let choices = &self.manifest().choices;
        let mut all = vec![self.named(&decisions)];
        for group in groups(choices) {
            let tried = &decisions[group[0]].tried;
            let shortest = tried.iter().map(|trial| trial.bytes).min();
            for (number, trial) in tried.iter().enumerate() {
                if trial.bytes > shortest.unwrap_or_default() + LONGER {
                    continue;
                }
                let mut spellings = present.to_vec();
                for &at in &group {
                    let name = &decisions[at].tried[number].spelling;
                    spellings[at] = spelling(&choices[at], name).unwrap_or(spellings[at]);
                }
                all.push(spellings);
            }
        }
        Ok(all)
    }
}

fn spelling<'c>(choice: &'c Choice, name: &str) -> Option<&'c Spelling> {
    choice.spellings.iter().find(|one| one.name == name)
}
