//! Moves an assignment to the place where its variable is used first: `a=f(),a+b` is `(a=f())+b`.

use golfchess_sizes::edit::Edit;
use oxc_ast::AstKind;
use oxc_ast::ast::{AssignmentTarget, Expression, SimpleAssignmentTarget, Statement};
use oxc_span::{GetSpan, Span};

use super::known::Known;
use super::moved::Moved;
use super::{Script, replace, walk};

/// All such edits.
pub(super) fn edits(script: &Script<'_>, _: &[String]) -> Vec<Edit> {
    known_edits(script, &Known::default())
}

/// The same, where more is known of the names that the script does not declare.
pub(crate) fn known_edits(script: &Script<'_>, known: &Known) -> Vec<Edit> {
    let mut edits = Vec::new();
    walk::all(script.program, |node| {
        if let AstKind::SequenceExpression(sequence) = node {
            for pair in sequence.expressions.windows(2) {
                edits.extend(moved(
                    script,
                    known,
                    (&pair[0], &pair[1]),
                    pair[1].span().start,
                ));
            }
        }
        for pair in walk::statements(node).unwrap_or_default().windows(2) {
            edits.extend(into_declaration(script, known, pair));
        }
    });
    edits
}

/// Moves the first expression, which is deleted with all up to the second, into the second.
fn moved(
    script: &Script<'_>,
    known: &Known,
    (first, second): (&Expression<'_>, &Expression<'_>),
    end: u32,
) -> Option<Edit> {
    let target = match first {
        Expression::AssignmentExpression(assignment) => match &assignment.left {
            AssignmentTarget::AssignmentTargetIdentifier(target) => target,
            _ => return None,
        },
        Expression::UpdateExpression(update) if update.prefix => match &update.argument {
            SimpleAssignmentTarget::AssignmentTargetIdentifier(target) => target,
            _ => return None,
        },
        _ => return None,
    };
    let place = Moved::of(script, first, script.symbol(target)?, known).first(second)?;
    let gone = replace(&Span::new(first.span().start, end), "");
    let text = format!("({})", script.text(first));
    Edit::of("fold", vec![gone, replace(&place, text)])
}

/// Moves the last expression of a statement into the declaration after it.
fn into_declaration(script: &Script<'_>, known: &Known, pair: &[Statement<'_>]) -> Option<Edit> {
    let [
        Statement::ExpressionStatement(first),
        Statement::VariableDeclaration(second),
    ] = pair
    else {
        return None;
    };
    let value = second.declarations.first()?.init.as_ref()?;
    // The statement stays, so that its end stays too.
    let end = first.expression.span().end;
    match &first.expression {
        Expression::SequenceExpression(sequence) => {
            let [.., before, last] = &sequence.expressions[..] else {
                return None;
            };
            let mut edit = moved(script, known, (last, value), end)?;
            // With the comma before it.
            edit.splices[0].start = before.span().end as usize;
            Some(edit)
        }
        only => moved(script, known, (only, value), end),
    }
}
