//! The bundled entry of a manifest: a page or a module becomes fragments.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result};
use golfchess::project::Bundled;
use golfchess_markup::ascii_html;
use golfchess_pages::compose::{BUNDLE, BUNDLE_HTML};
use golfchess_pages::text::BYTE_ORDER_MARK;

use super::init::from::{ascii, with_source};
use super::minify::input::{Input, Kind, split};
use super::minify::sources::{Sources, Wanted};
use super::one_file::OneFile;
use crate::output::help;

/// The fragments of an entry. `is_whole` says whether its script is all of the script of the pages.
pub fn bundled(entry: &Path, is_whole: bool) -> Result<Bundled> {
    let input = Input::read(entry).context("`source.entry` in catalog.toml cannot be bundled")?;
    let wanted = Wanted {
        file: entry,
        keep_files: false,
        has_options: false,
        allow: &[],
        inline_limit: None,
        bundler: None,
    };
    let (input, sources) = Sources::of(&wanted, input)?;
    let read = sources.read().iter().cloned();
    let files = read.chain([entry.to_owned()]).collect();
    let mut fragments = BTreeMap::new();
    let script = match input.kind {
        Kind::Script => input.text,
        Kind::TypeScript => {
            let name = entry.display().to_string();
            let untyped = golfchess_script::without_types(&input.text);
            untyped
                .map_err(|error| OneFile::of(&name).failed(&input.text, &error))?
                .script
        }
        Kind::Page => {
            let text = &input.text;
            let html = ascii_html(text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text));
            let (wrapper, script) = split(entry, &html)?;
            ascii(entry, &wrapper)?;
            let html = with_source(&wrapper, BUNDLE).ok_or_else(|| {
                help::error(
                    format!(
                        "the script of {} is no script element without attributes",
                        entry.display()
                    ),
                    "write the script as `<script>`, or name its module in `source.entry`",
                )
            })?;
            fragments.insert(BUNDLE_HTML.to_owned(), html);
            script
        }
    };
    let script = format!("{}\n", script.trim());
    let script = match is_whole {
        true => script,
        false => in_function(script),
    };
    fragments.insert(BUNDLE.to_owned(), script);
    Ok(Bundled { fragments, files })
}

/// A strict script in a function, where it stays strict behind other code.
fn in_function(script: String) -> String {
    match golfchess_script::is_strict(&script) {
        true => format!("(() => {{\n{script}}})();\n"),
        false => script,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strict_script_stays_strict() {
        let strict = "\"use strict\";\na();\n";
        let inside = format!("(() => {{\n{strict}}})();\n");
        assert_eq!(in_function(strict.to_owned()), inside);
        assert_eq!(in_function("a()\n".to_owned()), "a()\n");
    }
}
