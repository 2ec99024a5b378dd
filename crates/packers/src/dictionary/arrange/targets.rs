//! Targets that get the same value: `a=b=1`.

use oxc_ast::ast::{AssignmentExpression, AssignmentTarget, Expression, Program};
use oxc_ast_visit::{Visit, walk};
use oxc_span::GetSpan;
use oxc_syntax::operator::AssignmentOperator;

use super::pure::{Effects, Reads, is_constant};
use super::{Guard, Region, range};

/// The regions of targets.
pub(super) fn regions(program: &Program<'_>, source: &str) -> Vec<Region> {
    let mut targets = Targets {
        source,
        regions: Vec::new(),
        inner: Vec::new(),
    };
    targets.visit_program(program);
    targets.regions
}

struct Targets<'s> {
    source: &'s str,
    regions: Vec<Region>,
    /// Assignments that are the value of another one.
    inner: Vec<oxc_span::Span>,
}

impl<'a> Visit<'a> for Targets<'_> {
    fn visit_assignment_expression(&mut self, assignment: &AssignmentExpression<'a>) {
        if !self.inner.contains(&assignment.span) {
            let mut targets = Vec::new();
            let mut next = Some(assignment);
            while let Some(current) = next.filter(|current| {
                current.operator == AssignmentOperator::Assign && is_simple(&current.left)
            }) {
                self.inner.push(current.span);
                targets.push(&current.left);
                next = match &current.right {
                    Expression::AssignmentExpression(value) => Some(value),
                    _ => None,
                };
            }
            let items = targets.iter().map(|target| range(target.span())).collect();
            let region = Region::of(self.source, items, ["=", "="], Guard::Items);
            self.regions
                .extend(region.filter(|_| are_independent(&targets)));
        }
        walk::walk_assignment_expression(self, assignment);
    }
}

/// Whether a target is a variable, or an element that only reads find: `a[b]`, where `b` is no
/// constant. (Properties of known names may be those of the browser, which do something.)
fn is_simple(target: &AssignmentTarget<'_>) -> bool {
    match target {
        AssignmentTarget::AssignmentTargetIdentifier(_) => true,
        AssignmentTarget::ComputedMemberExpression(member) => {
            let mut effects = Effects::default();
            effects.visit_computed_member_expression(member);
            !effects.found && (!is_constant(&member.expression) || is_number(&member.expression))
        }
        _ => false,
    }
}

fn is_number(expression: &Expression<'_>) -> bool {
    matches!(expression, Expression::NumericLiteral(_))
}

/// Whether no target finds its place by the value of another one.
fn are_independent(targets: &[&AssignmentTarget<'_>]) -> bool {
    let mut reads = Reads::default();
    let mut variables = Vec::new();
    for target in targets {
        match target {
            AssignmentTarget::AssignmentTargetIdentifier(name) => {
                variables.push(name.name.to_string());
            }
            other => reads.visit_assignment_target(other),
        }
    }
    variables.iter().all(|name| !reads.0.contains(name))
}

#[cfg(test)]
mod tests {
    use super::{super::texts, regions};

    #[test]
    fn independent_targets_may_change_places() {
        for (source, expected) in [
            ("a=b=c=1", vec![vec!["a", "b", "c"]]),
            ("a[b]=c=d[e+1]=f()", vec![vec!["a[b]", "c", "d[e+1]"]]),
            ("a[0]=b=c+=1", vec![vec!["a[0]", "b"]]),
            ("a=1", vec![]),
            ("a[b]=b=1", vec![]),
            ("a[b++]=c=1", vec![]),
            ("a.b=c.d=1", vec![]),
            ("a['b']=c=1", vec![]),
            ("a=(b=1)", vec![]),
            ("[a]=b=c", vec![]),
        ] {
            assert_eq!(texts(source, regions), expected, "{source}");
        }
    }
}
