//! The edits of a script, in a fixed order.

use std::collections::BTreeSet;

use golfchess_sizes::edit::{Edit, Splice};
use oxc_allocator::Allocator;

use super::nodes::{Node, Nodes, Range, Shape};
use crate::ScriptError;
use crate::script::{self, Tree};

/// Operators that are tried in the place of another one.
const OPERATORS: [&str; 18] = [
    "+", "-", "*", "/", "%", "&", "|", "^", "<", ">", ",", "==", "!=", "&&", "||", "??", "<<", ">>",
];

/// Replaces every character of a comment with a space. Byte offsets stay the same, and each part of
/// the result can be moved: a line comment could swallow what follows it.
///
/// # Errors
/// The text is not a script.
pub fn without_comments(source: &str) -> Result<String, ScriptError> {
    let mut bytes = source.as_bytes().to_vec();
    Tree::look(source, |tree| {
        for comment in &tree.program.comments {
            bytes[comment.span.start as usize..comment.span.end as usize].fill(b' ');
        }
    })?;
    Ok(String::from_utf8(bytes).unwrap_or_else(|_| source.to_owned()))
}

/// Returns all edits of a script without comments. Some of them save nothing alone, but do in pairs.
///
/// # Errors
/// The text is not a script.
pub fn propose(source: &str) -> Result<Vec<Edit>, ScriptError> {
    let proposals = Proposals {
        source,
        nodes: Nodes::of(source)?,
        names: names(source)?,
    };
    let mut edits = Vec::new();
    proposals.remove(&mut edits);
    for node in &proposals.nodes.expressions {
        proposals.simplify(node, &mut edits);
        proposals.replace_leaf(node, &mut edits);
        proposals.rewrite(node, &mut edits);
    }
    proposals.loops(&mut edits);
    proposals.inline(&mut edits);
    proposals.merge(&mut edits);
    proposals.substitute(&mut edits);
    proposals.members(&mut edits);
    proposals.lists(&mut edits);
    proposals.arguments(&mut edits);
    Ok(edits)
}

/// The names in a script with all ranges of each.
fn names(source: &str) -> Result<Vec<(String, Vec<Range>)>, ScriptError> {
    let arena = Allocator::default();
    let (_, tokens) = script::parse_with_tokens(&arena, source)?;
    let mut found: Vec<(String, Vec<Range>)> = Vec::new();
    let mut is_member = false;
    for (start, end) in tokens {
        let word = &source[start..end];
        let is_name = word.starts_with(|c: char| c.is_alphabetic() || "_$".contains(c));
        if is_name && !is_member {
            match found.iter_mut().find(|(name, _)| name == word) {
                Some((_, places)) => places.push((start, end)),
                None => found.push((word.to_owned(), vec![(start, end)])),
            }
        }
        is_member = word.ends_with('.');
    }
    let keyword = |word: &str| matches!(word, "for" | "in" | "new" | "if" | "else" | "of" | "let");
    found.retain(|(name, _)| !keyword(name));
    Ok(found)
}

pub(super) struct Proposals<'s> {
    pub(super) source: &'s str,
    pub(super) nodes: Nodes,
    names: Vec<(String, Vec<Range>)>,
}

