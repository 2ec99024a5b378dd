//! Parts of a large script. A try in a part takes a parse of the part, not of the script.

use std::ops::Range;

use golfchess_sizes::text;
use oxc_ast::AstKind;
use oxc_ast::ast::{Program, Statement};
use oxc_span::GetSpan;

use super::edits::Edit;
use crate::walk::{self, Step};

/// The bytes of a part, if its statements are not longer.
const BYTES: usize = 4_000;

/// Statements that follow each other, or bodies of functions with the code between them; around them the
/// functions in which they stand, without other statements.
pub struct Part {
    inner: Range<usize>,
    /// Whether the same text follows in the script.
    is_last: bool,
    /// What is left out, in order.
    without: Vec<Range<usize>>,
}

impl Part {
    /// Whether an edit changes only the statements, so that its effect is seen in the part.
    pub fn has(&self, edit: &Edit) -> bool {
        // A semicolon before another statement may be needed.
        let end = self.inner.end - usize::from(!self.is_last);
        edit.0
            .iter()
            .all(|(at, _)| (self.inner.start..end).contains(at))
    }

    /// The text of the part.
    pub fn text(&self, script: &str) -> String {
        let without = self.without.iter().cloned();
        text::with_replaced(script, without.map(|range| (range, "")))
    }

    /// How many bytes of the script before the statements are not in the part.
    pub fn shift(&self) -> usize {
        let without = self.without.iter();
        let before = without.filter(|range| range.end <= self.inner.start);
        before.map(Range::len).sum()
    }
}

/// The parts of a script. Not all of its text is in one.
pub fn of(program: &Program<'_>) -> Vec<Part> {
    let mut parts = Vec::new();
    collect(&nodes(program), &mut Vec::new(), &mut parts);
    parts
}

/// A statement with the bodies of functions in it, or such a body with its statements.
struct Node {
    range: Range<usize>,
    inner: Vec<Self>,
}

/// The statements of a script.
fn nodes(program: &Program<'_>) -> Vec<Node> {
    let mut open: Vec<(&[Statement<'_>], Vec<Node>)> = Vec::new();
    let mut all = Vec::new();
    walk::both(program, |step, node| {
        match (list(node), step) {
            (Some(list), Step::Enter) => open.push((list, Vec::new())),
            (Some(_), Step::Leave) => {
                let Some((statements, bodies)) = open.pop() else {
                    return true;
                };
                let inner = divided(statements, bodies);
                let ends = inner.first().zip(inner.last());
                match (open.last_mut(), ends) {
                    (Some((_, around)), Some((first, last))) => around.push(Node {
                        range: first.range.start..last.range.end,
                        inner,
                    }),
                    (Some(_), None) => {}
                    (None, _) => all = inner,
                }
            }
            (None, _) => {}
        }
        true
    });
    all
}

/// The statements of a script or of the body of a function: not the expression that an arrow function has.
fn list<'a>(node: AstKind<'a>) -> Option<&'a [Statement<'a>]> {
    let statements = walk::body(node)?;
    let is_list = match (node, statements.first()) {
        (AstKind::FunctionBody(body), Some(first)) => body.span.start < first.span().start,
        _ => true,
    };
    is_list.then_some(statements)
}

/// Statements with the bodies that are in each.
fn divided(statements: &[Statement<'_>], bodies: Vec<Node>) -> Vec<Node> {
    let mut bodies = bodies.into_iter().peekable();
    let node = |statement: &Statement<'_>| {
        let span = statement.span();
        let range = span.start as usize..span.end as usize;
        let mut inner = Vec::new();
        while let Some(body) = bodies.next_if(|body| body.range.end <= range.end) {
            inner.push(body);
        }
        Node { range, inner }
    };
    statements.iter().map(node).collect()
}

/// Adds the parts of nodes that follow each other. `around` is left out of all.
fn collect(nodes: &[Node], around: &mut Vec<Range<usize>>, parts: &mut Vec<Part>) {
    let mut start = 0;
    while let Some(first) = nodes.get(start) {
        let more = nodes[start + 1..].iter();
        let more = more.take_while(|node| node.range.end - first.range.start <= BYTES);
        let end = start + 1 + more.count();
        let others = || nodes[..start].iter().chain(&nodes[end..]);
        let others = others().map(|node| node.range.clone());
        if first.range.len() > BYTES && !first.inner.is_empty() {
            let outer = around.len();
            around.extend(others);
            collect(&first.inner, around, parts);
            around.truncate(outer);
        } else {
            let mut without: Vec<_> = around.iter().cloned().chain(others).collect();
            without.sort_unstable_by_key(|range| range.start);
            parts.push(Part {
                inner: first.range.start..nodes[end - 1].range.end,
                is_last: end == nodes.len(),
                without,
            });
        }
        start = end;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::Tree;

    fn texts(script: &str) -> Vec<String> {
        let parts = Tree::look(script, |tree| of(tree.program)).expect("a script");
        parts.iter().map(|part| part.text(script)).collect()
    }

    #[test]
    fn a_part_has_the_functions_around_it() {
        let [a, b, c] = ["a", "b", "c"].map(|name| format!("{name}(1);").repeat(BYTES / 5 - 1));
        let script = format!(
            "x();class Q{{constructor(){{{a}}}async b(){{await 1;{b}}}}}(()=>{{{c}}})();y()"
        );
        let texts = texts(&script);
        let around = |a: &str, b: &str| format!("class Q{{constructor(){{{a}}}async b(){{{b}}}}}");
        assert_eq!(texts[0], "x();");
        assert_eq!(texts[1], around(&a, ""));
        assert!(texts[2].starts_with("class Q{constructor(){}async b(){await 1;b(1);"));
        assert!(texts.contains(&format!("(()=>{{{c}}})();")));
        assert_eq!(texts.last().map(String::as_str), Some("y()"));
    }

    #[test]
    fn a_semicolon_before_another_part_is_in_none() {
        let half = format!("f({});", "1".repeat(BYTES / 2));
        let script = half.repeat(2);
        let parts = Tree::look(&script, |tree| of(tree.program)).expect("a script");
        let has = |at| parts.iter().any(|part| part.has(&Edit(vec![(at, "")])));
        assert_eq!(parts.len(), 2);
        assert!(!has(half.len() - 1) && has(half.len() - 2));
        assert!(has(script.len() - 1));
        assert_eq!(parts[1].shift(), half.len());
    }
}
