//! Reads HTML as a browser does, and finds where it runs a script.

use html5gum::emitters::default::DefaultEmitter;
use html5gum::{StartTag, Token, Tokenizer};

use super::handler;

/// What an HTML parser reads from a text. Text in a script is no tag.
pub fn tokens(html: &str) -> impl Iterator<Item = Token<usize>> {
    let mut emitter = DefaultEmitter::new_with_span();
    emitter.naively_switch_states(true);
    Tokenizer::new_with_emitter(html, emitter).map(|token| {
        let Ok(token) = token;
        token
    })
}

/// A script that no text of a wrapper contains.
pub(super) const PROBE: &str = "script_probe()";

/// Where the script of a wrapper is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// The value of an event handler.
    Handler {
        /// Whether every browser looks names up in the document, see [`handler::finds_document`].
        finds_document: bool,
    },
    /// The text of a script element.
    Element,
}

/// Elements in which a browser reads the text of a script element as markup, or does not run it.
const OTHERS: [&[u8]; 3] = [b"svg", b"math", b"template"];

/// Those of them that are not HTML, nor are the elements in them.
const FOREIGN: [&[u8]; 2] = [b"svg", b"math"];

/// The types of JavaScript (MIME Sniffing, 4.6).
const SCRIPT_TYPES: [&str; 16] = [
    "application/ecmascript",
    "application/javascript",
    "application/x-ecmascript",
    "application/x-javascript",
    "text/ecmascript",
    "text/javascript",
    "text/javascript1.0",
    "text/javascript1.1",
    "text/javascript1.2",
    "text/javascript1.3",
    "text/javascript1.4",
    "text/javascript1.5",
    "text/jscript",
    "text/livescript",
    "text/x-ecmascript",
    "text/x-javascript",
];

/// Where a browser finds the script between two texts, or why it does not run it.
pub fn script_place(open: &str, close: &str) -> Result<Place, &'static str> {
    // The script element that is open, and whether it holds the probe.
    let (mut element, mut pending) = (None, false);
    let mut found = None;
    // The open elements in which the text of a script element is something else.
    let mut others = Vec::new();
    for token in tokens(&format!("{open}{PROBE}{close}")) {
        match token {
            Token::StartTag(tag) => {
                for (name, value) in tag.attributes.iter() {
                    if runs_in_attribute(name, value)? {
                        let is_foreign = |name: &[u8]| FOREIGN.contains(&name);
                        let mut around = others.iter().chain([&tag.name]);
                        let is_html = !around.any(|name| is_foreign(name));
                        let finds_document = handler::finds_document(&tag.name, is_html, name);
                        found = Some(Place::Handler { finds_document });
                    }
                }
                element = (*tag.name == *b"script").then(|| match others.is_empty() {
                    true => is_classic_script(&tag),
                    false => Err("a script element must not be inside svg, math or template"),
                });
                if OTHERS.contains(&&tag.name[..]) && !tag.self_closing {
                    others.push(tag.name.clone());
                }
            }
            Token::EndTag(tag) => {
                if *tag.name == *b"script" && std::mem::take(&mut pending) {
                    found = Some(Place::Element);
                }
                element = None;
                if let Some(at) = others.iter().rposition(|name| *name == tag.name) {
                    others.truncate(at);
                }
            }
            Token::String(text) if contains_probe(&text) => {
                element.ok_or(
                    "a browser shows the script as text: `open` must end inside a script element or \
                     an event handler",
                )??;
                if text[..] != *PROBE.as_bytes() {
                    return Err("the script element has other text beside the script");
                }
                pending = true;
            }
            Token::String(_) | Token::Comment(_) | Token::Doctype(_) | Token::Error(_) => {}
        }
    }
    if pending {
        return Err("`close` does not end the script element, so a browser does not run it");
    }
    found.ok_or(
        "a browser does not read the script: `open` and `close` must make it the text of a script \
         element or the value of an event handler",
    )
}

/// Returns whether an attribute runs the script.
fn runs_in_attribute(name: &[u8], value: &[u8]) -> Result<bool, &'static str> {
    if !contains_probe(value) {
        return Ok(false);
    }
    if !name.starts_with(b"on") {
        return Err("the script is the value of an attribute that is no event handler");
    }
    if value != PROBE.as_bytes() {
        return Err("the event handler has other text beside the script");
    }
    Ok(true)
}

/// Checks that a browser runs the text of a script element as a classic script.
pub(super) fn is_classic_script(tag: &StartTag<usize>) -> Result<(), &'static str> {
    let has = |key: &[u8]| tag.attributes.contains_key(key);
    if has(b"src") {
        return Err("a script element with `src` does not run its text");
    }
    if !is_classic_type(tag) {
        return Err("the `type` of the script element is not that of a classic script");
    }
    if has(b"nomodule") {
        return Err("a browser does not run a script element with `nomodule`");
    }
    Ok(())
}

/// Whether the type of a script element is that of a classic script.
pub fn is_classic_type(tag: &StartTag<usize>) -> bool {
    let value = |key: &[u8]| tag.attributes.iter().find(|(name, _)| name[..] == *key);
    let text = |key| {
        Some(
            String::from_utf8_lossy(value(key)?.1)
                .trim()
                .to_ascii_lowercase(),
        )
    };
    let language = || text(b"language").map(|language| format!("text/{language}"));
    let kind = text(b"type").or_else(language).unwrap_or_default();
    ["", "text/"].contains(&&*kind) || SCRIPT_TYPES.contains(&&*kind)
}

fn contains_probe(text: &[u8]) -> bool {
    text.windows(PROBE.len())
        .any(|part| part == PROBE.as_bytes())
}
