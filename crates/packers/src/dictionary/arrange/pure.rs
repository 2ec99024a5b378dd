//! Expressions that only read.

use golfchess_script::walk::{self, Root};
use oxc_ast::AstKind;
use oxc_ast::ast::Expression;
use oxc_syntax::operator::UnaryOperator;

/// Whether the value of an expression neither changes anything nor depends on when it is read among
/// other reads. Reads of properties and conversions count as reads, see [`super::converts`].
pub(super) fn is_pure<'a>(expression: &impl Root<'a>) -> bool {
    !walk::any(expression, acts)
}

/// Whether the value is always the same and runs nothing.
pub(super) fn is_constant(expression: &Expression<'_>) -> bool {
    match expression {
        Expression::TemplateLiteral(template) => template.expressions.is_empty(),
        Expression::UnaryExpression(unary) => {
            unary.operator.is_arithmetic() && is_constant(&unary.argument)
        }
        other => other.is_literal(),
    }
}

/// Whether the value only reads. Functions in it may have effects when they are called.
pub(super) fn is_pure_now(expression: &Expression<'_>) -> bool {
    let mut found = false;
    walk::outside_functions(expression, |node| found |= acts(node));
    !found
}

fn acts(node: AstKind<'_>) -> bool {
    match node {
        AstKind::Class(_) | AstKind::ImportExpression(_) => true,
        AstKind::UnaryExpression(unary) => unary.operator == UnaryOperator::Delete,
        other => walk::acts(other),
    }
}

/// The variables that code reads. Functions in it read theirs later.
pub(super) fn reads<'a>(code: &impl Root<'a>) -> Vec<String> {
    let mut names = Vec::new();
    walk::outside_functions(code, |node| {
        if let AstKind::IdentifierReference(name) = node {
            names.push(name.name.to_string());
        }
    });
    names
}