impl Proposals<'_> {
    pub(super) fn text(&self, (start, end): Range) -> &str {
        self.source[start..end].trim()
    }

    pub(super) fn replace(&self, kind: &str, range: Range, text: &str) -> Edit {
        Edit::one(kind, range, format!("({text})"))
    }

    /// Removes statements, parts of a `for`, parameters and elements.
    fn remove(&self, edits: &mut Vec<Edit>) {
        let mut cut = |kind: &str, range: Range| edits.push(Edit::one(kind, range, ""));
        for &range in &self.nodes.optional {
            cut("remove", range);
        }
        for node in &self.nodes.expressions {
            match &node.shape {
                Shape::Sequence(parts) | Shape::Array(parts) if parts.len() > 1 => {
                    without_one(parts).for_each(|range| cut("remove", range));
                }
                Shape::Function(parts) => {
                    let only = parts.first().filter(|_| parts.len() == 1).copied();
                    let ranges = without_one(parts).chain(only);
                    ranges.for_each(|range| cut("make global", range));
                }
                _ => {}
            }
        }
    }

    /// Replaces an expression with a part of it.
    fn simplify(&self, node: &Node, edits: &mut Vec<Edit>) {
        let mut keep =
            |range: Range| edits.push(self.replace("keep a part", node.range, self.text(range)));
        match &node.shape {
            Shape::Binary { left, right, .. } => [*left, *right].into_iter().for_each(keep),
            Shape::Conditional { test, yes, no } => {
                [*test, *yes, *no].into_iter().for_each(&mut keep);
                let (test, yes, no) = (self.text(*test), self.text(*yes), self.text(*no));
                for (operator, other) in
                    [("&&", yes), ("&", yes), ("*", yes), ("||", no), ("|", no)]
                {
                    let text = format!("({test}){operator}({other})");
                    edits.push(self.replace("shorten a condition", node.range, &text));
                }
                let text = format!("({test})?({no}):({yes})");
                edits.push(self.replace("swap branches", node.range, &text));
            }
            Shape::Assign { right, .. } => keep(*right),
            Shape::Unary { operand } => keep(*operand),
            Shape::Parts(parts) => parts.iter().copied().for_each(keep),
            _ => {}
        }
    }

    /// Tries other operators, numbers and strings.
    fn replace_leaf(&self, node: &Node, edits: &mut Vec<Edit>) {
        match &node.shape {
            Shape::Binary {
                operator,
                left,
                right,
            } => {
                let (left, right) = (self.text(*left), self.text(*right));
                let others = OPERATORS
                    .iter()
                    .filter(|other| *other != operator && other.len() <= operator.len());
                for other in others {
                    let text = format!("({left}){other}({right})");
                    edits.push(self.replace("other operator", node.range, &text));
                }
                let mirrored = match operator.as_str() {
                    "<" => ">",
                    ">" => "<",
                    same => same,
                };
                let text = format!("({right}){mirrored}({left})");
                edits.push(self.replace("swap operands", node.range, &text));
            }
            Shape::Assign {
                operator,
                left,
                right,
            } if operator == "=" => {
                for other in ["+=", "-=", "|=", "&=", "??=", "||="] {
                    let text = format!("{}{other}{}", self.text(*left), self.text(*right));
                    edits.push(self.replace("other assignment", node.range, &text));
                }
            }
            Shape::Number(value) => {
                let others = numbers(*value, self.text(node.range));
                edits.extend(others.map(|other| self.replace("other number", node.range, &other)));
            }
            Shape::Text((start, end)) => {
                let places = self.source[*start..*end].char_indices();
                edits.extend(places.map(|(at, character)| {
                    let from = start + at;
                    Edit::one(
                        "remove a character",
                        (from, from + character.len_utf8()),
                        "",
                    )
                }));
            }
            _ => {}
        }
    }

    /// Uses one name for two variables.
    fn merge(&self, edits: &mut Vec<Edit>) {
        let parameters: Vec<&Vec<Range>> = self
            .nodes
            .expressions
            .iter()
            .filter_map(|node| match &node.shape {
                Shape::Function(parts) => Some(parts),
                _ => None,
            })
            .collect();
        for (from, places) in &self.names {
            for (to, _) in self.names.iter().filter(|(to, _)| to != from) {
                let dropped: Vec<(Range, Range)> = parameters
                    .iter()
                    .filter(|parts| parts.iter().any(|&range| self.text(range) == to))
                    .flat_map(|parts| parts.iter().copied().zip(without_one(parts)))
                    .filter(|(range, _)| self.text(*range) == from)
                    .collect();
                let rest = places
                    .iter()
                    .filter(|place| !dropped.iter().any(|(range, _)| range == *place));
                let renamed = rest.map(|&place| Splice::new(place, to.as_str()));
                let cuts = dropped.iter().map(|&(_, gone)| Splice::new(gone, ""));
                edits.extend(Edit::of("one name for two", renamed.chain(cuts).collect()));
            }
        }
    }

    /// Replaces an expression with any shorter one of the script, or with a name.
    fn substitute(&self, edits: &mut Vec<Edit>) {
        let mut texts: BTreeSet<(usize, &str)> = BTreeSet::from([(1, "0"), (1, "1")]);
        texts.extend(self.names.iter().map(|(name, _)| (1, name.as_str())));
        let expressions = self.nodes.expressions.iter();
        texts.extend(
            expressions
                .map(|node| self.text(node.range))
                .map(|text| (text.len(), text)),
        );
        for node in &self.nodes.expressions {
            let own = self.text(node.range);
            let shorter = texts
                .iter()
                .filter(|(length, text)| *length < own.len() && *text != own);
            edits.extend(shorter.map(|(_, text)| self.replace("substitute", node.range, text)));
        }
    }
}

