//! Writes the characters of a script that are not ASCII as escapes: a page is ASCII.

use std::collections::HashSet;

use oxc_ast::AstKind;
use oxc_ast::ast::RegExpFlags;
use oxc_span::{GetSpan, Span};

use super::script::Tree;
use super::walk;

/// The script with the shortest escape for every character that is not ASCII. A character of a
/// tagged template stays as it is: the tag can read how the template is written.
pub fn ascii(script: &str) -> String {
    if script.is_ascii() {
        return script.to_owned();
    }
    let Ok(texts) = Tree::look(script, texts) else {
        return script.to_owned();
    };
    let mut out = String::with_capacity(script.len() * 2);
    let mut from = 0;
    for (span, kind) in texts {
        let (start, end) = (span.start as usize, span.end as usize);
        out.push_str(&escaped(&script[from..start], Kind::Name));
        out.push_str(&escaped(&script[start..end], kind));
        from = end;
    }
    out + &escaped(&script[from..], Kind::Name)
}

/// The escapes that a stretch of a script can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A string or an untagged template.
    Text,
    /// A regular expression without the flags `u` and `v`, whose characters are UTF-16 units.
    Units,
    /// A regular expression with one of these flags.
    Points,
    /// The text of a tagged template.
    Raw,
    /// What is between these: only names have characters that are not ASCII.
    Name,
}

fn escaped(text: &str, kind: Kind) -> String {
    if text.is_ascii() || kind == Kind::Raw {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len() * 2);
    let mut after_backslash = false;
    // The name of a group has the escapes of names.
    let mut in_group_name = false;
    for character in text.chars() {
        let is_regex = matches!(kind, Kind::Units | Kind::Points);
        if is_regex && (out.ends_with("(?<") || out.ends_with("\\k<")) {
            in_group_name = !matches!(character, '=' | '!');
        }
        in_group_name &= character != '>';
        let kind = if in_group_name { Kind::Name } else { kind };
        if !character.is_ascii() {
            if after_backslash && kind != Kind::Name {
                // `\é` means `é`, and a backslash before a line separator removes it.
                out.pop();
            }
            let removed = after_backslash && matches!(character, '\u{2028}' | '\u{2029}');
            if !removed || kind != Kind::Text {
                out.push_str(&escape(character, kind));
            }
            after_backslash = false;
            continue;
        }
        after_backslash = character == '\\' && !after_backslash;
        out.push(character);
    }
    out
}

/// The shortest escape of a character that is not ASCII.
fn escape(character: char, kind: Kind) -> String {
    let code = u32::from(character);
    match (code, kind) {
        (..=0xff, Kind::Text | Kind::Units | Kind::Points) => format!("\\x{code:02x}"),
        (..=0xffff, _) => format!("\\u{code:04x}"),
        (_, Kind::Units) => {
            let mut units = [0; 2];
            let units = character.encode_utf16(&mut units);
            units.iter().map(|unit| format!("\\u{unit:04x}")).collect()
        }
        _ => format!("\\u{{{code:x}}}"),
    }
}

/// The literals of a script, in order.
fn texts(tree: &Tree<'_>) -> Vec<(Span, Kind)> {
    let mut texts = Vec::new();
    let mut raw = HashSet::new();
    walk::some(tree.program, |node| {
        match node {
            AstKind::StringLiteral(literal) => texts.push((literal.span, Kind::Text)),
            AstKind::Directive(directive) => {
                texts.push((directive.span, Kind::Text));
                return false;
            }
            AstKind::TaggedTemplateExpression(tagged) => {
                raw.extend(tagged.quasi.quasis.iter().map(GetSpan::span));
            }
            AstKind::TemplateElement(element) => {
                let is_raw = raw.contains(&element.span);
                let kind = if is_raw { Kind::Raw } else { Kind::Text };
                texts.push((element.span, kind));
            }
            AstKind::RegExpLiteral(literal) => {
                let flags = literal.regex.flags;
                let kind = match flags.intersects(RegExpFlags::U | RegExpFlags::V) {
                    true => Kind::Points,
                    false => Kind::Units,
                };
                texts.push((literal.span, kind));
            }
            _ => {}
        }
        true
    });
    texts.sort_by_key(|(span, _)| span.start);
    texts
}

#[cfg(test)]
mod tests {
    use super::ascii;

    #[test]
    fn each_character_gets_its_shortest_escape() {
        for (script, expected) in [
            ("a='\u{e9}'", r"a='\xe9'"),
            ("a='\u{265a}1'", r"a='\u265a1'"),
            ("a='\u{1f600}'", r"a='\u{1f600}'"),
            ("a=`\u{265a}${b}\u{e9}`", r"a=`\u265a${b}\xe9`"),
            ("a={\u{e9}:1}.\u{e9}", r"a={\u00e9:1}.\u00e9"),
            ("a=/[\u{e9}\u{1f600}]/", r"a=/[\xe9\ud83d\ude00]/"),
            ("a=/\u{1f600}/u", r"a=/\u{1f600}/u"),
            (
                "a=/(?<\u{e9}>\u{e9})\\k<\u{e9}>(?<=\u{e9})/",
                r"a=/(?<\u00e9>\xe9)\k<\u00e9>(?<=\xe9)/",
            ),
        ] {
            assert_eq!(ascii(script), expected);
        }
    }

    #[test]
    fn a_backslash_before_the_character_goes() {
        assert_eq!(ascii("a='\\\u{e9}\\\\\u{e9}'"), r"a='\xe9\\\xe9'");
        assert_eq!(ascii("a='b\\\u{2028}c'"), "a='bc'");
        assert_eq!(ascii("a='\u{2028}'"), r"a='\u2028'");
    }

    #[test]
    fn the_text_of_a_tagged_template_stays() {
        let script = "a=String.raw`\u{e9}${'\u{e9}'}`";
        assert_eq!(ascii(script), "a=String.raw`\u{e9}${'\\xe9'}`");
    }
}
