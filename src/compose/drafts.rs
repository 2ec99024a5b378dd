//! Scripts that have been worked on: the same one is asked for as a trial, as a page, and again
//! when fragments have changed that it does not have.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::minify::{Draft, Error, Setting};

/// Drafts by their scripts, all for one setting.
#[derive(Debug, Default)]
pub(super) struct Drafts {
    /// Those that were asked for.
    known: Mutex<HashMap<String, Arc<Draft>>>,
    /// Those that were asked for before the fragments changed, and not yet again.
    inherited: HashMap<String, Arc<Draft>>,
}

impl Drafts {
    /// The draft of a script.
    ///
    /// # Errors
    /// It has none.
    pub(super) fn of(&self, script: &str, setting: &Setting) -> Result<Arc<Draft>, Error> {
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(draft) = known().get(script) {
            return Ok(Arc::clone(draft));
        }
        let draft = match self.inherited.get(script) {
            Some(draft) => Arc::clone(draft),
            None => Arc::new(Draft::of(script, setting)?),
        };
        known().insert(script.to_owned(), Arc::clone(&draft));
        Ok(draft)
    }

    /// Takes over what others know; what they have inherited and not needed is forgotten.
    pub(super) fn inherit(&mut self, others: &Self) {
        let known = others.known.lock().unwrap_or_else(PoisonError::into_inner);
        self.inherited = known.clone();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::minify::Wrapper;

    fn setting() -> Setting {
        Setting {
            wrappers: vec![Wrapper {
                name: "script".into(),
                open: "<script>".into(),
                close: "</script>".into(),
                reserved: Vec::new(),
            }],
            keep: Vec::new(),
        }
    }

    #[test]
    fn what_was_asked_for_is_inherited_once() {
        let of = |drafts: &Drafts, script| drafts.of(script, &setting()).expect("a draft");
        let first = Drafts::default();
        let (one, two) = (of(&first, "alert(1)"), of(&first, "alert(2)"));
        assert!(Arc::ptr_eq(&one, &of(&first, "alert(1)")));
        let mut second = Drafts::default();
        second.inherit(&first);
        assert!(Arc::ptr_eq(&one, &of(&second, "alert(1)")));
        let mut third = Drafts::default();
        third.inherit(&second);
        assert!(Arc::ptr_eq(&one, &of(&third, "alert(1)")));
        // The second had no use for it.
        assert!(!Arc::ptr_eq(&two, &of(&third, "alert(2)")));
    }

    #[test]
    fn a_script_with_a_fault_has_none() {
        assert!(Drafts::default().of("alert(", &setting()).is_err());
    }
}
