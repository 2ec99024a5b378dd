//! Source maps (version 3, ECMA-426).

use oxc_sourcemap::SourceMapBuilder;

use super::trace::TracedToken;

/// Where a token comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Origin<'o> {
    /// The file.
    pub file: &'o str,
    /// Its text.
    pub text: &'o str,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

/// The source map of a file for the tokens of a page. `script` is the script that the page was made of, and
/// `origin` says where an offset in it comes from. Positions of tokens are relative to the first one.
pub fn source_map<'o>(
    file: &str,
    script: &str,
    page: &str,
    tokens: &[TracedToken],
    origin: &dyn Fn(usize) -> Option<Origin<'o>>,
) -> String {
    let mut map = SourceMapBuilder::default();
    map.set_file(file);
    // The script of a page is ASCII, so a column is a byte.
    let mut at = tokens.first().map_or(0, |token| token.start);
    let (mut line, mut column) = (0, 0);
    for token in tokens {
        for byte in page[at..token.start].bytes() {
            (line, column) = match byte {
                b'\n' => (line + 1, 0),
                _ => (line, column + 1),
            };
        }
        at = token.start;
        let (Some(source), Some(place)) = (token.source, token.source.and_then(origin)) else {
            continue;
        };
        let original = identifier(&script[source..]);
        let short = identifier(&page[token.start..token.end]);
        let name = original.filter(|name| short.is_some_and(|short| short != *name));
        let source = map.add_source_and_content(place.file, place.text);
        let name = name.map(|name| map.add_name(name));
        let from = (place.line as u32 - 1, place.utf16_column());
        map.add_token(line, column, from.0, from.1, Some(source), name);
    }
    map.into_sourcemap().to_json_string() + "\n"
}

/// The identifier at the start of a text.
pub fn identifier(text: &str) -> Option<&str> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let end = text.find(|c| !is_part(c)).unwrap_or(text.len());
    let word = &text[..end];
    (!word.is_empty() && !word.starts_with(|c: char| c.is_ascii_digit())).then_some(word)
}

impl Origin<'_> {
    /// The column from 0, in UTF-16 code units.
    fn utf16_column(&self) -> u32 {
        let line = self.text.lines().nth(self.line - 1).unwrap_or_default();
        let before = line.chars().take(self.column - 1);
        before.map(char::len_utf16).sum::<usize>() as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_utf16_code_units() {
        let origin = Origin {
            file: "a.js",
            text: "x\n\u{1F600}ü = 1",
            line: 2,
            column: 4,
        };
        assert_eq!(origin.utf16_column(), 4);
    }
}
