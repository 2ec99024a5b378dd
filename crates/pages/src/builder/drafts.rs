//! A cache of drafts. A script is needed as a trial, as a page, and again when fragments change that
//! it does not contain.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::minify::{Draft, Error, Minified, MinifyOptions};

/// Drafts by their scripts, all with the same options.
#[derive(Debug)]
pub(super) struct Drafts {
    options: MinifyOptions,
    /// Drafts that have been used.
    known: Mutex<HashMap<String, Arc<Draft>>>,
    /// Drafts that were used before the fragments changed, and not since.
    reusable: HashMap<String, Arc<Draft>>,
}

impl Drafts {
    pub(super) fn new(options: MinifyOptions) -> Self {
        Self {
            options,
            known: Mutex::default(),
            reusable: HashMap::new(),
        }
    }

    pub(super) fn options(&self) -> &MinifyOptions {
        &self.options
    }

    /// The draft of a script.
    ///
    /// # Errors
    /// An error in the script.
    pub(super) fn of(&self, script: &str) -> Result<Arc<Draft>, Error> {
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(draft) = known().get(script) {
            return Ok(Arc::clone(draft));
        }
        let draft = match self.reusable.get(script) {
            Some(draft) => Arc::clone(draft),
            None => Arc::new(Draft::of(script, &self.options)?),
        };
        known().insert(script.to_owned(), Arc::clone(&draft));
        Ok(draft)
    }

    /// The finished page of a script.
    ///
    /// # Errors
    /// An error in the script.
    pub(super) fn page(&self, script: &str) -> Result<Minified, Error> {
        self.of(script)?.finish(&self.options)
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
    use crate::minify::Wrapper;

    fn drafts(open: &str) -> Drafts {
        Drafts::new(MinifyOptions {
            wrappers: vec![Wrapper {
                name: "script".into(),
                open: open.into(),
                close: "</script>".into(),
                reserved: Vec::new(),
            }],
            ..MinifyOptions::default()
        })
    }

    #[test]
    fn used_drafts_are_inherited_once() {
        let of = |drafts: &Drafts, script| drafts.of(script).expect("a draft");
        let next = |before: &Drafts, open| {
            let mut drafts = drafts(open);
            drafts.reuse_from(before);
            drafts
        };
        let first = drafts("<script>");
        let (one, two) = (of(&first, "alert(1)"), of(&first, "alert(2)"));
        assert!(Arc::ptr_eq(&one, &of(&first, "alert(1)")));
        let second = next(&first, "<script>");
        assert!(Arc::ptr_eq(&one, &of(&second, "alert(1)")));
        let third = next(&second, "<script>");
        assert!(Arc::ptr_eq(&one, &of(&third, "alert(1)")));
        // The second cache did not use it.
        assert!(!Arc::ptr_eq(&two, &of(&third, "alert(2)")));
        // Other options make other pages.
        let other = next(&third, "<script >");
        assert!(!Arc::ptr_eq(&one, &of(&other, "alert(1)")));
    }

    #[test]
    fn an_invalid_script_has_no_draft() {
        assert!(drafts("<script>").of("alert(").is_err());
    }
}
