//! Assignments that do not depend on each other: `a=1,b=[]`.

use std::ops::Range;

use golfchess_script::script::Script;
use golfchess_script::walk;
use oxc_ast::AstKind;
use oxc_ast::ast::{AssignmentTarget, Expression};
use oxc_span::GetSpan;
use oxc_syntax::operator::AssignmentOperator;

use super::pure::{is_pure_now, reads};
use super::{Guard, Region, range};

/// The regions of assignments in sequences.
pub(super) fn regions(script: &Script<'_>) -> Vec<Region> {
    let mut regions = Vec::new();
    walk::all(script.program, |node| {
        if let AstKind::SequenceExpression(sequence) = node {
            let groups = groups(&sequence.expressions).into_iter();
            regions.extend(groups.filter_map(|group| {
                let items = group.into_iter().map(|item| item.range).collect();
                Region::of(script.source, items, [",", ","], Guard::Items)
            }));
        }
    });
    regions
}

/// Assignments beside each other that do not depend on each other.
fn groups(expressions: &[Expression<'_>]) -> Vec<Vec<Assignment>> {
    let mut groups: Vec<Vec<Assignment>> = vec![Vec::new()];
    // The value of the last one may be the value of the sequence.
    let before = expressions
        .split_last()
        .map_or(&[][..], |(_, before)| before);
    for expression in before {
        let next = Assignment::of(expression);
        match (next, groups.last_mut()) {
            (Some(next), Some(group)) if group.iter().all(|other| other.is_independent(&next)) => {
                group.push(next);
            }
            (next, _) => groups.push(next.into_iter().collect()),
        }
    }
    groups
}

/// An assignment that changes variables only, and whose value nothing else changes.
struct Assignment {
    range: Range<usize>,
    targets: Vec<String>,
    reads: Vec<String>,
}

impl Assignment {
    fn of(expression: &Expression<'_>) -> Option<Self> {
        let mut targets = Vec::new();
        let mut value = expression;
        while let Expression::AssignmentExpression(assignment) = value {
            let AssignmentTarget::AssignmentTargetIdentifier(name) = &assignment.left else {
                return None;
            };
            if assignment.operator != AssignmentOperator::Assign {
                return None;
            }
            targets.push(name.name.to_string());
            value = &assignment.right;
        }
        (!targets.is_empty() && is_pure_now(value)).then_some(Self {
            range: range(expression.span()),
            targets,
            reads: reads(value),
        })
    }

    fn is_independent(&self, other: &Self) -> bool {
        let meets = |one: &[String], other: &[String]| one.iter().any(|name| other.contains(name));
        !meets(&self.targets, &other.targets)
            && !meets(&self.targets, &other.reads)
            && !meets(&self.reads, &other.targets)
    }
}

#[cfg(test)]
mod tests {
    use super::{super::texts, regions};

    #[test]
    fn independent_assignments_may_change_places() {
        for (source, expected) in [
            (
                "a=1,b=[],c=d=>d(a),e()",
                vec![vec!["a=1", "b=[]", "c=d=>d(a)"]],
            ),
            ("for(a=[9,9],b=c=1,d=0;;);", vec![vec!["a=[9,9]", "b=c=1"]]),
            ("a=1,b=a,c=2,d()", vec![vec!["b=a", "c=2"]]),
            ("a=b,b=1,c()", vec![]),
            ("a=1,a=2,c()", vec![]),
            ("a=f(),b=1,c()", vec![]),
            ("a[0]=1,b=1,c()", vec![]),
            ("a+=1,b=1,c()", vec![]),
            ("a=1,b=2", vec![]),
            ("a=1, b=2,c()", vec![]),
        ] {
            assert_eq!(texts(source, regions), expected, "{source}");
        }
    }
}
