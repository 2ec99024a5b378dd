//! Writes texts and values of attributes with the references and quotes that they need.

use html5gum::Token;

use golfchess_script::html_tokens;

/// The shortest form of the value of an attribute.
pub(super) fn attribute(value: &str, is_utf8: bool) -> String {
    let ends = |c: char| c.is_ascii_whitespace() || c == '>';
    let value = references(value, is_utf8, Place::Attribute);
    if !value.is_empty() && !value.contains(ends) && !value.starts_with(['"', '\'']) {
        return value;
    }
    match value.matches('"').count() > value.matches('\'').count() {
        true => format!("'{}'", value.replace('\'', "&#39;")),
        false => format!("\"{}\"", value.replace('"', "&#34;")),
    }
}

/// A text with references where HTML reads something else than the characters.
pub(super) fn escaped(text: &str, is_utf8: bool) -> String {
    let text = references(text, is_utf8, Place::Text);
    let mut out = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        let opens = |next: char| next.is_ascii_alphabetic() || "/!?".contains(next);
        match c {
            '<' if text[at + 1..].starts_with(opens) || text[at + 1..].is_empty() => {
                out.push_str("&lt;")
            }
            c => out.push(c),
        }
    }
    out
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Attribute,
    Text,
}

/// References for ampersands that start one, for characters that no text of HTML has, and for those that the
/// encoding may not have.
fn references(text: &str, is_utf8: bool, place: Place) -> String {
    let mut out = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        match c {
            '&' if is_reference(&text[at..], place) => out.push_str("&amp;"),
            '\r' => out.push_str("&#13;"),
            c if !c.is_ascii() && !is_utf8 => {
                out.push_str(&format!("&#{}", u32::from(c)));
                // What follows could be a part of it.
                let rest = &text[at + c.len_utf8()..];
                if rest.starts_with(|c: char| c.is_ascii_digit() || c == ';') {
                    out.push(';');
                }
            }
            c => out.push(c),
        }
    }
    out
}

/// Whether a browser reads a reference at the start of a text.
fn is_reference(text: &str, place: Place) -> bool {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '#';
    if !text[1..].starts_with(word) {
        return false;
    }
    let end = text[1..]
        .find(|c| !word(c))
        .map_or(text.len(), |end| 1 + end);
    // The character after it decides too.
    let end = text[end..]
        .chars()
        .next()
        .map_or(end, |c| end + c.len_utf8());
    // Quotes and angles only end what is read.
    let part: String = text[..end]
        .chars()
        .map(|c| if "\"<>".contains(c) { ' ' } else { c })
        .collect();
    let page = match place {
        Place::Attribute => format!("<a b=\"{part}\">"),
        Place::Text => part.clone(),
    };
    let is_same = html_tokens(&page).any(|token| match token {
        Token::StartTag(tag) => tag
            .attributes
            .iter()
            .any(|(_, value)| value[..] == *part.as_bytes()),
        Token::String(read) => read[..] == *part.as_bytes(),
        _ => false,
    });
    !is_same
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_have_the_quotes_and_references_that_they_need() {
        for (value, expected) in [
            ("a", "a"),
            ("?a=b&c=d", "?a=b&c=d"),
            ("a b", "\"a b\""),
            ("a \"b\"", "'a \"b\"'"),
            ("\"", "'\"'"),
            ("it's \"b", "\"it's &#34;b\""),
            ("a>b", "\"a>b\""),
            ("&lt", "&amp;lt"),
            ("?a&lt=1", "?a&lt=1"),
            ("&copy;", "&amp;copy;"),
            ("", "\"\""),
            ("\u{e9}", "&#233"),
            ("\u{e9}a\u{e9}1\u{e9};", "&#233a&#233;1&#233;;"),
        ] {
            assert_eq!(attribute(value, false), expected);
        }
    }

    #[test]
    fn texts_have_the_references_that_they_need() {
        for (text, expected) in [
            ("a < b && c", "a < b && c"),
            ("<b> </c", "&lt;b> &lt;/c"),
            ("AT&T &copy &x; &#65 &", "AT&T &amp;copy &x; &amp;#65 &"),
            ("a<", "a&lt;"),
        ] {
            assert_eq!(escaped(text, true), expected);
        }
    }
}
