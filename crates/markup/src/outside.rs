//! Files that a page names.

/// Reads the scripts and style sheets of other files that a page names.
pub struct Outside<'r> {
    read: &'r dyn Fn(&str) -> Option<String>,
}

impl<'r> Outside<'r> {
    /// `read` gives the text of an address, if it can.
    pub fn new(read: &'r dyn Fn(&str) -> Option<String>) -> Self {
        Self { read }
    }

    /// No file can be read.
    pub fn nothing() -> Self {
        Self { read: &|_| None }
    }

    pub(super) fn read(&self, address: &str) -> Option<String> {
        (self.read)(address)
    }
}
