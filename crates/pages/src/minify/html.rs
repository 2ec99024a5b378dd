//! Finds the script of a page as a browser does.

use std::ops::Range;

use html5gum::emitters::default::DefaultEmitter;
use html5gum::{StartTag, Token, Tokenizer};

use super::{Wrapper, handler};

/// Why a page has no script that can be minified.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SplitError {
    /// There is no script, or none that HTML leaves as it is written.
    #[error("the page has no inline classic script and no event handler")]
    None,
    /// Several scripts share their names, so one cannot be minified without the others.
    #[error("the page has {} scripts, on lines {}", .0.len(), listed(.0))]
    Several(Vec<usize>),
}

fn listed(lines: &[usize]) -> String {
    let lines: Vec<String> = lines.iter().map(usize::to_string).collect();
    lines.join(", ")
}

/// What an HTML parser reads from a text. Text in a script is no tag.
pub(super) fn tokens(html: &str) -> impl Iterator<Item = Token<usize>> {
    let mut emitter = DefaultEmitter::new_with_span();
    emitter.naively_switch_states(true);
    Tokenizer::new_with_emitter(html, emitter).map(|token| {
        let Ok(token) = token;
        token
    })
}

/// The HTML around the only script of a page, and the script: the text of a `script` element, or the
/// value of an event handler attribute. Character references in an attribute are not
/// resolved: such a value is no script.
///
/// # Errors
/// [`SplitError`].
pub fn split(html: &str) -> Result<(Wrapper, String), SplitError> {
    let (mut elements, mut handlers, mut urls) = (Vec::new(), Vec::new(), Vec::new());
    let mut open = None;
    for token in tokens(html) {
        match token {
            Token::StartTag(tag) => {
                for (name, value) in &tag.attributes {
                    let range = || value_range(html, value.span.start + name.len());
                    if name.starts_with(b"on") {
                        handlers.extend(range());
                    } else if value
                        .trim_ascii()
                        .to_ascii_lowercase()
                        .starts_with(b"javascript:")
                    {
                        // It runs when a link is followed or a form is sent.
                        urls.extend(range().map(|range| range.start));
                    }
                }
                open = (*tag.name == *b"script").then_some(tag.span.end);
            }
            Token::EndTag(tag) => {
                elements.extend(open.take().map(|start| start..tag.span.start));
            }
            _ => {}
        }
    }
    let mut found: Vec<(Wrapper, String)> = Vec::new();
    let mut starts = urls;
    for range in elements.iter().chain(&handlers) {
        let (open, close) = (&html[..range.start], &html[range.end..]);
        let wrapper = Wrapper::new("page", open, close);
        let script = &html[range.clone()];
        if !script.trim().is_empty() && script_place(&wrapper).is_ok() {
            starts.push(range.start);
            found.push((wrapper, script.to_owned()));
        }
    }
    if starts.is_empty() {
        // One of them may have a `src`, or another type.
        starts.extend(elements.iter().map(|range| range.start));
    }
    starts.sort_unstable();
    match (found.pop(), starts.len()) {
        (Some((wrapper, script)), 1) if wrapper.holds(&script) => Ok((wrapper, script)),
        (_, 0 | 1) => Err(SplitError::None),
        _ => {
            let lines = starts
                .iter()
                .map(|start| html[..*start].matches('\n').count() + 1);
            Err(SplitError::Several(lines.collect()))
        }
    }
}

/// Where the value of an attribute stands whose name ends at an offset, without its quotes.
fn value_range(html: &str, name_end: usize) -> Option<Range<usize>> {
    let value = html[name_end..]
        .trim_start()
        .strip_prefix('=')?
        .trim_start();
    let (value, length) = match value.strip_prefix(['"', '\'']) {
        Some(quoted) => (quoted, quoted.find(&value[..1])?),
        None => {
            let ends = |c: char| c == '>' || c.is_ascii_whitespace();
            (value, value.find(ends)?)
        }
    };
    let start = html.len() - value.len();
    Some(start..start + length)
}

/// A script that no text of a wrapper contains.
pub(super) const PROBE: &str = "script_probe()";

/// Where the script of a wrapper is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
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

/// Values of the `type` attribute that browsers run as a classic script.
const SCRIPT_TYPES: [&str; 4] = [
    "",
    "text/javascript",
    "application/javascript",
    "text/ecmascript",
];

