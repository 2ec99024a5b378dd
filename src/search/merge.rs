//! Joins the savings of the parts of a search.

use std::sync::atomic::AtomicBool;

use golfchess_parity::Shard;
use golfchess_sizes::edit::Edit;

use super::{Base, Origin, Saving, Search, SearchError};

impl Search<'_> {
    /// Adopts those of some edits of the same script that still save when others are made.
    ///
    /// # Errors
    /// The judge rejects the page as it is, or cannot run.
    pub fn merge(&mut self, found: &[Edit], stop: &AtomicBool) -> Result<Vec<Saving>, SearchError> {
        self.check_first_page(stop)?;
        self.state.shard = Shard::WHOLE;
        let first = self.base.script.clone();
        let mut all: Option<Edit> = None;
        let mut saved = Vec::new();
        for edit in found {
            let next = match &all {
                Some(all) => all.with(edit),
                None => Some(edit.clone()),
            };
            let Some(next) = next else { continue };
            let script = next.apply(&first);
            let Some(smaller) = self.base.smaller(&script, self.options) else {
                continue;
            };
            let page = self.judged(&smaller.page);
            if self.judge.fault(&page, stop)?.is_some() || self.judge.verify(&page, stop)?.is_some()
            {
                continue;
            }
            let base = Base::new(script, self.options, &self.state.kinds)?;
            if base.is_worse_than(&self.base, self.options) {
                continue;
            }
            saved.push(Saving {
                edit: edit.clone(),
                script: first.clone(),
                origins: Origin::of_edit(&self.state.savings, edit),
                before: self.base.size,
                after: base.size,
            });
            self.base = base;
            all = Some(next);
        }
        self.state.savings.extend(all);
        self.state.next = 0;
        Ok(saved)
    }
}
