//! The HTML around the script of a page.

use html5gum::emitters::default::DefaultEmitter;
use html5gum::{Token, Tokenizer};
use serde::Deserialize;

/// The text before and after the script, from the manifest.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wrapper {
    /// Its name.
    pub name: String,
    /// Everything before the script.
    pub open: String,
    /// Everything after the script.
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
    pub fn wrap(&self, script: &str) -> Option<String> {
        const PROBE: &str = "0";
        let page = self.page(script);
        let read = tokens(&page);
        let expected: Vec<String> = tokens(&self.page(PROBE))
            .into_iter()
            .map(|token| {
                if token == PROBE {
                    script.to_owned()
                } else {
                    token
                }
            })
            .collect();
        (read == expected && page.is_ascii()).then_some(page)
    }

    fn page(&self, script: &str) -> String {
        format!("{}{script}{}", self.open, self.close)
    }
}

/// What an HTML parser reads: tags, attribute names, attribute values and text,
/// in order.
fn tokens(page: &str) -> Vec<String> {
    let mut emitter = DefaultEmitter::default();
    emitter.naively_switch_states(true);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let mut read = Vec::new();
    for token in Tokenizer::new_with_emitter(page, emitter) {
        let Ok(token) = token;
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

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(svg().wrap("a=\"\""), None);
        assert_eq!(svg().wrap("a&lt;b"), None);
        assert_eq!(svg().wrap("a&#65;b"), None);
        assert!(script().wrap("a=\"&lt;\"").is_some());
    }

    #[test]
    fn an_end_tag_does_not_fit_into_a_script_element() {
        assert_eq!(script().wrap("a='</script>'"), None);
    }

    #[test]
    fn a_page_is_ascii() {
        assert_eq!(svg().wrap("a='\u{ff3f}'"), None);
    }
}
