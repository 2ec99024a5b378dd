//! The names of files: the build writes a page under the name of its variant.

use std::collections::HashSet;

use super::Manifest;

/// Names that Windows reserves for devices.
const RESERVED: [&str; 4] = ["con", "prn", "aux", "nul"];

/// Checks that `value` is a part of a file name on every system.
pub(super) fn validate_word(key: &str, value: &str) -> Result<(), String> {
    let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    if value.is_empty() {
        return Err(format!("{key} is empty"));
    }
    if value.starts_with('-') || !value.chars().all(allowed) {
        return Err(format!(
            "{key} `{value}` is not a plain file name: it may have the letters A to Z and a to z, \
             digits, `_` and, after the first character, `-`"
        ));
    }
    if RESERVED.contains(&value.to_ascii_lowercase().as_str()) {
        return Err(format!("{key} `{value}` is a device name on Windows"));
    }
    Ok(())
}

/// Returns the first problem of the names of variants.
pub(super) fn validate(manifest: &Manifest) -> Result<(), String> {
    let naming = &manifest.naming;
    validate_word("naming.stem", &naming.stem)?;
    validate_word("naming.bare", &naming.bare)?;
    let mut names = HashSet::new();
    for flags in manifest.legal_sets() {
        let name = naming.name(&flags);
        // Some file systems do not distinguish upper and lower case.
        if !names.insert(name.to_ascii_lowercase()) {
            return Err(format!(
                "the name of variant `{name}` occurs twice: upper and lower case do not count"
            ));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use crate::catalog::Catalog;

    /// A manifest of the flags A and b.
    fn read(stem: &str, bare: &str, second: char) -> Result<Catalog, String> {
        let text = format!(
            "title = 't'
            entry = 'page.js'
            naming = {{ stem = '{stem}', bare = '{bare}', parts = ['A{second}'] }}
            wrapper = [{{ name = 'script', open = '<script>', close = '</script>' }}]
            source = {{ open = '', close = '' }}
            flag = [
              {{ letter = 'A', group = 'g', title = 'a', text = 'a' }},
              {{ letter = '{second}', group = 'g', title = 'b', text = 'b' }},
            ]"
        );
        Catalog::parse(&text, Path::new("catalog.toml")).map_err(|error| error.to_string())
    }

    #[test]
    fn plain_names_are_accepted() {
        for (stem, bare) in [("index", "L1"), ("a-b", "_"), ("0", "plain")] {
            assert_eq!(read(stem, bare, 'b').unwrap().variants().len(), 4);
        }
    }

    #[test]
    fn names_that_leave_the_folder_or_are_empty_are_refused() {
        for name in [
            "",
            "../../x",
            "/x",
            "a/b",
            "a\\b",
            ".",
            "..",
            "a b",
            "-a",
            "gr\u{fc}n",
            "NUL",
        ] {
            let error = read(name, "plain", 'b').unwrap_err();
            assert!(error.contains("catalog.toml: naming.stem"), "{error}");
            let error = read("index", name, 'b').unwrap_err();
            assert!(error.contains("catalog.toml: naming.bare"), "{error}");
        }
    }

    #[test]
    fn flags_that_are_no_letters_are_refused() {
        for letter in ['/', '.', '_', '1', '\u{fc}'] {
            let error = read("index", "plain", letter).unwrap_err();
            assert!(error.contains("is not a letter"), "{error}");
        }
    }

    #[test]
    fn too_many_flags_are_refused() {
        for (last, count) in [('S', 19), ('z', 52)] {
            let letters = ('A'..='Z')
                .chain('a'..='z')
                .filter(|&letter| letter <= last);
            let letters: String = letters.collect();
            let flags = letters.chars().map(|letter| {
                format!("{{ letter = '{letter}', group = 'g', title = 't', text = 't' }},")
            });
            let text = format!(
                "title = 't'
                entry = 'page.js'
                naming = {{ stem = 'p', bare = 'plain', parts = ['{letters}'] }}
                wrapper = [{{ name = 'script', open = '<script>', close = '</script>' }}]
                source = {{ open = '', close = '' }}
                flag = [{}]",
                flags.collect::<String>()
            );
            let error = Catalog::parse(&text, Path::new("catalog.toml")).unwrap_err();
            let error = error.to_string();
            assert!(
                error.ends_with(&format!("{count} flags are more than 18")),
                "{error}"
            );
        }
    }

    #[test]
    fn two_variants_of_one_name_are_refused() {
        for (bare, second) in [("A", 'b'), ("plain", 'a'), ("ab", 'b')] {
            let error = read("index", bare, second).unwrap_err();
            assert!(error.contains("occurs twice"), "{error}");
        }
    }
}
