//! Finds all code of a page: script elements, event handlers and links.

use std::ops::Range;

use html5gum::{StartTag, Token};

use super::Wrapper;
use super::html::{is_classic_script, tokens};

/// Why a page has no script that can be minified alone.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SplitError {
    /// There is no script, or none that HTML leaves as it is written.
    #[error("the page has no inline classic script and no event handler")]
    None,
    /// The only script is a module.
    #[error("the script on line {0} is a module")]
    Module(usize),
    /// Several scripts share their names, so one cannot be minified without the others.
    #[error("the page has {} scripts, on lines {}", .0.len(), listed(.0))]
    Several(Vec<usize>),
}

fn listed(lines: &[usize]) -> String {
    let lines: Vec<String> = lines.iter().map(usize::to_string).collect();
    lines.join(", ")
}

/// How a browser reads a piece of code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CodeKind {
    /// The text of a script element, a classic script.
    Script,
    /// The text of a script element, a module.
    Module,
    /// The value of an event handler attribute.
    Handler,
    /// The address of a link or a form, after `javascript:`.
    Link,
    /// A script of another file: its text is not known.
    File,
}

/// A piece of code of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Code {
    /// How a browser reads it.
    pub kind: CodeKind,
    /// What a browser reads: character references are resolved.
    pub text: String,
    /// The HTML around it, if it can be replaced: a script, a module or an event handler.
    pub wrapper: Option<Wrapper>,
    /// Its line in the page, from 1.
    pub line: usize,
}

/// Attributes that HTML, SVG and UI Events define as event handlers, without `on`.
const EVENTS: &str = " abort afterprint animationcancel animationend animationiteration animationstart auxclick \
    beforeinput beforematch beforeprint beforetoggle beforeunload begin blur cancel canplay \
    canplaythrough change click close command contextlost contextmenu contextrestored copy \
    cuechange cut dblclick drag dragend dragenter dragleave dragover dragstart drop \
    durationchange emptied end ended error focus focusin focusout formdata fullscreenchange \
    fullscreenerror gotpointercapture hashchange input invalid keydown keypress keyup \
    languagechange load loadeddata loadedmetadata loadstart lostpointercapture message \
    messageerror mousedown mouseenter mouseleave mousemove mouseout mouseover mouseup mousewheel offline \
    online pagehide pagereveal pageshow pageswap paste pause play playing pointercancel \
    pointerdown pointerenter pointerleave pointermove pointerout pointerover pointerrawupdate \
    pointerup popstate progress ratechange rejectionhandled repeat reset resize scroll scrollend \
    scrollsnapchange scrollsnapchanging search securitypolicyviolation seeked seeking select \
    selectionchange selectstart slotchange stalled storage submit suspend timeupdate toggle \
    touchcancel touchend touchmove touchstart transitioncancel transitionend transitionrun \
    transitionstart unhandledrejection unload volumechange waiting webkitanimationend \
    webkitanimationiteration webkitanimationstart webkittransitionend wheel ";

/// Whether an attribute is an event handler. The name is in lower case.
fn is_handler(name: &[u8]) -> bool {
    let event = name
        .strip_prefix(b"on")
        .and_then(|event| std::str::from_utf8(event).ok());
    event.is_some_and(|event| EVENTS.split_whitespace().any(|known| known == event))
}

/// Elements that show text as it is written: a style sheet can show a script in them.
const SHOWN: [&[u8]; 3] = [b"pre", b"code", b"samp"];

