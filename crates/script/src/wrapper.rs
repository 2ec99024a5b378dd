//! The HTML around the script of a page.

use std::ops::Range;

use html5gum::Token;
use oxc_allocator::Allocator;
use serde::Deserialize;

use super::handler;
use super::html::{self, PROBE, Place};

/// The text before and after the script.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wrapper {
    /// Its name.
    pub name: String,
    /// Everything before the script. The page may lack the quote at its end.
    pub open: String,
    /// Everything after the script. The page may lack the quote at its start.
    pub close: String,
    /// Names that an implicit global must not have in this wrapper, because
    /// assignments to them go elsewhere (the properties of an element whose
    /// event handler the script is).
    #[serde(default)]
    pub reserved: Vec<String>,
}

impl Wrapper {
    /// The page, or `None` when a browser would read another script out of it:
    /// a quote that ends the attribute, a character reference, an end tag.
    /// An attribute loses its quotes if the script needs none, or only for spaces between its tokens: a vertical tab
    /// is white space in JavaScript, and not in HTML.
    pub fn wrap(&self, script: &str) -> Option<String> {
        if self.is_none() {
            return Some(self.page(script));
        }
        if !script.is_ascii() && !self.is_utf8() {
            return None;
        }
        if let Some(unquoted) = self.unquoted() {
            if unquoted.holds(script) {
                return Some(unquoted.page(script));
            }
            let script = other_spaces(script).filter(|script| unquoted.holds(script));
            if let Some(script) = script {
                return Some(unquoted.page(&script));
            }
        }
        self.holds(script).then(|| self.page(script))
    }

    /// Where the script is in a page that [`Self::wrap`] has made; `None` for other pages.
    pub fn script_range(&self, page: &str) -> Option<Range<usize>> {
        let within = |wrapper: &Self| {
            let rest = page.strip_prefix(&wrapper.open)?;
            let script = rest.strip_suffix(&wrapper.close)?;
            Some(wrapper.open.len()..wrapper.open.len() + script.len())
        };
        // A script that starts with a quote keeps the quotes of the wrapper: the first match is right.
        within(self).or_else(|| within(&self.unquoted()?))
    }

    /// The same text without the quotes around the script, if there are any.
    fn unquoted(&self) -> Option<Self> {
        let open = self.open.strip_suffix(['"', '\''])?;
        let close = self.close.strip_prefix(&self.open[open.len()..])?;
        Some(Self {
            open: open.to_owned(),
            close: close.to_owned(),
            ..self.clone()
        })
    }

    /// Whether a browser reads this script out of its page.
    pub fn holds(&self, script: &str) -> bool {
        tokens(&self.page(script)) == self.expected(script)
    }

    pub(super) fn new(name: &str, open: &str, close: &str) -> Self {
        Self {
            name: name.to_owned(),
            open: open.to_owned(),
            close: close.to_owned(),
            reserved: Vec::new(),
        }
    }

    /// The `load` event handler of an `svg` element. Browsers show a file that begins with `<svg` as
    /// an image; the upper case makes it a page.
    pub fn svg() -> Self {
        Self::new("svg", "<SVG onload=\"", "\">")
    }

    /// The `load` event handler of a `style` element, in which every browser finds the document's names.
    pub fn style() -> Self {
        Self::new("style", "<style onload=\"", "\">")
    }

    /// A script element.
    pub fn script() -> Self {
        Self::new("script", "<script>", "</script>")
    }

    /// No HTML: the result is the script itself.
    pub fn none() -> Self {
        Self::new("none", "", "")
    }

    /// Whether there is no HTML around the script.
    pub fn is_none(&self) -> bool {
        self.open.is_empty() && self.close.is_empty()
    }

    /// Whether the page has scripts beside this one.
    pub(super) fn has_other_scripts(&self) -> bool {
        let tokens = html::tokens(&self.open).chain(html::tokens(&self.close));
        let scripts = tokens.filter(|token| match token {
            Token::StartTag(tag) => *tag.name == *b"script",
            _ => false,
        });
        scripts.count() > usize::from(!self.is_handler())
    }

    /// Whether the HTML before the script declares the encoding UTF-8.
    pub fn is_utf8(&self) -> bool {
        self.open.starts_with('\u{feff}')
            || html::tokens(&self.open).any(|token| match token {
                Token::StartTag(tag) if *tag.name == *b"meta" => {
                    let charset = tag.attributes.get(&b"charset"[..]);
                    charset.is_some_and(|charset| is_utf8(charset))
                }
                _ => false,
            })
    }

