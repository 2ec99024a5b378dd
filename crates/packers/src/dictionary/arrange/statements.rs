//! Assignments that do not depend on each other: `a=1,b=[]`.

use std::ops::Range;

use oxc_ast::ast::{AssignmentTarget, Expression, Program, SequenceExpression};
use oxc_ast_visit::{Visit, walk};
use oxc_span::GetSpan;
use oxc_syntax::operator::AssignmentOperator;

use super::pure::{Reads, is_pure_now};
use super::{Guard, Region, range};

/// The regions of assignments in sequences.
pub(super) fn regions(program: &Program<'_>, source: &str) -> Vec<Region> {
    let mut sequences = Sequences {
        source,
        regions: Vec::new(),
    };
    sequences.visit_program(program);
    sequences.regions
}

struct Sequences<'s> {
    source: &'s str,
    regions: Vec<Region>,
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
        let mut reads = Reads::default();
        reads.visit_expression(value);
        (!targets.is_empty() && is_pure_now(value)).then_some(Self {
            range: range(expression.span()),
            targets,
            reads: reads.0,
        })
    }

    fn is_independent(&self, other: &Self) -> bool {
        let meets = |one: &[String], other: &[String]| one.iter().any(|name| other.contains(name));
        !meets(&self.targets, &other.targets)
            && !meets(&self.targets, &other.reads)
            && !meets(&self.reads, &other.targets)
    }
}

impl<'a> Visit<'a> for Sequences<'_> {
    fn visit_sequence_expression(&mut self, sequence: &SequenceExpression<'a>) {
        // The value of the last one may be the value of the sequence.
        let expressions = sequence.expressions.iter();
        let last = sequence.expressions.len() - 1;
        let mut group: Vec<Assignment> = Vec::new();
        for (at, expression) in expressions.enumerate() {
            let next = Assignment::of(expression).filter(|_| at < last);
            match next {
                Some(next) if group.iter().all(|other| other.is_independent(&next)) => {
                    group.push(next);
                }
                next => {
                    self.push(&group);
                    group = next.into_iter().collect();
                }
            }
        }
        self.push(&group);
        walk::walk_sequence_expression(self, sequence);
    }
}

impl Sequences<'_> {
    fn push(&mut self, group: &[Assignment]) {
        let items = group.iter().map(|item| item.range.clone()).collect();
        let region = Region::of(self.source, items, [",", ","], Guard::Items);
        self.regions.extend(region);
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
