//! Event handlers in texts of HTML, such as `` `<p onclick=move(${at})>` ``.
//!
//! A browser runs them as scripts that use the global names of the page, so their names are shortened
//! together with those of the script.

use std::collections::BTreeSet;
use std::ops::Range;

use oxc_ast::AstKind;
use oxc_ast::ast::Program;

use super::script::Script;
use super::walk;

/// What stands for an inserted expression: it may be a name or a part of one.
const INSERTED: u8 = b'_';

/// An event handler in a text of the script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct InlineHandler {
    /// Byte offset of its code in the script.
    pub(super) start: usize,
    /// The code, with `_` for every byte of `${…}`.
    pub(super) code: String,
    /// The attribute with its name, in the script.
    pub(super) attribute: Range<usize>,
    /// Where `${…}` are, in the script.
    inserted: Vec<Range<usize>>,
}

impl InlineHandler {
    /// All handlers in the strings and templates of a script of which the code is known, apart from
    /// inserted values.
    pub(super) fn all(program: &Program<'_>, source: &str) -> Vec<Self> {
        let mut texts = Texts {
            source,
            handlers: Vec::new(),
        };
        walk::all(program, |node| match node {
            AstKind::StringLiteral(literal) => {
                let (start, end) = (literal.span.start as usize, literal.span.end as usize);
                texts.read(start + 1..end - 1, Vec::new());
            }
            AstKind::TemplateLiteral(template) => {
                let (start, end) = (template.span.start as usize, template.span.end as usize);
                let gaps = template.quasis.windows(2);
                let gaps = gaps.map(|pair| pair[0].span.end as usize..pair[1].span.start as usize);
                texts.read(start + 1..end - 1, gaps.collect());
            }
            _ => {}
        });
        texts.handlers
    }

    /// The names that the code uses or declares, without those that are inserted.
    pub(super) fn names(&self) -> BTreeSet<String> {
        names(&self.code).unwrap_or_default()
    }

    /// Whether a part of the script is inserted text.
    pub(super) fn is_inserted(&self, part: &Range<usize>) -> bool {
        let meets = |other: &Range<usize>| other.start < part.end && part.start < other.end;
        self.inserted.iter().any(meets)
    }
}

struct Texts<'s> {
    source: &'s str,
    handlers: Vec<InlineHandler>,
}

impl Texts<'_> {
    /// Reads a text of the script in which some parts are inserted.
    fn read(&mut self, place: Range<usize>, inserted: Vec<Range<usize>>) {
        let mut bytes = self.source.as_bytes()[place.clone()].to_vec();
        for part in &inserted {
            bytes[part.start - place.start..part.end - place.start].fill(INSERTED);
        }
        let Ok(text) = String::from_utf8(bytes) else {
            return;
        };
        for (attribute, value) in handlers(&text) {
            let code = &text[value.clone()];
            let handler = InlineHandler {
                start: place.start + value.start,
                code: code.to_owned(),
                attribute: place.start + attribute.start..place.start + attribute.end,
                inserted: inserted.clone(),
            };
            if is_plain(code) && is_known(&handler) {
                self.handlers.push(handler);
            }
        }
    }
}

/// Whether the code is the same in the script, in the text and after HTML has been parsed: no escapes
/// and no character references.
fn is_plain(code: &str) -> bool {
    let reference = |at: usize| {
        code[at + 1..].starts_with(|next: char| next == '#' || next.is_ascii_alphabetic())
    };
    !code.contains('\\') && !code.match_indices('&').any(|(at, _)| reference(at))
}

/// Whether the code is a script of which no name has an inserted part. (An inserted value may be a
/// name as a whole.)
fn is_known(handler: &InlineHandler) -> bool {
    let Some(names) = names(&handler.code) else {
        return false;
    };
    // A name with an inserted part is longer than the part.
    let mut places = names.iter().flat_map(|name| {
        let found = handler.code.match_indices(name.as_str());
        found.map(|(at, _)| handler.start + at..handler.start + at + name.len())
    });
    !places.any(|place| handler.is_inserted(&place))
}

