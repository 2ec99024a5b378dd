//! A cache of drafts. A script is needed as a trial, as a page, and again when fragments change that
//! it does not contain.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use golfchess_packers::Made;
use golfchess_script::{Draft, Error, MinifyOptions, Wrapper};

/// A script with its wrappers.
type Key = (Vec<Wrapper>, String);

/// Drafts by their scripts and wrappers, all with the same other options.
#[derive(Debug)]
pub(super) struct Drafts {
    /// The options of the manifest.
    options: MinifyOptions,
    /// Drafts that have been used.
    known: Mutex<HashMap<Key, Arc<Draft>>>,
    /// Drafts that were used before the fragments changed, and not since.
    reusable: HashMap<Key, Arc<Draft>>,
}

impl Drafts {
    pub(super) fn new(options: MinifyOptions) -> Self {
        Self {
            options,
            known: Mutex::default(),
            reusable: HashMap::new(),
        }
    }

    /// The draft of a script, with options that may differ in their wrappers.
    ///
    /// # Errors
    /// An error in the script.
    pub(super) fn of(&self, script: &str, options: &MinifyOptions) -> Result<Arc<Draft>, Error> {
        let key = (options.wrappers.clone(), script.to_owned());
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(draft) = known().get(&key) {
            return Ok(Arc::clone(draft));
        }
        let draft = match self.reusable.get(&key) {
            Some(draft) => Arc::clone(draft),
            None => Arc::new(Draft::of(script, options)?),
        };
        known().insert(key, Arc::clone(&draft));
        Ok(draft)
    }

    /// The finished page of a script.
    ///
    /// # Errors
    /// An error in the script.
    pub(super) fn page(&self, script: &str, options: &MinifyOptions) -> Result<Made, Error> {
        Ok(self.of(script, options)?.finish(options)?.into())
    }

    /// The pages of a script that are as short as the finished one, that one first.
    ///
    /// # Errors
    /// An error in the script.
    pub(super) fn ties(&self, script: &str, options: &MinifyOptions) -> Result<Vec<Made>, Error> {
        let ties = self.of(script, options)?.ties(options)?;
        Ok(ties.into_iter().map(Made::from).collect())
    }

    /// Takes over the used drafts of another cache with the same options; drafts that it got
    /// and did not use are dropped.
    pub(super) fn reuse_from(&mut self, others: &Self) {
        if self.options == others.options {
            let known = others.known.lock().unwrap_or_else(PoisonError::into_inner);
            self.reusable = known.clone();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drafts(keep: &[&str]) -> Drafts {
        Drafts::new(MinifyOptions {
            wrappers: vec![Wrapper {
                name: "script".into(),
                open: "<script>".into(),
                close: "</script>".into(),
                reserved: Vec::new(),
            }],
            keep: keep.iter().map(|name| (*name).to_owned()).collect(),
            ..MinifyOptions::default()
        })
    }

    #[test]
    fn a_draft_is_reused_for_the_same_options_only() {
        let script = "gate(1)";
        let first = drafts(&["gate"]);
        let page = |drafts: &Drafts| drafts.page(script, &drafts.options);
        let expected = &page(&first).expect("a page").page;
        let next = |keep: &[&str]| {
            let mut next = drafts(keep);
            next.reuse_from(&first);
            page(&next)
        };
        assert_eq!(next(&["gate"]).expect("a page").page, *expected);
        // Nothing declares the name.
        assert!(matches!(next(&[]), Err(Error::Script(_))));
    }

    /// The sizes of candidates depend on the HTML around them.
    #[test]
    fn a_draft_is_one_of_its_wrappers() {
        let drafts = drafts(&[]);
        let mut others = drafts.options.clone();
        others.wrappers[0].open = "<p><script>".into();
        let draft = |options: &MinifyOptions| drafts.of("alert(1)", options).expect("a draft");
        let first = draft(&drafts.options);
        assert!(Arc::ptr_eq(&first, &draft(&drafts.options)));
        assert!(!Arc::ptr_eq(&first, &draft(&others)));
    }

    #[test]
    fn an_invalid_script_has_no_draft() {
        assert!(drafts(&[]).of("alert(", &drafts(&[]).options).is_err());
    }
}