/// Where a browser finds the script of a wrapper, or why it does not run it.
pub(crate) fn script_place(wrapper: &Wrapper) -> Result<Place, &'static str> {
    // Whether a classic script element is open, and whether it holds the probe.
    let (mut in_script, mut pending) = (false, false);
    let mut found = None;
    // The open elements in which the text of a script element is something else.
    let mut others = Vec::new();
    for token in tokens(&wrapper.page(PROBE)) {
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
                in_script = *tag.name == *b"script";
                if in_script {
                    is_classic_script(&tag)?;
                    if !others.is_empty() {
                        return Err("a script element must not be inside svg, math or template");
                    }
                }
                if OTHERS.contains(&&tag.name[..]) && !tag.self_closing {
                    others.push(tag.name.clone());
                }
            }
            Token::EndTag(tag) => {
                if *tag.name == *b"script" && std::mem::take(&mut pending) {
                    found = Some(Place::Element);
                }
                in_script = false;
                if let Some(at) = others.iter().rposition(|name| *name == tag.name) {
                    others.truncate(at);
                }
            }
            Token::String(text) if contains_probe(&text) => {
                if !in_script {
                    return Err(
                        "a browser shows the script as text: `open` must end inside a \
                                script element or an event handler",
                    );
                }
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
fn is_classic_script(tag: &StartTag<usize>) -> Result<(), &'static str> {
    let value = |key: &[u8]| tag.attributes.iter().find(|(name, _)| name[..] == *key);
    if value(b"src").is_some() {
        return Err("a script element with `src` does not run its text");
    }
    let kind = value(b"type").map(|(_, value)| String::from_utf8_lossy(value));
    let kind = kind.map(|kind| kind.trim().to_ascii_lowercase());
    if kind.is_some_and(|kind| !SCRIPT_TYPES.contains(&kind.as_str())) {
        return Err("the `type` of the script element is not that of a classic script");
    }
    if value(b"nomodule").is_some() || value(b"language").is_some() {
        return Err("a script element must not have `nomodule` or `language`");
    }
    Ok(())
}

fn contains_probe(text: &[u8]) -> bool {
    text.windows(PROBE.len())
        .any(|part| part == PROBE.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_script_of_an_element_or_a_handler_is_found() {
        for (open, script, close) in [
            ("<SVG onload=\"", "a=1;alert(a)", "\">"),
            (
                "<!doctype html><title>\u{e9}</title><script>",
                "a='</b>'",
                "</script>\n",
            ),
            ("<p id=on><body class=b OnLoad = '", "alert(\"a\")", "'>"),
            ("<SCRIPT defer>", "alert(1<2)", "</SCRIPT >"),
            ("<svg onload=", "alert(1)", ">"),
            ("<p><body onload = ", "a=[1,'2'];alert(a)", " class=b>"),
        ] {
            let (wrapper, found) = split(&format!("{open}{script}{close}")).expect(script);
            assert_eq!(
                (
                    wrapper.open.as_str(),
                    found.as_str(),
                    wrapper.close.as_str()
                ),
                (open, script, close)
            );
        }
    }

    #[test]
    fn no_script_and_several_scripts_are_errors() {
        for html in [
            "",
            "<p>onload='alert(1)'",
            "<script type=module>alert(1)</script>",
            "<body onload='a&amp;&amp;b'>",
            "<!-- <script>alert(1)</script> -->",
        ] {
            assert_eq!(split(html).unwrap_err(), SplitError::None, "{html}");
        }
        for other in [
            "<body onload='alert(a)'>",
            "<b onclick=\"go(&quot;a&quot;)\">",
            "<a href='javascript:go(a)'>",
            "<form action = JavaScript:go(a)>",
        ] {
            let html = format!("<script>a=1</script>\n{other}");
            assert_eq!(split(&html).unwrap_err(), SplitError::Several(vec![1, 2]));
        }
        // The other script may use the same names.
        let html = "<script src=a.js></script><script>alert(1)</script>";
        assert_eq!(split(html).unwrap_err(), SplitError::Several(vec![1, 1]));
        let prose = "<p>A javascript: link<script>a='b=javascript:'</script>";
        assert!(split(prose).is_ok());
    }
}