/// For every part of a list: the range to remove so that the others stay a list.
pub(super) fn without_one(parts: &[Range]) -> impl Iterator<Item = Range> + '_ {
    (0..parts.len()).filter_map(|at| match (parts.get(at + 1), at.checked_sub(1)) {
        (Some(next), _) => Some((parts[at].0, next.0)),
        (None, Some(before)) => Some((parts[before].1, parts[at].1)),
        (None, None) => None,
    })
}

/// Numbers whose text is at most as long.
fn numbers(value: f64, text: &str) -> impl Iterator<Item = String> {
    let mut others = BTreeSet::new();
    if value.fract() == 0.0 && value < 1e9 {
        let value = value as i64;
        others.extend(
            [0, 1, 2, 3, 7, 9, value - 1, value + 1, value / 2, value * 2].map(|n| n.to_string()),
        );
        let digits = value.to_string();
        others.extend((0..digits.len()).map(|at| [&digits[..at], &digits[at + 1..]].concat()));
        others.extend((1..7).map(|power| format!("{}e{power}", value / 10_i64.pow(power))));
    }
    let length = text.len();
    let text = text.to_owned();
    others.into_iter().filter(move |other| {
        let plain = other == "0" || !other.starts_with(['0', '-']);
        !other.is_empty() && other.len() <= length && *other != text && plain
    })
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::proposals::KINDS;

    /// Checks that edits of a script make other scripts, parentheses and white space aside.
    pub(in crate::proposals) fn assert_made(source: &str, expected: &[&str]) {
        let plain = |text: &str| text.replace([' ', '\n', '(', ')'], "");
        let source = without_comments(source).expect("the script parses");
        let edits = propose(&source).expect("the script parses");
        let unknown = edits
            .iter()
            .find(|edit| !KINDS.contains(&edit.kind.as_str()));
        assert_eq!(unknown, None);
        let made: Vec<String> = edits
            .iter()
            .map(|edit| plain(&edit.apply(&source)))
            .collect();
        for expected in expected {
            assert!(made.contains(&plain(expected)), "{expected}");
        }
    }

    #[test]
    fn edits_contain_the_common_savings() {
        assert_made(
            "a = b + 10, c(a && d ? e : f); g = (h, i) => h * i // why",
            &[
                "c(a = b + 10 && d ? e : f); g = (h, i) => h * i",
                "a = b + 10, c(a & d ? e : f); g = (h, i) => h * i",
                "a = b + 10, c(a && d && e); g = (h, i) => h * i",
                "a = b + 10, c(d ? e : f); g = (h, i) => h * i",
                "a = b + 9, c(a && d ? e : f); g = (h, i) => h * i",
                "a = b, c(a && d ? e : f); g = (h, i) => h * i",
                "a = b + 10, c(a && d ? e : f); g = (h) => h * i",
                "a = b + 10, c(a && d ? e : f); g = (h) => h * h",
                "a = b + 10, c(e); g = (h, i) => h * i",
            ],
        );
    }

    #[test]
    fn assignments_move_to_their_uses_also_across_statements() {
        assert_made(
            "a = b(1);\na *= 2;\nc(a.d, a)",
            &[
                "a = b(1) * 2; c(a.d, a)",
                "a *= 2; c(b(1).d, a)",
                "a = b(1); c((a *= 2).d, a)",
                "a = b(1); c(a.d, (a * 2))",
            ],
        );
    }

    #[test]
    fn members_and_methods_of_the_script_are_tried_for_others() {
        assert_made(
            "a.textContent = b.value, c.add(a)",
            &[
                "a.innerText = b.value, c.add(a)",
                "a.textContent = b.add, c.add(a)",
                "a.add(b.value), c.add(a)",
            ],
        );
    }

    #[test]
    fn comments_become_spaces_and_offsets_stay() {
        let source = "a = 1; // one\nb = '// no'";
        let plain = without_comments(source).expect("the script parses");
        assert_eq!(plain.len(), source.len());
        assert_eq!(plain.find("b ="), source.find("b ="));
        assert!(plain.contains("'// no'") && !plain.contains("one"));
    }
}
