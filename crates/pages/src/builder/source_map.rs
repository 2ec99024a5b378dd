//! Source maps (version 3, ECMA-426): from the script of a page through the composed script to the
//! fragments.

use oxc_sourcemap::SourceMapBuilder;

use super::{BuildError, Builder};
use crate::catalog::Variant;
use crate::compose::{Composed, Position};
use crate::minify::{self, Minified, TracedToken};

/// A page for debugging.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MappedPage {
    /// The page. A comment at the end of its script names the map's file: the name of the page's
    /// file, and `.map`.
    pub page: String,
    /// The contents of that file. Positions in it are relative to the start of the script, as the
    /// developer tools of browsers expect it of scripts within a page.
    pub map: String,
}

impl Builder {
    /// The shortest page of a variant with a source map, for a file with this name. It is not packed.
    ///
    /// # Errors
    /// An error in a fragment or in the composed script, or no wrapper that can hold the comment
    /// with the map's name.
    pub fn build_with_source_map(
        &self,
        variant: &Variant,
        file: &str,
    ) -> Result<MappedPage, BuildError> {
        let spellings = self.spellings(variant)?;
        let script = self.templates.compose(variant, &spellings)?;
        let built = self.minified(variant, &spellings, &script.text)?;
        let options = self.options(variant)?;
        let script_error = |error| self.script_error(variant, &spellings, error);
        let tokens = minify::trace(&script.text, &built, &options)
            .map_err(|error| script_error(error.into()))?;
        let range = built.script_range(&options.wrappers).unwrap_or_default();
        let short = &built.page[range];
        let wrapper = options
            .wrappers
            .iter()
            .find(|wrapper| wrapper.name == built.wrapper);
        let page = wrapper
            .and_then(|wrapper| {
                wrapper.wrap(&format!("{short}\n//# sourceMappingURL={file}.map\n"))
            })
            .ok_or_else(|| script_error(minify::Error::Unwrappable(Vec::new())))?;
        Ok(MappedPage {
            page,
            map: self.map(file, &script, &built, &tokens),
        })
    }

    fn map(
        &self,
        file: &str,
        script: &Composed,
        built: &Minified,
        tokens: &[TracedToken],
    ) -> String {
        let fragments = self.templates.fragments();
        let mut map = SourceMapBuilder::default();
        map.set_file(file);
        // The script of a page is ASCII, so a column is a byte.
        let mut at = tokens.first().map_or(0, |token| token.start);
        let (mut line, mut column) = (0, 0);
        for token in tokens {
            for byte in built.page[at..token.start].bytes() {
                (line, column) = match byte {
                    b'\n' => (line + 1, 0),
                    _ => (line, column + 1),
                };
            }
            at = token.start;
            let position = token.source.and_then(|source| script.position(source));
            let (Some(source), Some(position)) = (token.source, position) else {
                continue;
            };
            let Some((fragment, text)) = fragments.get_key_value(&position.fragment) else {
                continue;
            };
            let original = identifier(&script.text[source..]);
            let short = identifier(&built.page[token.start..token.end]);
            let name = original.filter(|name| short.is_some_and(|short| short != *name));
            let source = map.add_source_and_content(fragment, text);
            let name = name.map(|name| map.add_name(name));
            let from = (position.line as u32 - 1, utf16_column(text, &position));
            map.add_token(line, column, from.0, from.1, Some(source), name);
        }
        map.into_sourcemap().to_json_string() + "\n"
    }
}

/// The identifier at the start of a text.
fn identifier(text: &str) -> Option<&str> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let end = text.find(|c| !is_part(c)).unwrap_or(text.len());
    let word = &text[..end];
    (!word.is_empty() && !word.starts_with(|c: char| c.is_ascii_digit())).then_some(word)
}

/// The column of a position from 0, in UTF-16 code units.
fn utf16_column(text: &str, position: &Position) -> u32 {
    let line = text.lines().nth(position.line - 1).unwrap_or_default();
    let before = line.chars().take(position.column - 1);
    before.map(char::len_utf16).sum::<usize>() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_utf16_code_units() {
        let position = Position {
            fragment: "a.js".into(),
            line: 2,
            column: 4,
        };
        assert_eq!(utf16_column("x\n\u{1F600}ü = 1", &position), 4);
    }
}
