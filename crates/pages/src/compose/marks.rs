//! Marks in template sources: characters that come through rendering and say where the text after
//! them is from.

use std::sync::Arc;

use minijinja::machinery::{Span, Token, tokenize};
use minijinja::syntax::SyntaxConfig;

/// The template function that marks the value of an expression.
pub(super) const MARK_VALUE: &str = "__mark_value";

/// Marks are written with 4096 characters of a private use plane, as digits.
const FIRST_DIGIT: u32 = 0xF0000;
const BITS: u32 = 12;
/// The digits of a mark.
const DIGITS: u32 = 3;

/// A place in a fragment that a mark stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) fragment: Arc<str>,
    /// Byte offset in the fragment.
    pub(super) offset: usize,
    /// The text after the mark is the fragment's own, character for character; otherwise it is the
    /// value of an expression.
    pub(super) verbatim: bool,
}

/// A stretch of rendered text that begins with a mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Segment {
    /// Byte offset in the text without marks.
    pub(super) start: usize,
    /// Index of its place.
    pub(super) place: usize,
}

/// Whether marks are written with this character.
pub(super) fn is_digit(character: char) -> bool {
    (FIRST_DIGIT..FIRST_DIGIT + (1 << BITS)).contains(&u32::from(character))
}

/// The mark of a place.
fn mark(place: usize) -> String {
    (0..DIGITS)
        .rev()
        .filter_map(|digit| {
            let value = (place >> (digit * BITS)) & ((1 << BITS) - 1);
            char::from_u32(FIRST_DIGIT + u32::try_from(value).ok()?)
        })
        .collect()
}

/// The source of a fragment with marks before the first visible character of every line of its
/// text, and around the value of every expression. White space gets no marks, so that whitespace
/// control and filters such as `trim` work as they do without marks.
///
/// `None` when the source is no template.
pub(super) fn marked(
    fragment: &str,
    source: &str,
    syntax: SyntaxConfig,
    places: &mut Vec<Place>,
) -> Option<String> {
    let fragment: Arc<str> = fragment.into();
    let mut place = |offset, verbatim| {
        places.push(Place {
            fragment: Arc::clone(&fragment),
            offset,
            verbatim,
        });
        places.len() - 1
    };
    let mut out = String::with_capacity(source.len() * 2);
    let mut from = 0;
    for token in tokenize(source, false, syntax) {
        let (token, span) = token.ok()?;
        let Span {
            start_offset,
            end_offset,
            ..
        } = span;
        let (start, end) = (start_offset as usize, end_offset as usize);
        match token {
            Token::TemplateData(_) => {
                out.push_str(source.get(from..start)?);
                let mut at = start;
                for line in source.get(start..end)?.split_inclusive('\n') {
                    let indent = line.len() - line.trim_start().len();
                    out.push_str(&line[..indent]);
                    if indent < line.len() {
                        out.push_str(&mark(place(at + indent, true)));
                        out.push_str(&line[indent..]);
                    }
                    at += line.len();
                }
                from = end;
            }
            Token::VariableStart => {
                out.push_str(source.get(from..end)?);
                out.push_str(&format!(" {MARK_VALUE}({}, (", place(start, false)));
                from = end;
            }
            Token::VariableEnd => {
                out.push_str(source.get(from..start)?);
                out.push_str(")) ");
                from = start;
            }
            _ => {}
        }
    }
    Some(out + source.get(from..)?)
}

/// The value of an expression with the mark of its place; a value that has marks keeps them.
pub(super) fn marked_value(place: usize, value: String) -> String {
    if value.trim().is_empty() || value.contains(is_digit) {
        return value;
    }
    let indent = value.len() - value.trim_start().len();
    format!("{}{}{}", &value[..indent], mark(place), &value[indent..])
}

/// The text without its marks, and the segments that they begin.
pub(super) fn unmarked(text: &str) -> (String, Vec<Segment>) {
    let mut out = String::with_capacity(text.len());
    let mut segments = Vec::new();
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        if !is_digit(character) {
            out.push(character);
            continue;
        }
        let digit = |character: char| (u32::from(character) - FIRST_DIGIT) as usize;
        let mut place = digit(character);
        for _ in 1..DIGITS {
            // A filter may have cut the mark.
            let next = characters.next().filter(|&next| is_digit(next));
            place = (place << BITS) | next.map_or(0, digit);
        }
        segments.push(Segment {
            start: out.len(),
            place,
        });
    }
    (out, segments)
}
