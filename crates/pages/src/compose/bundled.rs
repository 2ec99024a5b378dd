//! The fragments of an entry that others have bundled.

use std::collections::BTreeMap;
use std::path::Path;

use super::error::ComposeError;

/// The fragment that is the script of a bundled entry.
pub const BUNDLE: &str = "bundle.js";

/// The fragment that is the HTML of a bundled page, with an element `<script src="bundle.js">`.
pub const BUNDLE_HTML: &str = "bundle.html";

/// The first line of a text that has the syntax of a template.
pub fn template_line(text: &str) -> Option<&str> {
    let mut lines = text.lines();
    lines.find(|line| {
        line.trim_start().starts_with("//%")
            || ["/*%", "/*=", "/*#"].iter().any(|mark| line.contains(mark))
    })
}

/// Adds the fragments of the entry to those of files.
pub(super) fn add(
    fragments: &mut BTreeMap<String, String>,
    folder: &Path,
    entry: &str,
    bundled: BTreeMap<String, String>,
) -> Result<(), ComposeError> {
    let failed = |reason: String| ComposeError::Bundled {
        path: folder.join(entry).display().to_string(),
        reason,
    };
    if !bundled.contains_key(BUNDLE) {
        return Err(failed(
            "nothing has bundled it, and `source.entry` in the manifest names it".to_owned(),
        ));
    }
    for (name, text) in bundled {
        if let Some(line) = template_line(&text) {
            return Err(failed(format!(
                "its bundle has the syntax of a template: {}; write `//%`, `/*%`, `/*=` and `/*#` in another way, such as \
                 `/\\*%` in a string",
                line.trim()
            )));
        }
        if fragments.contains_key(&name) {
            return Err(failed(format!(
                "its bundle is the fragment {name}, and there is a file of this name; rename the file"
            )));
        }
        fragments.insert(name, text);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn added(own: &str, bundled: &[(&str, &str)]) -> Result<BTreeMap<String, String>, String> {
        let owned = |&(name, text): &(&str, &str)| (name.to_owned(), text.to_owned());
        let mut fragments = BTreeMap::from([owned(&(own, "own"))]);
        let bundled = bundled.iter().map(owned).collect();
        add(&mut fragments, Path::new("t"), "../a.ts", bundled)
            .map(|()| fragments)
            .map_err(|error| error.to_string())
    }

    #[test]
    fn a_bundle_is_a_fragment_beside_those_of_files() {
        let all = added("page.js", &[(BUNDLE, "alert(1)")]).expect("fragments");
        assert_eq!(all[BUNDLE], "alert(1)");
        assert_eq!(all["page.js"], "own");
    }

    #[test]
    fn a_bundle_that_cannot_be_a_fragment_is_refused() {
        for (own, bundled, said) in [
            ("page.js", &[][..], "t/../a.ts: nothing has bundled it"),
            (BUNDLE, &[(BUNDLE, "a")], "there is a file of this name"),
            (
                "page.js",
                &[(BUNDLE, "a\n  //% if L")],
                "template: //% if L;",
            ),
            (
                "page.js",
                &[(BUNDLE, "b='/*= a =*/'")],
                "template: b='/*= a",
            ),
        ] {
            let error = added(own, bundled).expect_err("an error");
            assert!(error.contains(said), "{error}");
        }
    }
}
