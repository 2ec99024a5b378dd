//! The rules of style sheets that decide how white space is shown.

use super::tree::Element;

/// What a rule says about an element, and which elements those may be.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Rule {
    /// The last part of each of its selectors.
    subjects: Vec<Subject>,
    /// Whether it may show a block within a line.
    pub inline: bool,
    /// Whether it may show white space.
    pub spaces: bool,
    /// Whether it may change how an element stands in its line.
    pub layout: bool,
}

/// What an element has that a selector matches. Its other conditions count as met.
#[derive(Debug, Default, PartialEq, Eq)]
struct Subject {
    name: Option<String>,
    id: Option<String>,
    classes: Vec<String>,
    /// Attributes with an operator and a value, which is empty if any will do.
    attributes: Vec<(String, char, String)>,
    /// The ids and classes of the whole selector.
    labels: Vec<String>,
}

impl Rule {
    /// Forgets the selectors with ids and classes that nothing has.
    pub fn forget(&mut self, has: &dyn Fn(&str) -> bool) {
        self.subjects
            .retain(|subject| subject.labels.iter().all(|label| has(label)));
    }

    /// Whether the rule may match an element, which gets further classes that scripts may add.
    pub fn may_match(&self, element: &Element, added: &dyn Fn(&str) -> bool) -> bool {
        let has_class = |class: &String| {
            let classes = element.attribute("class").unwrap_or_default();
            classes
                .split_ascii_whitespace()
                .any(|other| other.eq_ignore_ascii_case(class))
                || added(class)
        };
        let has_id = |id: &str| {
            element
                .attribute("id")
                .is_some_and(|other| other.eq_ignore_ascii_case(id))
                || added(id)
        };
        self.subjects.iter().any(|subject| {
            subject
                .name
                .as_ref()
                .is_none_or(|name| name.eq_ignore_ascii_case(&element.name))
                && subject.id.as_deref().is_none_or(has_id)
                && subject.classes.iter().all(has_class)
                && subject.attributes.iter().all(|(name, operator, value)| {
                    element
                        .attribute(name)
                        .is_some_and(|found| has(found, *operator, value))
                        || added(if value.is_empty() { name } else { value })
                })
        })
    }
}

/// Whether the value of an attribute meets a condition. Case does not count.
fn has(found: &str, operator: char, value: &str) -> bool {
    let found = found.to_ascii_lowercase();
    let value = value.to_ascii_lowercase();
    match operator {
        '=' => found == value,
        '^' => found.starts_with(&value),
        '$' => found.ends_with(&value),
        // An attribute that the selector only names, and what an operator finds within a value.
        _ => found.contains(&value),
    }
}

/// The rules of style sheets that change how white space is shown.
pub(super) fn rules(css: &str) -> Vec<Rule> {
    let css = without_comments(css);
    let mut found = Vec::new();
    let mut open: Vec<Rule> = Vec::new();
    let mut start = 0;
    let mut quote = None;
    let mut is_escaped = false;
    for (at, c) in css.char_indices() {
        if is_escaped || c == '\\' {
            is_escaped = !is_escaped;
            continue;
        }
        match (quote, c) {
            (Some(end), c) if c == end => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '{') => {
                open.push(Rule {
                    subjects: subjects(css[start..at].trim()),
                    ..Rule::default()
                });
                start = at + 1;
            }
            (None, ';' | '}') => {
                if let Some(rule) = open.last_mut() {
                    declare(rule, &css[start..at]);
                }
                start = at + 1;
                if c == '}' {
                    found.extend(open.pop());
                }
            }
            _ => {}
        }
    }
    if let Some(rule) = open.last_mut() {
        declare(rule, &css[start..]);
    }
    found.append(&mut open);
    found.retain(|rule| rule.inline || rule.spaces || rule.layout);
    found
}

fn without_comments(css: &str) -> String {
    let mut parts = css.split("/*");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        text + " " + part.split_once("*/").map_or("", |(_, rest)| rest)
    })
}

