//! Takes the script out of a page that somebody else has written.

use super::Wrapper;
use crate::catalog::runs_script;

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

/// The HTML around the only script of a page, and the script: the text of a `script` element, or the
/// value of an event handler attribute. Character references in an attribute are not
/// resolved: such a value is no script.
///
/// # Errors
/// [`SplitError`].
pub fn split(html: &str) -> Result<(Wrapper, String), SplitError> {
    let mut found: Vec<(usize, Wrapper, String)> = elements(html)
        .chain(handlers(html))
        .filter_map(|(start, end)| {
            let wrapper = Wrapper {
                name: "page".to_owned(),
                open: html[..start].to_owned(),
                close: html[end..].to_owned(),
                reserved: Vec::new(),
            };
            let script = html[start..end].to_owned();
            let runs = !script.trim().is_empty() && runs_script(&wrapper).is_ok();
            runs.then_some((start, wrapper, script))
        })
        .collect();
    let outside = |at: &usize| {
        let inside = |(start, _, script): &(usize, Wrapper, String)| {
            (*start..*start + script.len()).contains(at)
        };
        !found.iter().any(inside)
    };
    let scripts = found.iter().map(|(start, ..)| *start);
    let mut starts: Vec<usize> = scripts.chain(urls(html).filter(outside)).collect();
    if starts.is_empty() {
        // One of them may have a `src`, or another type.
        starts.extend(elements(html).map(|(start, _)| start));
    }
    starts.sort_unstable();
    match (found.pop(), starts.len()) {
        (Some((_, wrapper, script)), 1) if wrapper.holds(&script) => Ok((wrapper, script)),
        (_, 0 | 1) => Err(SplitError::None),
        _ => Err(SplitError::Several(
            starts
                .iter()
                .map(|start| html[..*start].matches('\n').count() + 1)
                .collect(),
        )),
    }
}

/// Where the values of attributes are that run a script when a link is followed or a form is sent.
fn urls(html: &str) -> impl Iterator<Item = usize> {
    let lower = html.to_ascii_lowercase();
    let places: Vec<usize> = lower
        .match_indices("javascript:")
        .map(|(at, _)| at)
        .filter(|at| {
            let before = lower[..*at].trim_end();
            before
                .trim_end_matches(['"', '\''])
                .trim_end()
                .ends_with('=')
        })
        .collect();
    places.into_iter()
}

/// Where the texts of elements may be that look like scripts.
fn elements(html: &str) -> impl Iterator<Item = (usize, usize)> {
    let lower = html.to_ascii_lowercase();
    let starts: Vec<usize> = lower.match_indices("<script").map(|(at, _)| at).collect();
    starts.into_iter().filter_map(move |at| {
        let start = at + lower[at..].find('>')? + 1;
        let end = start + lower[start..].find("</script")?;
        Some((start, end))
    })
}

/// Where the values of attributes may be that look like event handlers.
fn handlers(html: &str) -> impl Iterator<Item = (usize, usize)> {
    let lower = html.to_ascii_lowercase();
    let starts: Vec<usize> = lower.match_indices("on").map(|(at, _)| at).collect();
    starts.into_iter().filter_map(move |at| {
        let before = lower[..at].chars().next_back()?;
        if !before.is_whitespace() && !"\"'/".contains(before) {
            return None;
        }
        let name = lower[at..].find(|c: char| !c.is_ascii_lowercase())?;
        let value = lower[at + name..]
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
        let start = lower.len() - value.len();
        Some((start, start + length))
    })
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
