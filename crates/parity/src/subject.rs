//! A page under test.

/// A page with the reference that it must agree with.
#[derive(Clone, Debug)]
pub struct Subject<R> {
    /// The name of the page's variant.
    pub name: String,
    /// Its position in the catalog. Suites use it to spread long lists of games over the pages.
    pub place: usize,
    /// The model of its behaviour.
    pub reference: R,
    /// The page as it is on disk.
    pub page: String,
    /// The readable page that it was built from.
    pub readable: String,
}

#[cfg(test)]
impl<R> Subject<R> {
    /// The only page of a test.
    pub(crate) fn of(reference: R, page: &str, readable: &str) -> Self {
        Self {
            name: "page".to_owned(),
            place: 0,
            reference,
            page: page.to_owned(),
            readable: readable.to_owned(),
        }
    }
}