    /// Where a browser finds the script, or why it does not run it.
    ///
    /// # Errors
    /// It does not run the script.
    pub fn script_place(&self) -> Result<Place, &'static str> {
        html::script_place(&self.open, &self.close)
    }

    /// Whether the script is the value of an event handler attribute.
    pub fn is_handler(&self) -> bool {
        matches!(self.script_place(), Ok(Place::Handler { .. }))
    }

    /// Whether the script is an event handler in which not every browser finds the document's names.
    pub(super) fn hides_document(&self) -> bool {
        let finds_document = false;
        self.script_place() == Ok(Place::Handler { finds_document })
    }

    /// The names that an implicit global must not have.
    pub fn reserved(&self) -> Vec<String> {
        let mut reserved = self.reserved.clone();
        if self.is_handler() {
            reserved.extend(handler::RESERVED.map(str::to_owned));
        }
        reserved.sort();
        reserved.dedup();
        reserved
    }

    /// The first character of a script that a browser would not read; `None` if it reads the whole
    /// script.
    pub fn misread(&self, script: &str) -> Option<Misread> {
        let misread = |at: usize| {
            Some(Misread {
                character: script[at..].chars().next()?,
                rest: script[at..].to_owned(),
            })
        };
        let first = script.char_indices().find(|(_, c)| !c.is_ascii());
        if let Some((at, _)) = first.filter(|_| !self.is_utf8()) {
            return misread(at);
        }
        let read = tokens(&self.page(script));
        let expected = self.expected(script);
        // An empty script has no character that could be misread.
        if read == expected || script.is_empty() {
            return None;
        }
        let read = self.place(&read).unwrap_or_default();
        let same = script.bytes().zip(read.bytes()).take_while(|(a, b)| a == b);
        let at = same.count().min(script.len().saturating_sub(1));
        // A reference is misread at its start, which can be equal.
        let reference = script[..=at].rfind('&').filter(|&start| {
            let name = &script[start + 1..at.max(start + 1)];
            name.chars().all(|c| c == '#' || c.is_ascii_alphanumeric())
        });
        misread(reference.unwrap_or(at))
    }

    /// The token in the place of the script.
    fn place<'t>(&self, read: &'t [String]) -> Option<&'t str> {
        let probe = tokens(&self.page(PROBE));
        let mut place = probe.iter().position(|token| token == PROBE)?;
        if self.is_handler() {
            // Other attributes may come before it.
            let attribute = &probe[place - 1];
            place = 1 + read.iter().position(|token| token == attribute)?;
        }
        read.get(place).map(String::as_str)
    }

    /// The script with the HTML around it, whatever a browser reads from it.
    pub fn page(&self, script: &str) -> String {
        format!("{}{script}{}", self.open, self.close)
    }

    /// What a browser must read from the page of a script.
    fn expected(&self, script: &str) -> Vec<String> {
        let expected = |token: String| match token == PROBE {
            true => script.to_owned(),
            false => token,
        };
        let tokens = tokens(&self.page(PROBE)).into_iter();
        tokens.map(expected).collect()
    }
}

/// Whether a label of an encoding is one of UTF-8 that pages have (Encoding, 4.2).
pub fn is_utf8(label: &[u8]) -> bool {
    let label = label.trim_ascii();
    [&b"utf-8"[..], b"utf8"]
        .iter()
        .any(|known| label.eq_ignore_ascii_case(known))
}

/// A character of a script that a browser would not read.
#[derive(Debug, PartialEq, Eq)]
pub struct Misread {
    pub character: char,
    /// The script from this character on.
    pub rest: String,
}

/// What an HTML parser reads: tags, attribute names, attribute values and text,
/// in order.
fn tokens(page: &str) -> Vec<String> {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let mut read = Vec::new();
    for token in html::tokens(page) {
        match token {
            Token::StartTag(tag) => {
                read.push(format!("<{}>", text(&tag.name)));
                for (name, value) in &tag.attributes {
                    read.extend([text(name), text(value)]);
                }
            }
            Token::EndTag(tag) => read.push(format!("</{}>", text(&tag.name))),
            Token::String(string) => read.push(text(&string)),
            // Parse errors such as that of `a&b;` change no token.
            Token::Error(_) | Token::Comment(_) | Token::Doctype(_) => {}
        }
    }
    read
}

