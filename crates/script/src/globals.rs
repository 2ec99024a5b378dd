//! The global names of browsers.

use std::collections::HashSet;
use std::sync::LazyLock;

static KNOWN: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    let globals = listed(include_str!("globals.txt"));
    globals.chain(["arguments"]).collect()
});

/// The names of a list with comments.
pub(super) fn listed(list: &'static str) -> impl Iterator<Item = &'static str> {
    list.lines().filter(|line| !line.starts_with('#'))
}

/// Whether browsers define `name` in every page.
pub fn is_known(name: &str) -> bool {
    KNOWN.contains(name)
}

#[cfg(test)]
mod tests {
    use super::is_known;

    #[test]
    fn the_list_has_browser_names_and_no_others() {
        for name in ["prompt", "alert", "Date", "parseInt", "history", "top"] {
            assert!(is_known(name), "{name}");
        }
        for name in ["board", "turn", "# Properties", "a"] {
            assert!(!is_known(name), "{name}");
        }
    }
}
