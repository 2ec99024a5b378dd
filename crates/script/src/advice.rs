//! What to write instead.

use std::fmt;

use serde::{Serialize, Serializer};

/// Stands in an advice for the way to keep a name.
pub(crate) const KEEP: &str = "in `keep`";

/// What to write instead. It may be to keep a name: whoever shows the advice knows how that is done.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Advice {
    /// The way to keep a name stands between them.
    parts: Vec<String>,
}

impl Advice {
    /// The advice where a name is kept in this way, such as "in `keep`".
    pub fn with(&self, keep: &str) -> String {
        self.parts.join(keep)
    }
}

impl<T: AsRef<str>> From<T> for Advice {
    fn from(text: T) -> Self {
        let parts = text.as_ref().split(KEEP);
        Self {
            parts: parts.map(str::to_owned).collect(),
        }
    }
}

impl fmt::Display for Advice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.with(KEEP))
    }
}

impl Serialize for Advice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_kept_in_the_way_of_the_caller() {
        let advice = Advice::from(format!("list `a` {KEEP}, or call it `b`"));
        assert_eq!(
            advice.with("with --keep"),
            "list `a` with --keep, or call it `b`"
        );
        assert_eq!(advice.to_string(), "list `a` in `keep`, or call it `b`");
        assert_eq!(Advice::from("write `b`").with("with --keep"), "write `b`");
    }
}
