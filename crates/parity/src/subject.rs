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