/// All code of a page, in its order.
pub fn code_of(html: &str) -> Vec<Code> {
    let mut found = Vec::new();
    let mut open: Option<StartTag<usize>> = None;
    // The open elements that may show a script, and the starts of the scripts in them.
    let (mut around, mut shown) = (Vec::new(), Vec::new());
    for token in tokens(html) {
        match token {
            Token::StartTag(tag) => {
                for (name, value) in &tag.attributes {
                    let text = String::from_utf8_lossy(value).into_owned();
                    let Some(range) = value_range(html, value.span.start + name.len()) else {
                        continue;
                    };
                    let trimmed = text.trim_start();
                    let scheme = trimmed.get(..11).unwrap_or_default();
                    if is_handler(name) {
                        found.push((CodeKind::Handler, range, text));
                    } else if scheme.eq_ignore_ascii_case("javascript:") {
                        let text = trimmed[scheme.len()..].to_owned();
                        found.push((CodeKind::Link, range, text));
                    }
                }
                if SHOWN.contains(&&tag.name[..]) {
                    around.push(tag.name.clone());
                }
                open = (*tag.name == *b"script").then_some(tag);
            }
            Token::EndTag(tag) => {
                if let Some(start) = open.take() {
                    let range = start.span.end..tag.span.start;
                    let text = html[range.clone()].to_owned();
                    shown.extend((!around.is_empty()).then_some(range.start));
                    found.extend(element_kind(&start).map(|kind| (kind, range, text)));
                } else if let Some(at) = around.iter().rposition(|name| *name == tag.name) {
                    around.truncate(at);
                }
            }
            _ => {}
        }
    }
    found.sort_by_key(|(_, range, _)| range.start);
    let code = found.into_iter().map(|(kind, range, text)| {
        let line = html[..range.start].matches('\n').count() + 1;
        let wrapper = Wrapper::new("page", &html[..range.start], &html[range.end..]);
        let is_run = match kind {
            CodeKind::Script | CodeKind::Handler => wrapper.script_place().is_ok(),
            CodeKind::Module => true,
            CodeKind::Link | CodeKind::File => false,
        };
        let is_replaceable = is_run && !shown.contains(&range.start) && wrapper.holds(&text);
        Code {
            kind,
            text,
            wrapper: is_replaceable.then_some(wrapper),
            line,
        }
    });
    code.filter(|code| code.kind == CodeKind::File || !code.text.trim().is_empty())
        .collect()
}

/// How a browser reads a script element; `None` for data.
fn element_kind(tag: &StartTag<usize>) -> Option<CodeKind> {
    let kind = tag.attributes.get(&b"type"[..]);
    if tag.attributes.contains_key(&b"src"[..]) {
        return Some(CodeKind::File);
    }
    if kind.is_some_and(|kind| kind.trim_ascii().eq_ignore_ascii_case(b"module")) {
        return Some(CodeKind::Module);
    }
    is_classic_script(tag).is_ok().then_some(CodeKind::Script)
}

/// The HTML around the only script of a page, and the script: the text of a `script` element, or the
/// value of an event handler.
///
/// # Errors
/// [`SplitError`].
pub fn split(html: &str) -> Result<(Wrapper, String), SplitError> {
    let mut code = code_of(html);
    if code.len() > 1 {
        let lines = code.iter().map(|code| code.line);
        return Err(SplitError::Several(lines.collect()));
    }
    let only = code.pop().ok_or(SplitError::None)?;
    match only.wrapper {
        _ if only.kind == CodeKind::Module => Err(SplitError::Module(only.line)),
        Some(wrapper) => Ok((wrapper, only.text)),
        None => Err(SplitError::None),
    }
}

/// Where the value of an attribute stands whose name ends at an offset, without its quotes.
pub fn value_range(html: &str, name_end: usize) -> Option<Range<usize>> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_that_a_page_may_show_stays() {
        let code = code_of("<pre><code><script>a=1</script></code></pre><script>b=2</script>");
        let is_replaceable: Vec<bool> = code.iter().map(|one| one.wrapper.is_some()).collect();
        assert_eq!(is_replaceable, [false, true]);
    }

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
            (
                "<script type=application/json>1</script><script language=JavaScript1.2>",
                "a",
                "</script>",
            ),
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
            "<body onload='a&amp;lt;b'>",
            "<p one=1 onlyx=2>",
            "<script type=application/json>1</script>",
            "<!-- <script>alert(1)</script> -->",
        ] {
            assert_eq!(split(html).unwrap_err(), SplitError::None, "{html}");
        }
        let module = "<p>\n<script type=module>alert(1)</script>";
        assert_eq!(split(module).unwrap_err(), SplitError::Module(2));
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
