//! `a&&!b` for `!(!a||b)`, where only the truth of the value counts.

use golfchess_sizes::edit::Splice;
use oxc_ast::AstKind;
use oxc_ast::ast::{Expression, LogicalExpression};
use oxc_span::GetSpan;
use oxc_syntax::operator::{BinaryOperator, LogicalOperator, UnaryOperator};

use crate::rewrite::{Script, replace, walk};

/// All such replacements that are shorter.
pub(super) fn nots(script: &Script<'_>) -> Vec<Splice> {
    let mut splices = Vec::new();
    walk::all(script.program, |node| {
        let test = match node {
            AstKind::IfStatement(one) => Some(&one.test),
            AstKind::WhileStatement(one) => Some(&one.test),
            AstKind::DoWhileStatement(one) => Some(&one.test),
            AstKind::ForStatement(one) => one.test.as_ref(),
            AstKind::ConditionalExpression(one) => Some(&one.test),
            _ => None,
        };
        if let Some(Expression::UnaryExpression(not)) = test
            && not.operator == UnaryOperator::LogicalNot
            && let Expression::LogicalExpression(inner) = &not.argument
            && let Some(text) = negated(script, inner)
            && text.len() < not.span.size() as usize
        {
            splices.push(replace(&**not, text));
        }
    });
    splices
}

fn negated(script: &Script<'_>, logical: &LogicalExpression<'_>) -> Option<String> {
    let operator = match logical.operator {
        LogicalOperator::And => "||",
        LogicalOperator::Or => "&&",
        LogicalOperator::Coalesce => return None,
    };
    let [left, right] = [&logical.left, &logical.right].map(|one| not(script, one));
    Some(format!("{}{operator}{}", left?, right?))
}

/// The opposite of an operand, as an operand of `&&` or `||`.
fn not(script: &Script<'_>, operand: &Expression<'_>) -> Option<String> {
    match operand {
        Expression::UnaryExpression(unary) if unary.operator == UnaryOperator::LogicalNot => {
            binds(&unary.argument).then(|| script.text(&unary.argument).to_owned())
        }
        Expression::BinaryExpression(binary) => {
            let operator = opposite(binary.operator)?;
            let [left, right] = [&binary.left, &binary.right].map(|one| script.text(&one.span()));
            Some(format!("{left}{operator}{right}"))
        }
        other if binds(other) => Some(format!("!{}", script.text(&other.span()))),
        _ => None,
    }
}

/// The operator that is true where this one is false.
pub(super) fn opposite(operator: BinaryOperator) -> Option<&'static str> {
    match operator {
        BinaryOperator::Equality => Some("!="),
        BinaryOperator::Inequality => Some("=="),
        BinaryOperator::StrictEquality => Some("!=="),
        BinaryOperator::StrictInequality => Some("==="),
        _ => None,
    }
}

/// Whether an expression needs no parentheses behind `!`.
pub(super) fn binds(expression: &Expression<'_>) -> bool {
    matches!(
        expression,
        Expression::Identifier(_)
            | Expression::CallExpression(_)
            | Expression::StaticMemberExpression(_)
            | Expression::ComputedMemberExpression(_)
            | Expression::PrivateFieldExpression(_)
            | Expression::ChainExpression(_)
            | Expression::ThisExpression(_)
            | Expression::UnaryExpression(_)
    )
}
