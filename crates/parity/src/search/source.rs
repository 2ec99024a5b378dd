//! Scripts that a search can change, and the pages that they make.

use std::collections::HashSet;
use std::error::Error;
use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Lists edits of a script and builds pages. The search decides which edits to keep.
pub trait ScriptSource: Sync {
    /// A change of a script. It is part of the saved state of a search.
    type Edit: Clone + Debug + Send + Sync + Serialize + DeserializeOwned;
    /// Why a script cannot be used.
    type Error: Error + Send + Sync + 'static;

    /// The script in the form that edits apply to, such as without comments.
    ///
    /// # Errors
    /// The text is not a script.
    fn prepare(&self, source: &str) -> Result<String, Self::Error>;

    /// All single edits to try, in a fixed order.
    ///
    /// # Errors
    /// The text is not a script.
    fn edits(&self, script: &str) -> Result<Vec<Self::Edit>, Self::Error>;

    /// Both edits in one; `None` if they overlap.
    fn combine(&self, first: &Self::Edit, second: &Self::Edit) -> Option<Self::Edit>;

    /// The script after an edit.
    fn apply(&self, edit: &Self::Edit, script: &str) -> String;

    /// Estimates the size of a script quickly, with each name of `names` counted as one byte.
    /// Also returns the script in a normal form. `None` if the text is not a script.
    fn estimate(&self, script: &str, names: &HashSet<String>) -> Option<(usize, String)>;

    /// The smallest page of a script.
    ///
    /// # Errors
    /// The text is not a script, or no page can hold it.
    fn build(&self, script: &str) -> Result<BuiltScript, Self::Error>;

    /// The smallest page of a script if it has at most `limit` bytes.
    fn build_within(&self, script: &str, limit: usize) -> Option<BuiltScript>;
}

/// A page and its sizes.
#[derive(Clone, Debug)]
pub struct BuiltScript {
    /// The page.
    pub page: String,
    /// Its compressed size in bytes.
    pub compressed: usize,
    /// The names in the script that get short names in the page.
    pub names: HashSet<String>,
}