/// The names that a script uses or declares, except those that may be inserted; `None` if it is none.
fn names(code: &str) -> Option<BTreeSet<String>> {
    let names = Script::look(code, |script| script.all_names()).ok()?;
    let is_inserted = |name: &String| name.bytes().all(|byte| byte == INSERTED);
    Some(
        names
            .into_iter()
            .filter(|name| !is_inserted(name))
            .collect(),
    )
}

/// The handlers in a text of HTML: the places of the attribute and of its value.
fn handlers(text: &str) -> Vec<(Range<usize>, Range<usize>)> {
    let mut found = Vec::new();
    let bytes = text.as_bytes();
    let find = |from: usize, end: &dyn Fn(u8) -> bool| {
        let rest = bytes.get(from..)?;
        Some(from + rest.iter().position(|&byte| end(byte))?)
    };
    let mut next = 0;
    while let Some(open) = find(next, &|byte| byte == b'<') {
        next = open + 1;
        if !bytes.get(next).is_some_and(u8::is_ascii_alphabetic) {
            continue;
        }
        let name_ends = |byte: u8| byte.is_ascii_whitespace() || b"/>".contains(&byte);
        let Some(mut at) = find(next, &name_ends) else {
            break;
        };
        while let Some(start) = find(at, &|byte| !byte.is_ascii_whitespace() && byte != b'/') {
            if bytes[start] == b'>' {
                next = start;
                break;
            }
            let name_ends = |byte: u8| byte == b'=' || name_ends(byte);
            let Some(end) = find(start + 1, &name_ends) else {
                return found;
            };
            at = end;
            if bytes[end] != b'=' {
                continue;
            }
            let value = match bytes.get(end + 1) {
                Some(&quote @ (b'"' | b'\'')) => {
                    let close = find(end + 2, &|byte| byte == quote);
                    close.map(|close| (end + 2..close, close + 1))
                }
                _ => {
                    let value_ends = |byte: u8| byte.is_ascii_whitespace() || byte == b'>';
                    find(end + 1, &value_ends).map(|close| (end + 1..close, close))
                }
            };
            let Some((value, after)) = value else {
                return found;
            };
            at = after;
            if text[start..end].to_ascii_lowercase().starts_with("on") {
                found.push((start..after, value));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(source: &str) -> Vec<String> {
        let handlers = |script: &Script<'_>| InlineHandler::all(script.program, source);
        let handlers = Script::look(source, handlers).expect(source).into_iter();
        handlers
            .map(|handler| {
                let end = handler.start + handler.code.len();
                source[handler.start..end].to_owned()
            })
            .collect()
    }

    #[test]
    fn handlers_are_found_in_strings_and_templates() {
        for (source, expected) in [
            ("a='<p onclick=b()>'", "b()"),
            ("a='<p id=c onclick=\"b( c )\">d'", "b( c )"),
            ("a=\"<p id='c'onclick='b()'>d\"", "b()"),
            ("a='<b>c</b><br/><p OnClick=b()>'", "b()"),
            ("a=`<p onclick=b(${c})>`", "b(${c})"),
            ("a=`<p onclick=b=c;c=${d}>${e}`", "b=c;c=${d}"),
            ("a=`<p style=top:${b}px onkeyup=b=${c}>`", "b=${c}"),
            ("a=`<p>${b?`<p onclick=b()>`:c}</p>`", "b()"),
            ("a=`<p onclick=${b}>`", "${b}"),
        ] {
            assert_eq!(codes(source), [expected], "{source}");
        }
    }

    #[test]
    fn other_texts_have_no_handlers_that_are_known() {
        for source in [
            // No handlers.
            "a='onclick=b()'",
            "a='<p class=on>on=b()'",
            "a='1<2 onclick=b()>'",
            "a='<p title=\"onclick=b()\">'",
            // The code does not end, or is no script.
            "a='<p onclick=b('+c+')>'",
            "a=`<p onclick=b(>`",
            // Another code after escapes, or a name that is not known.
            "a='<p onclick=b(\\'c\\')>'",
            "a='<p onclick=b&amp;c>'",
            "a=`<p onclick=b${c}()>`",
            "a=`<p onclick=${c}b()>`",
        ] {
            assert!(codes(source).is_empty(), "{source}");
        }
    }
}
