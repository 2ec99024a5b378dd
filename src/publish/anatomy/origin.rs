//! The comment of a fragment that explains each line of a composed script.
//!
//! All fragments are pasted into one another, with every branch of every condition. The composed
//! script is a part of that text; the positions of its lines say which part.

use std::collections::BTreeMap;

use golfchess_pages::compose::Composed;

use super::scope::{Event, Reader};

/// A line of the fragments.
#[derive(Debug)]
struct Line<'f> {
    fragment: &'f str,
    /// Its number in the fragment, from 1.
    number: usize,
    event: Event,
}

/// For every line of a composed script the comment that explains it, with the values of the
/// variant; empty where there is none. `entry` is the fragment that includes all others.
pub(super) fn comments(
    fragments: &BTreeMap<String, String>,
    entry: &str,
    script: &Composed,
) -> Vec<String> {
    let all = pasted(fragments, entry);
    let lines: Vec<&str> = script.text.lines().collect();
    let mut composed = vec![None; all.len()];
    let (mut next, mut start) = (0, 0);
    for (at, line) in lines.iter().enumerate() {
        let first = start + line.len() - line.trim_start().len();
        start += line.len() + 1;
        if line.trim().is_empty() {
            continue;
        }
        let Some(position) = script.position(first) else {
            continue;
        };
        let is_origin = |line: &Line| {
            line.fragment == position.fragment && line.number == position.line && line.is_text()
        };
        if let Some(found) = all[next..].iter().position(is_origin) {
            next += found + 1;
            composed[next - 1] = Some(at);
        }
    }
    let mut comments = vec![None; lines.len()];
    let mut reader = Reader::default();
    for (line, composed) in all.iter().zip(composed) {
        match composed {
            Some(at) => {
                let comment = reader.read(line.event, lines[at]);
                if line.event == Event::Code {
                    comments[at] = Some(comment);
                }
            }
            None if line.is_text() => {}
            None => {
                reader.read(line.event, "");
            }
        }
    }
    let mut last = String::new();
    let filled = comments.into_iter().map(|comment| {
        last = comment.unwrap_or_else(|| last.clone());
        last.clone()
    });
    filled.collect()
}

impl Line<'_> {
    /// Whether it can be a line of the script.
    fn is_text(&self) -> bool {
        matches!(self.event, Event::Comment | Event::Code)
    }
}

/// A fragment with the fragments that it includes in the places of its includes.
fn pasted<'f>(fragments: &'f BTreeMap<String, String>, name: &'f str) -> Vec<Line<'f>> {
    let mut lines = Vec::new();
    paste(fragments, name, &mut Vec::new(), &mut lines);
    lines
}

fn paste<'f>(
    fragments: &'f BTreeMap<String, String>,
    fragment: &'f str,
    around: &mut Vec<&'f str>,
    lines: &mut Vec<Line<'f>>,
) {
    let Some(text) = fragments.get(fragment) else {
        return;
    };
    // A fragment that includes itself would never end.
    if around.contains(&fragment) {
        return;
    }
    around.push(fragment);
    let written = text.lines().enumerate();
    for (at, text) in written.filter(|(_, line)| !line.trim().is_empty()) {
        let mut push = |event| {
            lines.push(Line {
                fragment,
                number: at + 1,
                event,
            });
        };
        let Some(directive) = directive(text) else {
            let is_comment = text.trim_start().starts_with("//");
            push(if is_comment {
                Event::Comment
            } else {
                Event::Code
            });
            continue;
        };
        match directive.split_whitespace().next() {
            Some("if") => push(Event::If),
            Some("elif" | "else") => push(Event::Else),
            Some("endif") => push(Event::End),
            Some("include") => {
                push(Event::Enter);
                paste(fragments, included(text).unwrap_or_default(), around, lines);
                lines.push(Line {
                    fragment,
                    number: at + 1,
                    event: Event::Leave,
                });
            }
            _ => {}
        }
    }
    around.pop();
}

fn directive(line: &str) -> Option<&str> {
    line.trim().strip_prefix("//%").map(str::trim)
}

/// The name of the fragment that a line includes.
fn included(line: &str) -> Option<&str> {
    let name = directive(line)?.strip_prefix("include")?;
    Some(name.trim().trim_matches(['"', '\'']))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use golfchess_pages::catalog::Catalog;
    use golfchess_pages::compose::Templates;

    use super::*;

    const MANIFEST: &str = "title = 't'\nentry = 'page.js'\n\
        naming = { stem = 'p', bare = 'bare', parts = ['Q'] }\n\
        wrapper = [{ name = 'script', open = '<script>', close = '</script>' }]\n\
        source = { open = '', close = '' }\n\
        flag = [{ letter = 'Q', group = 'g', title = 't', text = 't' }]\n";

    /// The lines of a variant's script with their comments.
    fn explained(variant: &str) -> Vec<(String, String)> {
        let page = "// All\n//% include \"one.js\"\n//% if Q\n//% include \"two.js\"\n//% endif\n";
        let one = "// ONE /*= 1 + 1 =*/\na = /*% if Q %*/ 1 /*% else %*/ 2 /*% endif %*/;\n)\n";
        let two = "  // TWO\n  b;\n)\n";
        let fragments: BTreeMap<String, String> =
            [("page.js", page), ("one.js", one), ("two.js", two)]
                .map(|(name, text)| (name.to_owned(), text.to_owned()))
                .into();
        let catalog = Catalog::parse(MANIFEST, Path::new("catalog.toml")).unwrap();
        let templates =
            Templates::new(std::path::Path::new(""), fragments.clone(), &catalog).unwrap();
        let variant = catalog.variant(variant).unwrap();
        let script = templates.compose(variant, &[]).unwrap();
        let lines = script.text.lines().map(str::to_owned);
        lines
            .zip(comments(&fragments, "page.js", &script))
            .collect()
    }

    #[test]
    fn each_line_has_the_comment_of_its_fragment_with_the_values_of_the_variant() {
        let pair = |line: &str, comment: &str| (line.to_owned(), comment.to_owned());
        let lines = explained("p_Q");
        assert_eq!(lines[2..4], [pair("a =  1 ;", "ONE 2"), pair(")", "ONE 2")]);
        assert_eq!(lines[5..], [pair("  b;", "TWO"), pair(")", "TWO")]);
    }

    #[test]
    fn a_branch_that_is_not_taken_explains_nothing() {
        let lines = explained("p_bare");
        assert!(lines.iter().all(|(_, comment)| comment != "TWO"));
        assert_eq!(lines[3], (")".to_owned(), "ONE 2".to_owned()));
    }
}