fn declare(rule: &mut Rule, declaration: &str) {
    let Some((property, value)) = declaration.split_once(':') else {
        return;
    };
    let property = property.trim().to_ascii_lowercase();
    let value = value.to_ascii_lowercase();
    let has =
        |words: &[&str]| words.iter().any(|word| value.contains(word)) || value.contains('\\');
    match &*property {
        "display" => {
            rule.layout = true;
            let inline = [
                "inline", "contents", "ruby", "run-in", "var(", "env(", "initial", "unset",
                "revert", "inherit",
            ];
            rule.inline |= has(&inline);
        }
        "float" | "position" | "content" => rule.layout = true,
        "white-space" | "white-space-collapse" => {
            let is_normal = ["normal", "nowrap", "collapse"]
                .iter()
                .any(|word| value.trim().trim_end_matches("!important").trim() == *word);
            rule.spaces |= !is_normal;
        }
        "all" => (rule.inline, rule.spaces, rule.layout) = (true, true, true),
        name if name.contains('\\') => (rule.inline, rule.spaces, rule.layout) = (true, true, true),
        _ => {}
    }
}

/// The last parts of selectors, as far as they name elements, ids and classes.
fn subjects(selectors: &str) -> Vec<Subject> {
    split(selectors, |c| c == ',')
        .into_iter()
        .map(|one| subject(one.trim()))
        .collect()
}

fn subject(selector: &str) -> Subject {
    let parts = split(selector, |c| c.is_ascii_whitespace() || ">+~|".contains(c));
    let last = parts.last().copied().unwrap_or_default();
    let mut found = Subject {
        labels: labels(selector),
        ..Subject::default()
    };
    // A percentage of an animation, an at-rule, a selector with `&`, or one that this does not read.
    if last.is_empty()
        || selector.starts_with('@')
        || last.contains(['&', '\\', '%', '(']) && !is_simple(last)
    {
        return found;
    }
    let end = |text: &str| text.find(['.', '#', ':', '[']).unwrap_or(text.len());
    let name = &last[..end(last)];
    // `from` and `to` of an animation are no elements.
    found.name = (!["", "*", "from", "to"].contains(&name)).then(|| name.to_owned());
    let mut rest = &last[end(last)..];
    while let Some(kind) = rest.chars().next() {
        rest = &rest[1..];
        if kind == '[' {
            let Some((condition, after)) = rest.split_once(']') else {
                break;
            };
            found.attributes.push(attribute(condition));
            rest = after;
            continue;
        }
        let part = &rest[..end(rest)];
        match kind {
            '.' => found.classes.push(part.to_owned()),
            '#' => found.id = Some(part.to_owned()),
            // Other conditions count as met.
            _ => break,
        }
        rest = &rest[part.len()..];
    }
    found
}

/// The ids and classes that a selector needs: what is in parentheses or brackets may be one of several.
fn labels(selector: &str) -> Vec<String> {
    let outside = selector
        .split(['(', '['])
        .enumerate()
        .map(|(at, part)| match at {
            0 => part,
            _ => part.split_once([')', ']']).map_or("", |(_, rest)| rest),
        });
    let is_part = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    let labels = |part: &str| -> Vec<String> {
        let starts = part
            .match_indices(['.', '#'])
            .map(|(at, _)| &part[at + 1..]);
        starts
            .map(|rest| {
                rest.split(|c| !is_part(c))
                    .next()
                    .unwrap_or_default()
                    .to_owned()
            })
            .collect()
    };
    match selector.contains(['\\', '@', '%']) {
        true => Vec::new(),
        false => outside.flat_map(labels).collect(),
    }
}

/// The condition of a selector on an attribute.
fn attribute(condition: &str) -> (String, char, String) {
    let Some((name, value)) = condition.split_once('=') else {
        return (condition.trim().to_ascii_lowercase(), '*', String::new());
    };
    let trimmed = name.trim_end_matches(['^', '$', '*', '~', '|']);
    let operator = name[trimmed.len()..].chars().next().unwrap_or('=');
    let value = value.trim();
    let quote = value
        .chars()
        .next()
        .filter(|quote| ['"', '\''].contains(quote));
    let value = match quote {
        Some(quote) => value[1..].split(quote).next().unwrap_or_default(),
        None => value.split_ascii_whitespace().next().unwrap_or_default(),
    };
    (
        trimmed.trim().to_ascii_lowercase(),
        operator,
        value.to_owned(),
    )
}

/// Whether all of a selector before its first parenthesis can be read.
fn is_simple(selector: &str) -> bool {
    !selector.contains(['&', '\\', '%'])
        && selector
            .split_once('(')
            .is_some_and(|(before, _)| before.contains(':'))
}

/// The parts of a text between separators that are not in parentheses or brackets.
fn split(text: &str, separates: impl Fn(char) -> bool) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut start, mut depth) = (0, 0_usize);
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            c if depth == 0 && separates(c) => {
                parts.push(&text[start..at]);
                start = at + c.len_utf8();
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

#[cfg(test)]
#[path = "selectors_tests.rs"]
mod tests;
