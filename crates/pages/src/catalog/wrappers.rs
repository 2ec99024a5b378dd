//! Checks that a browser runs the script of a wrapper.

use html5gum::emitters::default::DefaultEmitter;
use html5gum::{StartTag, Token, Tokenizer};

use super::names;
use crate::minify::Wrapper;

/// A script that no text of a wrapper contains.
const PROBE: &str = "gate_probe()";

/// Elements in which a browser reads the text of a script element as markup, or does not run it.
const OTHERS: [&[u8]; 3] = [b"svg", b"math", b"template"];

/// Values of the `type` attribute that browsers run as a classic script.
const SCRIPT_TYPES: [&str; 4] = [
    "",
    "text/javascript",
    "application/javascript",
    "text/ecmascript",
];

/// Returns the first problem of the wrappers.
pub(super) fn validate(wrappers: &[Wrapper]) -> Result<(), String> {
    if wrappers.is_empty() {
        return Err("there is no [[wrapper]]".to_owned());
    }
    for (at, wrapper) in wrappers.iter().enumerate() {
        let name = &wrapper.name;
        names::validate_word("wrapper.name", name)?;
        if wrappers[..at].iter().any(|other| other.name == *name) {
            return Err(format!("wrapper `{name}` is declared twice"));
        }
        let wrong = |reason| format!("wrapper `{name}`: {reason}");
        if !wrapper.open.is_ascii() || !wrapper.close.is_ascii() {
            return Err(wrong("`open` and `close` must be ASCII"));
        }
        runs_script(wrapper).map_err(wrong)?;
    }
    Ok(())
}

/// Checks that the script between `open` and `close` is the value of an event handler, or the text
/// of a script element.
pub(crate) fn runs_script(wrapper: &Wrapper) -> Result<(), &'static str> {
    let Wrapper { open, close, .. } = wrapper;
    let mut emitter = DefaultEmitter::default();
    emitter.naively_switch_states(true);
    let page = format!("{open}{PROBE}{close}");
    // Whether a classic script element is open, and whether it holds the probe.
    let (mut in_script, mut pending, mut found) = (false, false, false);
    // The open elements in which the text of a script element is something else.
    let mut others = Vec::new();
    for token in Tokenizer::new_with_emitter(&page, emitter) {
        let Ok(token) = token;
        match token {
            Token::StartTag(tag) => {
                for (name, value) in tag.attributes.iter() {
                    found |= runs_in_attribute(name, value)?;
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
                if *tag.name == *b"script" {
                    found |= pending;
                    pending = false;
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
    if !found {
        return Err(
            "a browser does not read the script: `open` and `close` must make it the text \
                    of a script element or the value of an event handler",
        );
    }
    Ok(())
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
fn is_classic_script(tag: &StartTag<()>) -> Result<(), &'static str> {
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

    fn wrapper(open: &str, close: &str) -> Wrapper {
        Wrapper {
            name: "w".to_owned(),
            open: open.to_owned(),
            close: close.to_owned(),
            reserved: Vec::new(),
        }
    }

    #[test]
    fn script_elements_and_event_handlers_are_accepted() {
        for (open, close) in [
            ("<script>", "</script>"),
            ("<SVG onload=\"", "\">"),
            ("<svg onload='", "'>"),
            ("<body onload=", ">"),
            (
                "<!doctype html><title>t</title><script type=text/javascript>",
                "</script><p>end",
            ),
            ("<img src onerror=\"", "\" alt=x>text"),
            ("<svg><g></svg><script>", "</script>"),
            ("<svg onload=\"", "\"><g>"),
        ] {
            assert_eq!(validate(&[wrapper(open, close)]), Ok(()), "{open}");
        }
    }

    #[test]
    fn wrappers_whose_script_does_not_run_are_refused() {
        for (open, close, expected) in [
            ("<div>", "</div>", "shows the script as text"),
            ("<svg><g><script>", "</script>", "inside svg"),
            ("<template><script>", "</script>", "inside svg"),
            ("<script nomodule>", "</script>", "must not have"),
            ("", "", "shows the script as text"),
            ("<title>", "</title>", "shows the script as text"),
            ("<script></script>", "", "shows the script as text"),
            ("<!--", "-->", "does not read the script"),
            ("<svg onload=\"", "", "does not read the script"),
            ("<svg title=\"", "\">", "no event handler"),
            ("<svg onload=\"a;", "\">", "other text beside"),
            ("<script>a;", "</script>", "other text beside"),
            ("<script>", "", "does not end the script element"),
            ("<script src=a.js>", "</script>", "`src`"),
            ("<script type=module>", "</script>", "classic script"),
            (
                "<script type=\"text/plain\">",
                "</script>",
                "classic script",
            ),
            ("<p>\u{e4}<script>", "</script>", "ASCII"),
        ] {
            let problem = validate(&[wrapper(open, close)]).unwrap_err();
            assert!(problem.starts_with("wrapper `w`: "), "{problem}");
            assert!(problem.contains(expected), "{open}: {problem}");
        }
    }

    #[test]
    fn names_of_wrappers_are_plain_and_differ() {
        let good = wrapper("<script>", "</script>");
        let twice = validate(&[good.clone(), good.clone()]).unwrap_err();
        assert_eq!(twice, "wrapper `w` is declared twice");
        for name in ["", "a b", "../w"] {
            let named = Wrapper {
                name: name.to_owned(),
                ..good.clone()
            };
            assert!(validate(&[named]).unwrap_err().starts_with("wrapper.name"));
        }
        assert!(validate(&[]).unwrap_err().contains("[[wrapper]]"));
    }
}
