//! The names that mean something else in an event handler attribute than in a script element.
//!
//! A handler looks names up in its element and in the document before the global object, and its
//! top-level declarations are local.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::globals;
use super::script::ScriptError;

static SHADOWED: LazyLock<HashSet<&str>> =
    LazyLock::new(|| globals::listed(include_str!("handler.txt")).collect());

/// Names that a shortened global must not have in a handler: an assignment sets a property of the
/// element. They are all the properties that are as short as shortened names.
pub(super) const RESERVED: [&str; 3] = ["x", "y", "id"];

/// Whether an element or a document has a property `name` that hides the global of this name.
pub(super) fn is_shadowed(name: &str) -> bool {
    SHADOWED.contains(name)
}

/// A global that the element or the document hides.
pub(super) fn shadowed(source: &str, offset: u32, name: &str) -> ScriptError {
    let reason =
        format!("`{name}` is a property of the element or the document in an event handler");
    ScriptError::at(source, offset as usize, reason).with_help(match name {
        "event" => "name the event as a parameter of the function that handles it".to_owned(),
        _ => format!("write `window.{name}`"),
    })
}

/// A property of the element or the document that is no global, in a script element.
pub(super) fn unknown(source: &str, offset: u32, name: &str) -> ScriptError {
    let reason = format!("`{name}` is a name in event handlers only");
    ScriptError::at(source, offset as usize, reason).with_help(format!(
        "write `document.{name}` if it is a property of the document"
    ))
}

/// A property of the document, in an event handler that not every browser looks it up in.
pub(super) fn hidden(source: &str, offset: u32, name: &str) -> ScriptError {
    let reason = format!(
        "not every browser finds `{name}` in the event handler of an SVG or MathML element, or of the \
         window"
    );
    ScriptError::at(source, offset as usize, reason).with_help(format!(
        "write `document.{name}` if it is a property of the document, or declare a wrapper with the \
         event handler of an HTML element, such as `<style onload=\"`"
    ))
}

/// Whether the document's names are found in a handler in every browser: WebKit does not find them in a
/// handler of an element that is not HTML, and no browser in one that `<body>` sets for the window.
pub(super) fn finds_document(element: &[u8], is_html: bool, attribute: &[u8]) -> bool {
    let of_window = matches!(element, b"body" | b"frameset") && WINDOW.contains(&attribute);
    is_html && !of_window
}

/// The handlers that `<body>` sets for the window, although other elements have them too. (It sets more, which
/// no other element has.)
const WINDOW: [&[u8]; 6] = [
    b"onblur",
    b"onerror",
    b"onfocus",
    b"onload",
    b"onresize",
    b"onscroll",
];

/// `this` outside of functions.
pub(super) fn this(source: &str, offset: u32) -> ScriptError {
    ScriptError::at(
        source,
        offset as usize,
        "`this` is the element in an event handler",
    )
    .with_help("write `window` instead of `this`")
}

/// A top-level declaration whose name is kept, so that other code may use it.
pub(super) fn local(source: &str, offset: u32, name: &str) -> ScriptError {
    let reason = format!("the declaration of `{name}` is local in an event handler");
    ScriptError::at(source, offset as usize, reason).with_help(format!(
        "write `window.{name} = \u{2026}`, or remove `{name}` from `keep`"
    ))
}

#[cfg(test)]
mod tests {
    use super::{RESERVED, is_shadowed};

    #[test]
    fn properties_of_elements_and_documents_are_shadowed() {
        for name in [
            "open",
            "close",
            "focus",
            "addEventListener",
            "title",
            "event",
            "onkeydown",
        ] {
            assert!(is_shadowed(name), "{name}");
        }
        for name in [
            "alert",
            "prompt",
            "Date",
            "location",
            "setTimeout",
            "append",
        ] {
            assert!(!is_shadowed(name), "{name}");
        }
        assert!(RESERVED.iter().all(|name| is_shadowed(name)));
    }
}
