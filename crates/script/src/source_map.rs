//! Source maps (version 3, ECMA-426).

use super::positions::{Origins, Part, Place, source_number};
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
    let first = tokens.first().map_or(0, |token| token.start);
    let mut origins = Origins::default();
    for token in tokens {
        let (Some(source), Some(place)) = (token.source, token.source.and_then(origin)) else {
            continue;
        };
        let original = identifier(&script[source..]);
        let short = identifier(&page[token.start..token.end]);
        let name = original.filter(|name| short.is_some_and(|short| short != *name));
        let source = source_number(&mut origins.sources, place.file, place.text);
        origins.parts.push(Part {
            start: token.start - first,
            place: Some(Place {
                source,
                offset: place.offset(),
            }),
            name: name.map(str::to_owned),
        });
    }
    origins.written(file, &page[first..])
}

/// The identifier at the start of a text.
pub fn identifier(text: &str) -> Option<&str> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let end = text.find(|c| !is_part(c)).unwrap_or(text.len());
    let word = &text[..end];
    (!word.is_empty() && !word.starts_with(|c: char| c.is_ascii_digit())).then_some(word)
}

impl Origin<'_> {
    /// The byte offset in the text.
    fn offset(&self) -> usize {
        let before = self.text.split_inclusive('\n').take(self.line - 1);
        let start = before.map(str::len).sum();
        let mut line = self.text[start..].char_indices();
        start + line.nth(self.column - 1).map_or(0, |(at, _)| at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters() {
        let origin = Origin {
            file: "a.js",
            text: "x\n\u{1F600}ü = 1",
            line: 2,
            column: 3,
        };
        assert_eq!(&origin.text[origin.offset()..], " = 1");
    }
}
