//! The properties of the language and of browsers.

use std::collections::HashSet;
use std::sync::LazyLock;

use crate::globals;

static KNOWN: LazyLock<HashSet<&str>> =
    LazyLock::new(|| globals::listed(include_str!("../properties.txt")).collect());

/// Whether an object of the language or of a browser may have a property of this name, or a browser may look for it in
/// an object of the script.
pub(super) fn is_known(name: &str) -> bool {
    KNOWN.contains(name) || globals::is_known(name)
}

#[cfg(test)]
mod tests {
    use super::is_known;

    #[test]
    fn the_list_has_members_of_objects_dictionaries_and_classes_of_browsers() {
        for name in [
            "innerHTML",
            "webkitTransform",
            "passive",
            "minimumFractionDigits",
            "handleEvent",
            "then",
            "toJSON",
            "observedAttributes",
            "externalTexture",
            "stack",
        ] {
            assert!(is_known(name), "{name}");
        }
        for name in ["enemies", "gameBoard", "# Names", "boardSize"] {
            assert!(!is_known(name), "{name}");
        }
    }
}
