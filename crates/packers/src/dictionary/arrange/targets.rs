//! Targets that get the same value: `a=b=1`.

use golfchess_script::script::Script;
use golfchess_script::walk;
use oxc_ast::AstKind;
use oxc_ast::ast::{AssignmentTarget, Expression};
use oxc_span::GetSpan;
use oxc_syntax::operator::AssignmentOperator;

use super::pure::{is_constant, is_pure, reads};
use super::{Guard, Region, range};

/// The regions of targets.
pub(super) fn regions(script: &Script<'_>) -> Vec<Region> {
    let mut regions = Vec::new();
    // Assignments that are the value of another one.
    let mut inner = Vec::new();
    walk::all(script.program, |node| {
        let AstKind::AssignmentExpression(assignment) = node else {
            return;
        };
        if inner.contains(&assignment.span) {
            return;
        }
        let mut targets = Vec::new();
        let mut next = Some(assignment);
        while let Some(current) = next.filter(|current| {
            current.operator == AssignmentOperator::Assign && is_simple(&current.left)
        }) {
            inner.push(current.span);
            targets.push(&current.left);
            next = match &current.right {
                Expression::AssignmentExpression(value) => Some(value),
                _ => None,
            };
        }
        let items = targets.iter().map(|target| range(target.span())).collect();
        let region = Region::of(script.source, items, ["=", "="], Guard::Items);
        regions.extend(region.filter(|_| are_independent(&targets)));
    });
    regions
}

/// Whether a target is a variable, or an element that only reads find: `a[b]`, where `b` is no
/// constant. (Properties of known names may be those of the browser, which do something.)
fn is_simple(target: &AssignmentTarget<'_>) -> bool {
    match target {
        AssignmentTarget::AssignmentTargetIdentifier(_) => true,
        AssignmentTarget::ComputedMemberExpression(member) => {
            is_pure(&**member)
                && (!is_constant(&member.expression) || is_number(&member.expression))
        }
        _ => false,
    }
}

fn is_number(expression: &Expression<'_>) -> bool {
    matches!(expression, Expression::NumericLiteral(_))
}

/// Whether no target finds its place by the value of another one.
fn are_independent(targets: &[&AssignmentTarget<'_>]) -> bool {
    let mut read = Vec::new();
    let mut variables = Vec::new();
    for target in targets {
        match target {
            AssignmentTarget::AssignmentTargetIdentifier(name) => {
                variables.push(name.name.to_string());
            }
            other => read.extend(reads(*other)),
        }
    }
    variables.iter().all(|name| !read.contains(name))
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
