//! A page under test.

use std::any::Any;
use std::sync::Arc;

use crate::Reference;

/// A page with the reference that it must agree with.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The name of the page's variant.
    pub name: String,
    /// Its position in the catalog. Suites use it to spread long lists of games over the pages.
    pub place: usize,
    /// Another page that must do the same and plays more cases, if there is one.
    pub same_as: Option<String>,
    /// The model of its behaviour.
    pub reference: Arc<dyn Reference>,
    /// The page as it is on disk.
    pub page: String,
    /// The readable page that it was built from.
    pub readable: String,
}

impl Subject {
    /// The reference, if it has this type. Suites of one model get their reference by it; they have no
    /// plans for pages of another model.
    pub fn reference_as<R: Reference>(&self) -> Option<&R> {
        let reference: &dyn Any = self.reference.as_ref();
        reference.downcast_ref()
    }
}

#[cfg(test)]
impl Subject {
    /// The only page of a test.
    pub(crate) fn of(reference: impl Reference, page: &str, readable: &str) -> Self {
        Self {
            name: "page".to_owned(),
            place: 0,
            same_as: None,
            reference: Arc::new(reference),
            page: page.to_owned(),
            readable: readable.to_owned(),
        }
    }
}
