//! Checks that a browser runs the script of a wrapper.

use golfchess_script::Wrapper;

use super::names;

/// Returns the first problem of the wrappers.
pub(super) fn validate(wrappers: &[Wrapper]) -> Result<(), String> {
    if wrappers.is_empty() {
        return Err(
            "there is no [[wrapper]], and no `html` with the file of the HTML around the script"
                .to_owned(),
        );
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
        for (key, html) in [("open", &wrapper.open), ("close", &wrapper.close)] {
            validate_html(&format!("wrapper `{name}`: `{key}`"), html)?;
        }
        wrapper.script_place().map_err(wrong)?;
    }
    Ok(())
}

/// Checks that the HTML under a key has no syntax of templates, which would go into pages as it is.
pub(super) fn validate_html(key: &str, html: &str) -> Result<(), String> {
    let marks = ["/*%", "/*=", "/*#", "//%"];
    match marks.into_iter().find(|mark| html.contains(mark)) {
        None => Ok(()),
        Some(mark) => Err(format!(
            "{key} has `{mark}`, but it is no template; write the HTML into a file, and name it under \
             `html`"
        )),
    }
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
            ("<script nomodule>", "</script>", "`nomodule`"),
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
