//! Source maps (version 3, ECMA-426): from the script of a page through the composed script to the
//! fragments.

use serde::Serialize;

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

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SourceMap<'m> {
    version: u8,
    file: String,
    sources: Vec<&'m str>,
    sources_content: Vec<&'m str>,
    names: Vec<&'m str>,
    mappings: String,
}

impl Builder {
    /// The shortest page of a variant with a source map.
    ///
    /// # Errors
    /// An error in a fragment or in the composed script, or no wrapper that can hold the comment
    /// with the map's name.
    pub fn build_with_source_map(&self, variant: &Variant) -> Result<MappedPage, BuildError> {
        let spellings = self.spellings(variant)?;
        let script = self.templates.compose(variant, &spellings)?;
        let built = self.page(variant, &spellings, &script.text)?;
        let options = self.manifest().minify_options();
        let script_error = |error| self.script_error(variant, &spellings, error);
        let tokens = minify::trace(&script.text, &built, &options)
            .map_err(|error| script_error(error.into()))?;
        let file = variant.file_name();
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
        file: String,
        script: &Composed,
        built: &Minified,
        tokens: &[TracedToken],
    ) -> String {
        let fragments = self.templates.fragments();
        let start = tokens.first().map_or(0, |token| token.start);
        let mut lines = Lines::default();
        let mut sources: Vec<&str> = Vec::new();
        let mut names: Vec<&str> = Vec::new();
        for token in tokens {
            let Some(source) = token.source else { continue };
            let Some(position) = script.position(source) else {
                continue;
            };
            let Some((fragment, text)) = fragments.get_key_value(&position.fragment) else {
                continue;
            };
            let original = identifier(&script.text[source..]);
            let short = identifier(&built.page[token.start..token.end]);
            let name = original.filter(|name| short.is_some_and(|short| short != *name));
            let column = utf16_column(text, &position);
            lines.add(&built.page[start..token.start], |previous| {
                let mut fields = vec![
                    index(&mut sources, fragment) - previous.source,
                    position.line as i64 - 1 - previous.line,
                    column - previous.column,
                ];
                previous.source += fields[0];
                previous.line += fields[1];
                previous.column += fields[2];
                if let Some(name) = name {
                    fields.push(index(&mut names, name) - previous.name);
                    previous.name += fields[3];
                }
                fields
            });
        }
        let contents = sources.iter().map(|source| fragments[*source].as_str());
        let map = SourceMap {
            version: 3,
            file,
            sources_content: contents.collect(),
            sources,
            names,
            mappings: lines.mappings,
        };
        serde_json::to_string(&map).expect("a map is plain data") + "\n"
    }
}

/// The fields of the mapping before; each field is written as the difference to it.
#[derive(Default)]
struct Previous {
    source: i64,
    line: i64,
    column: i64,
    name: i64,
}

/// The mappings in the order of the script.
#[derive(Default)]
struct Lines {
    mappings: String,
    previous: Previous,
    /// Line and column of the last mapping in the script.
    line: usize,
    column: usize,
}

impl Lines {
    /// Adds a mapping after the text `before` it in the script, which is ASCII.
    fn add(&mut self, before: &str, fields: impl FnOnce(&mut Previous) -> Vec<i64>) {
        let line = before.matches('\n').count();
        let column = before.len() - before.rfind('\n').map_or(0, |at| at + 1);
        if line > self.line {
            self.mappings.push_str(&";".repeat(line - self.line));
            (self.line, self.column) = (line, 0);
        } else if !self.mappings.is_empty() {
            self.mappings.push(',');
        }
        vlq(column as i64 - self.column as i64, &mut self.mappings);
        self.column = column;
        for field in fields(&mut self.previous) {
            vlq(field, &mut self.mappings);
        }
    }
}

/// Appends a number in base 64, five bits a digit, the sign in the lowest bit.
fn vlq(number: i64, out: &mut String) {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut rest = number.unsigned_abs() << 1 | u64::from(number < 0);
    loop {
        let digit = (rest & 31) as usize;
        rest >>= 5;
        let more = if rest > 0 { 32 } else { 0 };
        out.push(char::from(DIGITS[digit | more]));
        if rest == 0 {
            return;
        }
    }
}

/// The index of a text in a list, which gets it if it is new.
fn index<'t>(list: &mut Vec<&'t str>, text: &'t str) -> i64 {
    let found = list.iter().position(|other| *other == text);
    found.unwrap_or_else(|| {
        list.push(text);
        list.len() - 1
    }) as i64
}

/// The identifier at the start of a text.
fn identifier(text: &str) -> Option<&str> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let end = text.find(|c| !is_part(c)).unwrap_or(text.len());
    let word = &text[..end];
    (!word.is_empty() && !word.starts_with(|c: char| c.is_ascii_digit())).then_some(word)
}

/// The column of a position from 0, in UTF-16 code units.
fn utf16_column(text: &str, position: &Position) -> i64 {
    let line = text.lines().nth(position.line - 1).unwrap_or_default();
    let before = line.chars().take(position.column - 1);
    before.map(char::len_utf16).sum::<usize>() as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_the_standard_says() {
        for (number, expected) in [
            (0, "A"),
            (1, "C"),
            (-1, "D"),
            (15, "e"),
            (16, "gB"),
            (-16, "hB"),
            (511, "+f"),
            (1024, "ggC"),
        ] {
            let mut out = String::new();
            vlq(number, &mut out);
            assert_eq!(out, expected, "{number}");
        }
    }

    #[test]
    fn lines_and_columns_of_the_script_are_counted_from_the_mapping_before() {
        let mut lines = Lines::default();
        for before in ["", "a=", "a=`\n\n", "a=`\n\nbc"] {
            lines.add(before, |_| Vec::new());
        }
        assert_eq!(lines.mappings, "A,E;;A,E");
    }

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
