//! The names that a browser gives to every page.

use std::collections::HashSet;
use std::sync::LazyLock;

static KNOWN: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    include_str!("globals.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .chain(["arguments"])
        .collect()
});

/// Whether `name` means something in a page before any script has run.
pub(crate) fn is_known(name: &str) -> bool {
    KNOWN.contains(name)
}

#[cfg(test)]
mod tests {
    use super::is_known;

    #[test]
    fn the_list_tells_browser_names_from_ours() {
        for name in ["prompt", "alert", "Date", "parseInt", "history", "top"] {
            assert!(is_known(name), "{name}");
        }
        for name in ["board", "turn", "# Properties", "a"] {
            assert!(!is_known(name), "{name}");
        }
    }
}
