//! What code says and names.

use std::collections::HashSet;

use crate::markup::tree::Element;
use crate::minify::texts;

/// Properties that lead to the text nodes and comments of a page.
pub(super) const NODES: [&str; 16] = [
    "childNodes",
    "firstChild",
    "lastChild",
    "nextSibling",
    "previousSibling",
    "nodeValue",
    "wholeText",
    "createTreeWalker",
    "createNodeIterator",
    "XPathResult",
    "createRange",
    "getSelection",
    "XMLSerializer",
    "MutationObserver",
    "splitText",
    "contents",
];

/// Properties with the text of an element. A script may set them.
pub(super) const TEXTS: [&str; 5] = [
    "innerHTML",
    "outerHTML",
    "textContent",
    "innerText",
    "outerText",
];

/// Code with its words.
pub(super) struct Code {
    pub text: String,
    pub words: HashSet<String>,
    /// The words in its texts; `None` if it cannot be read.
    named: Option<HashSet<String>>,
    /// Whether it reads text nodes, comments, or the text of elements.
    pub reads_nodes: bool,
}

impl Default for Code {
    fn default() -> Self {
        Self {
            text: String::new(),
            words: HashSet::new(),
            named: Some(HashSet::new()),
            reads_nodes: false,
        }
    }
}

impl Code {
    pub fn add(&mut self, code: &str) {
        self.text.push_str(code);
        self.text.push('\n');
        match (&mut self.named, texts(&without_new_elements(code))) {
            (Some(named), Some(texts)) => {
                // HTML makes new elements.
                let selectors = texts.iter().filter(|text| !text.contains('<'));
                named.extend(selectors.flat_map(|text| words(text)));
            }
            (named, _) => *named = None,
        }
    }

    pub fn finish(&mut self) {
        self.words = words(&self.text).collect();
        self.reads_nodes =
            self.reads_texts() || NODES.iter().any(|name| self.words.contains(*name));
    }

    fn reads_texts(&self) -> bool {
        let has_jquery = self.text.contains("$(") || self.words.contains("jQuery");
        TEXTS.iter().any(|name| reads(&self.text, name))
            || has_jquery
                && [".text()", ".html()"]
                    .iter()
                    .any(|call| self.text.contains(call))
    }

    /// Whether it has the id of an element, or one of its classes in a text.
    pub fn has_label(&self, element: &Element) -> bool {
        let labels = |name| {
            element
                .attribute(name)
                .unwrap_or_default()
                .split_ascii_whitespace()
        };
        labels("id").any(|label| self.words.contains(label))
            || labels("class").any(|label| self.names(label))
    }

    /// Whether a text of it has a word.
    pub fn names(&self, word: &str) -> bool {
        self.named.as_ref().is_none_or(|named| named.contains(word))
    }
}

/// Code without the names of the elements that it makes.
fn without_new_elements(code: &str) -> String {
    let mut parts = code.split("createElement(");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out.push_str("createElement(");
        let quoted = part.strip_prefix(['"', '\'']);
        let rest = quoted.and_then(|rest| rest.split_once(&part[..1]));
        match rest {
            Some((_, rest)) => {
                out.push('0');
                out.push_str(rest);
            }
            None => out.push_str(part),
        }
    }
    out
}

/// The words of a text, with and without the hyphens in them.
fn words(text: &str) -> impl Iterator<Item = String> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    let whole = text.split(move |c| !is_part(c));
    whole.flat_map(|word| {
        std::iter::once(word)
            .chain(word.split('-'))
            .map(str::to_owned)
    })
}

/// Where a text has a word, with what follows it.
pub(super) fn uses<'t>(text: &'t str, word: &'t str) -> impl Iterator<Item = &'t str> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    text.match_indices(word).filter_map(move |(at, _)| {
        let rest = &text[at + word.len()..];
        (!text[..at].ends_with(is_part) && !rest.starts_with(is_part)).then_some(rest)
    })
}

/// Whether code reads a property, and does not only set it.
pub(super) fn reads(code: &str, property: &str) -> bool {
    uses(code, property).any(|rest| {
        let rest = rest.trim_start();
        !(rest.starts_with('=') && !rest.starts_with("==") && !rest.starts_with("=>"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_that_only_sets_a_property_does_not_read_it() {
        assert!(!reads("a.innerHTML = b; c.innerHTML='d'", "innerHTML"));
        for code in [
            "a.innerHTML += b",
            "b = a.innerHTML;",
            "a['innerHTML']",
            "a.innerHTML == b",
        ] {
            assert!(reads(code, "innerHTML"), "{code}");
        }
        assert!(!reads("a.innerHTMLs", "innerHTML"));
    }
}
