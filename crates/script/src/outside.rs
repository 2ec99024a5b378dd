//! The names that a script takes from the page around it.

use std::collections::BTreeSet;

use html5gum::Token;
use oxc_syntax::reference::ReferenceFlags;

use super::script::{Script, ScriptError};
use super::{Wrapper, globals, html};

/// Elements whose attribute `name` makes them a global name too, as `id` does for every element (HTML,
/// 7.2.2.3 Named access on the Window object).
const NAMED: [&[u8]; 6] = [b"embed", b"form", b"frame", b"iframe", b"img", b"object"];

/// The names without a declaration that must not be shortened: those of elements in the HTML around
/// the script, and those of the browser that the script sets, such as `onkeydown`.
///
/// # Errors
/// The text is not a script.
pub fn outside_names(source: &str, wrapper: &Wrapper) -> Result<Vec<String>, ScriptError> {
    let elements = element_names(&wrapper.page(""));
    free_names(source, |name, uses| {
        elements.contains(name)
            || globals::is_known(name) && uses.iter().any(|flags| flags.is_write())
    })
}

/// Names without a declaration.
fn free_names(
    source: &str,
    is: impl FnMut(&str, &[ReferenceFlags]) -> bool,
) -> Result<Vec<String>, ScriptError> {
    Script::look(source, |script| {
        script.free_names_that(is).into_iter().collect()
    })
}

/// The names without a declaration that [`Names::of`](crate::Names::of) refuses as misspelt: no browser has them, and the script
/// only reads or only writes them. In a file alone, an element or another script may have such a name.
///
/// # Errors
/// The text is not a script.
pub fn doubtful_names(source: &str) -> Result<Vec<String>, ScriptError> {
    free_names(source, |name, uses| {
        let is_set = |flags: &ReferenceFlags| flags.is_write() && !flags.is_read();
        let is_read = uses.iter().any(|flags| flags.is_read());
        !(globals::is_known(name) || is_read && uses.iter().any(is_set))
    })
}

/// The names that a classic script gives to other scripts of its page: those of its declarations, and those
/// that it writes without one.
///
/// # Errors
/// The text is not a script.
pub fn global_names(source: &str) -> Result<Vec<String>, ScriptError> {
    Script::look(source, |script| {
        let mut names = script.free_names_that(|_, uses| uses.iter().any(|flags| flags.is_write()));
        names.extend(script.top_names());
        names.into_iter().collect()
    })
}

/// The names that a classic script declares at its top level.
///
/// # Errors
/// The text is not a script.
pub fn declared_names(source: &str) -> Result<Vec<String>, ScriptError> {
    Script::look(source, |script| script.top_names().collect())
}

/// The names that the elements of a page give to properties of the window.
pub fn element_names(page: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for token in html::tokens(page) {
        if let Token::StartTag(tag) = token {
            let mut add = |attribute: &[u8]| {
                if let Some(value) = tag.attributes.get(attribute) {
                    names.insert(String::from_utf8_lossy(value).into_owned());
                }
            };
            add(b"id");
            if NAMED.contains(&&tag.name[..]) {
                add(b"name");
            }
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(open: &str, source: &str, close: &str) -> Vec<String> {
        let wrapper = Wrapper {
            open: open.to_owned(),
            close: close.to_owned(),
            ..Wrapper::script()
        };
        outside_names(source, &wrapper).expect("a script")
    }

    #[test]
    fn names_that_are_only_read_or_only_written_are_doubtful() {
        let source = "a = 1; alert(a, b); c = 2; d++; e += alert; let f";
        let names = doubtful_names(source).expect("a script");
        assert_eq!(names, ["b", "c", "d", "e"]);
    }

    #[test]
    fn elements_that_the_script_names_and_browser_names_that_it_sets_are_found() {
        let open = "<p ID=out><b id='unused'></b><form name=ask><a name=no><script>";
        let source = "let step = 1; onkeydown = () => out.textContent = ask.id + late.id + step; \
                      no = 1; total = no; alert(total, {unused: 1})";
        let close = "</script><p id=late><p id=step>";
        assert_eq!(
            names(open, source, close),
            ["ask", "late", "onkeydown", "out"]
        );
        assert_eq!(names("<script>", "a = 1; alert(a)", "</script>"), [""; 0]);
    }
}
