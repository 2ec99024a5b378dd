//! Where each line of a composed script comes from, and which comment of its
//! fragment speaks of it.
//!
//! All fragments are pasted into one another, with every branch of every
//! condition; the composed script is a part of that text, in the same order.

use std::collections::BTreeMap;

use super::align::align;
use super::scope::{Event, Reader};

/// What is known of a line of the script.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Origin {
    /// The file of its fragment.
    pub fragment: String,
    /// The comment that speaks of it; empty if none does.
    pub comment: String,
}

/// A line of the fragments.
#[derive(Debug)]
struct Line<'f> {
    fragment: &'f str,
    text: &'f str,
    event: Event,
}

/// The fragment that no other includes: the one in which all begins.
pub(super) fn entry(fragments: &BTreeMap<String, String>) -> &str {
    let names = || fragments.keys().map(String::as_str);
    let is_included = |name: &str| {
        let mut texts = fragments.values();
        texts.any(|text| text.lines().filter_map(included).any(|other| other == name))
    };
    // Among fragments that nobody uses, the one with most in it.
    names()
        .filter(|name| !is_included(name))
        .max_by_key(|name| pasted(fragments, name).len())
        .unwrap_or_default()
}

/// The origin of every line of a composed script, blank ones included.
pub(super) fn origins(fragments: &BTreeMap<String, String>, script: &str) -> Vec<Origin> {
    let all = pasted(fragments, entry(fragments));
    let plain: Vec<usize> = (0..all.len())
        .filter(|at| matches!(all[*at].event, Event::Comment | Event::Code))
        .collect();
    let lines: Vec<&str> = script.lines().collect();
    let partners = align(plain.len(), lines.len(), |left, right| {
        likeness(all[plain[left]].text, lines[right])
    });
    let mut taken = vec![None; all.len()];
    for (line, partner) in partners.iter().enumerate() {
        if let Some(partner) = partner {
            taken[plain[*partner]] = Some(line);
        }
    }
    let mut found = vec![None; lines.len()];
    let mut reader = Reader::default();
    for (line, taken) in all.iter().zip(taken) {
        let is_plain = matches!(line.event, Event::Comment | Event::Code);
        if is_plain && taken.is_none() {
            continue;
        }
        let comment = reader.read(line.event, line.text);
        if let (Some(at), Event::Code) = (taken, line.event) {
            found[at] = Some(Origin {
                fragment: line.fragment.to_owned(),
                comment,
            });
        }
    }
    let mut last = Origin::default();
    let filled = found.into_iter().map(|origin| {
        last = origin.unwrap_or_else(|| last.clone());
        last.clone()
    });
    filled.collect()
}

/// A fragment with all that it includes in the places of its includes.
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
    // A fragment within itself would never end.
    if around.contains(&fragment) {
        return;
    }
    around.push(fragment);
    for text in text.lines().filter(|line| !line.trim().is_empty()) {
        let mut push = |event| {
            lines.push(Line {
                fragment,
                text,
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
                    text,
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

/// How surely a line of a fragment has become a line of the script; 0 if not.
fn likeness(line: &str, composed: &str) -> u32 {
    let (line, composed) = (line.trim(), composed.trim());
    if composed.is_empty() {
        return 0;
    }
    if line == composed {
        return 20 + u32::try_from(line.len().min(20)).unwrap_or_default();
    }
    // What stands before the first and after the last tag is kept as it is.
    let tags = ["/*%", "/*="].map(|tag| line.find(tag));
    let ends = ["%*/", "=*/"].map(|tag| line.rfind(tag));
    let (Some(open), Some(close)) = (
        tags.into_iter().flatten().min(),
        ends.into_iter().flatten().max(),
    ) else {
        return 0;
    };
    let (before, after) = (line[..open].trim(), line[close + 3..].trim());
    let fits = composed.starts_with(before) && composed.ends_with(after);
    if fits && before.len() + after.len() > 0 {
        10
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fragments() -> BTreeMap<String, String> {
        let page = "// All\n//% include \"one.js\"\n//% if Q\n//% include \"two.js\"\n//% endif\n";
        let one = "// ONE\na = /*% if Q %*/ 1 /*% else %*/ 2 /*% endif %*/;\n)\n";
        let two = "  // TWO\n  b;\n)\n";
        [("page.js", page), ("one.js", one), ("two.js", two)]
            .map(|(name, text)| (name.to_owned(), text.to_owned()))
            .into()
    }

    #[test]
    fn lines_are_found_in_the_order_of_the_includes() {
        let fragments = fragments();
        assert_eq!(entry(&fragments), "page.js");
        let script = "// All\n// ONE\na =  1 ;\n)\n  // TWO\n  b;\n)\n";
        let found: Vec<_> = origins(&fragments, script)
            .into_iter()
            .map(|origin| (origin.fragment, origin.comment))
            .collect();
        let pair = |fragment: &str, comment: &str| (fragment.to_owned(), comment.to_owned());
        assert_eq!(found[2], pair("one.js", "ONE"));
        assert_eq!(found[3], pair("one.js", "ONE"));
        assert_eq!(found[5], pair("two.js", "TWO"));
        assert_eq!(found[6], pair("two.js", "TWO"));
    }

    #[test]
    fn a_branch_that_is_not_taken_leaves_no_trace() {
        let found = origins(&fragments(), "// All\n// ONE\na =  2 ;\n)\n");
        assert!(found.iter().all(|origin| origin.fragment != "two.js"));
        assert_eq!(found[3].comment, "ONE");
    }
}
