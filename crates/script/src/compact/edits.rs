//! The deletions that may leave the syntax tree as it is. The rules only leave out deletions that never succeed:
//! each try costs a parse.

use std::collections::HashSet;

use crate::script::{self, Tree};

/// A set of byte positions of ASCII characters to replace, by nothing or by a space.
#[derive(Debug, Clone)]
pub struct Edit(pub Vec<(usize, &'static str)>);

/// Which bytes of the text are code, as opposed to the inside of a literal.
pub fn code_mask(text: &str) -> Vec<bool> {
    let mut mask = vec![true; text.len()];
    let spans = Tree::look(text, |found| script::literal_spans(found.program));
    for span in spans.unwrap_or_default() {
        mask[span.start as usize..span.end as usize].fill(false);
    }
    mask
}

/// A character of a word. A gap between two of them is always needed.
pub fn is_word(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_' || character == '$'
}

pub fn ends_in_word(text: &str) -> bool {
    text.ends_with(is_word)
}

/// Separators that may be superfluous: never a comma between two elements.
pub fn separator_edits(text: &str) -> Vec<Edit> {
    let mask = code_mask(text);
    let heads = loop_heads(text, &mask);
    let may_go = |at: usize, byte: u8| {
        let (before, after) = (&text[..at], &text[at + 1..]);
        match byte {
            b' ' | b'\n' => !(ends_in_word(before) && after.starts_with(is_word)),
            b',' => after.trim_start().starts_with([')', ']', '}']),
            b';' => !is_needed(before, after) || heads.contains(&(at.wrapping_sub(1))),
            _ => false,
        }
    };
    text.bytes()
        .enumerate()
        .filter(|&(at, byte)| mask[at] && byte.is_ascii() && may_go(at, byte))
        .map(|(at, _)| Edit(vec![(at, "")]))
        .collect()
}

/// Whether a semicolon is between two expressions of the head of a loop, or between an expression and
/// another statement, so that it cannot go.
fn is_needed(before: &str, after: &str) -> bool {
    const ENDS: [&str; 7] = ["'", "\"", "`", "]", ")", "++", "--"];
    let is_end = ends_in_word(before) || ENDS.iter().any(|end| before.ends_with(end));
    let is_start = |c: char| !c.is_whitespace() && !['}', ';'].contains(&c);
    before.ends_with('(') || after.starts_with(')') || is_end && after.starts_with(is_start)
}

/// Where the heads of `while` end. The semicolon after the head of a `do` statement may go.
fn loop_heads(text: &str, mask: &[bool]) -> HashSet<usize> {
    let (mut open, mut heads) = (Vec::new(), HashSet::new());
    for (at, byte) in text.bytes().enumerate().filter(|&(at, _)| mask[at]) {
        match byte {
            b'(' => open.push(text[..at].ends_with("while")),
            b')' if open.pop() == Some(true) => {
                heads.insert(at);
            }
            _ => {}
        }
    }
    heads
}

/// Words before a parenthesis that only groups; after any other word it belongs to a call, to
/// parameters or to the head of a statement.
const BEFORE_OPERANDS: [&str; 16] = [
    "await",
    "case",
    "default",
    "delete",
    "do",
    "else",
    "extends",
    "in",
    "instanceof",
    "new",
    "of",
    "return",
    "throw",
    "typeof",
    "void",
    "yield",
];

/// Whether the parenthesis that opens here is needed, whatever is in it.
fn belongs_to_word(text: &str, open: usize) -> bool {
    let before = &text[..open];
    let word = before.rsplit(|character| !is_word(character)).next();
    let word = word.unwrap_or_default();
    before.ends_with([']', '`']) || !word.is_empty() && !BEFORE_OPERANDS.contains(&word)
}

/// For every matching pair: delete both; and where that may join two words
/// or signs, replace one of them by a space.
pub fn parenthesis_edits(text: &str) -> Vec<Edit> {
    let mask = code_mask(text);
    let bytes = text.as_bytes();
    let word = |at: Option<usize>| {
        at.and_then(|at| bytes.get(at))
            .is_some_and(|byte| byte.is_ascii_alphanumeric() || b"_$+-".contains(byte))
    };
    let (mut open, mut edits) = (Vec::new(), Vec::new());
    for (at, byte) in text.bytes().enumerate().filter(|&(at, _)| mask[at]) {
        match byte {
            b'(' => open.push(at),
            b')' => {
                let Some(start) = open.pop() else { continue };
                if belongs_to_word(text, start) {
                    continue;
                }
                edits.push(Edit(vec![(start, ""), (at, "")]));
                if word(start.checked_sub(1)) {
                    edits.push(Edit(vec![(start, " "), (at, "")]));
                }
                if word(Some(at + 1)) {
                    edits.push(Edit(vec![(start, ""), (at, " ")]));
                }
            }
            _ => {}
        }
    }
    edits
}
