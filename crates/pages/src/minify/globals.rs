//! The global names of browsers.

use std::collections::HashSet;
use std::sync::LazyLock;

static KNOWN: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    include_str!("globals.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .chain(["arguments"])
        .collect()
});

/// Whether browsers define `name` in every page.
pub(crate) fn is_known(name: &str) -> bool {
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