/// A script with vertical tabs for its spaces, if none is in a string, and it has no other white space.
fn other_spaces(script: &str) -> Option<String> {
    if !script.contains(' ') || script.contains(['>', '\n', '\r', '\t', '\u{c}']) {
        return None;
    }
    let arena = Allocator::default();
    let (_, tokens) = super::script::parse_with_tokens(&arena, script).ok()?;
    let is_in_token = |(start, end): (usize, usize)| script[start..end].contains(' ');
    (!tokens.into_iter().any(is_in_token)).then(|| script.replace(' ', "\u{b}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_texts_of_the_page_may_be_numbers() {
        let page = Wrapper {
            open: "<p id=out tabindex=0>0</p><script>".into(),
            ..Wrapper::script()
        };
        assert!(page.wrap("alert(1)").is_some());
    }

    fn svg() -> Wrapper {
        Wrapper {
            name: "svg".into(),
            open: "<svg onload=\"".into(),
            close: "\">".into(),
            reserved: vec!["x".into(), "y".into()],
        }
    }

    fn script() -> Wrapper {
        Wrapper {
            name: "script".into(),
            open: "<script>".into(),
            close: "</script>".into(),
            reserved: vec![],
        }
    }

    #[test]
    fn a_space_between_tokens_needs_no_quotes() {
        for (script, written) in [
            ("for(a in b)c(a)", "for(a\u{b}in\u{b}b)c(a)"),
            ("let a=`b`;c(a)", "let\u{b}a=`b`;c(a)"),
            (
                "if(a)throw b;else return\u{b}c",
                "\"if(a)throw b;else return\u{b}c\"",
            ),
            ("let a=`b c`", "\"let a=`b c`\""),
            ("let a=`${b} c`", "\"let a=`${b} c`\""),
            ("let a=`b ${c}`", "\"let a=`b ${c}`\""),
            ("let a=/b c/", "\"let a=/b c/\""),
            ("let a=b>c", "\"let a=b>c\""),
            ("let a=b\nlet c", "\"let a=b\nlet c\""),
        ] {
            let page = svg().wrap(script).expect(script);
            assert_eq!(page, format!("<svg onload={written}>"));
            let range = svg().script_range(&page).expect(script);
            assert_eq!(&page[range], written.trim_matches('"'));
        }
        assert_eq!(
            Wrapper::script().wrap("let a").expect("a page"),
            "<script>let a</script>"
        );
    }

    #[test]
    fn a_wrapper_keeps_the_script() {
        let code = "a=b&&c<d|e>f;`\n`";
        assert_eq!(
            svg().wrap(code).unwrap(),
            "<svg onload=\"a=b&&c<d|e>f;`\n`\">"
        );
        assert_eq!(
            script().wrap(code).unwrap(),
            format!("<script>{code}</script>")
        );
    }

    #[test]
    fn quotes_and_references_do_not_fit_into_an_attribute() {
        assert_eq!(svg().wrap("a=\" \""), None);
        assert_eq!(svg().wrap("a&lt;b"), None);
        assert_eq!(svg().wrap("a&#65;b"), None);
        assert!(script().wrap("a=\"&lt;\"").is_some());
    }

    #[test]
    fn an_end_tag_does_not_fit_into_a_script_element() {
        assert_eq!(script().wrap("a='</script>'"), None);
    }

    #[test]
    fn the_first_misread_character_is_found() {
        for (wrapper, script, rest) in [
            (svg(), "a=\"b\"", "\"b\""),
            (svg(), "a&&b<c&lt;d", "&lt;d"),
            (svg(), "a='b&amp;c'", "&amp;c'"),
            (svg(), "a='b&amp'", "&amp'"),
            (script(), "a='</script>'", "</script>'"),
            (svg(), "a=`\u{e9}`", "\u{e9}`"),
        ] {
            let misread = wrapper.misread(script).expect(script);
            assert_eq!(misread.rest, rest, "{script}");
            assert!(misread.rest.starts_with(misread.character));
        }
        assert_eq!(svg().misread("a&&b<c&d"), None);
        assert_eq!(script().misread(""), None);
    }

    #[test]
    fn an_attribute_is_a_handler_that_reserves_short_properties() {
        assert!(svg().is_handler() && !script().is_handler());
        assert_eq!(svg().reserved(), ["id", "x", "y"]);
        assert!(script().reserved().is_empty());
    }

    #[test]
    fn handlers_outside_of_html_and_those_of_the_window_hide_the_document() {
        for (open, hides) in [
            ("<SVG onload=\"", true),
            ("<svg><g onclick=\"", true),
            ("<math onclick=\"", true),
            ("<body onload=\"", true),
            ("<body onclick=\"", false),
            ("<style onload=\"", false),
            ("<svg></svg><p onclick=\"", false),
        ] {
            assert_eq!(
                Wrapper::new("", open, "\">").hides_document(),
                hides,
                "{open}"
            );
        }
        assert!(!script().hides_document());
    }

    #[test]
    fn a_handler_loses_the_quotes_that_its_script_does_not_need() {
        for script in [
            "alert(1)",
            "for(a=9;a--;)alert(a<5)",
            "a='b'+`c`+\"d\"",
            "a=b/c/",
            "a&&b",
        ] {
            let page = svg().wrap(script).expect(script);
            assert_eq!(page, format!("<svg onload={script}>"));
            assert_eq!(&page[svg().script_range(&page).expect(script)], script);
        }
        for script in ["a>b", "a=`b c`", "a=`\n`", "'a'"] {
            let page = svg().wrap(script).expect(script);
            assert_eq!(page, format!("<svg onload=\"{script}\">"));
            assert_eq!(&page[svg().script_range(&page).expect(script)], script);
        }
        let closed = |close: &str| Wrapper {
            close: close.into(),
            ..svg()
        };
        for (close, page) in [
            ("\"/>", "<svg onload=\"a=1\"/>"),
            ("\" id=b>", "<svg onload=a=1 id=b>"),
        ] {
            assert_eq!(closed(close).wrap("a=1").expect(close), page);
        }
        assert_eq!(svg().script_range("<script>a=1</script>"), None);
    }

    #[test]
    fn a_page_is_ascii() {
        assert_eq!(svg().wrap("a='\u{ff3f}'"), None);
    }
}
