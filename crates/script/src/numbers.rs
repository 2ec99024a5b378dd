//! Expressions whose values are numbers.

use oxc_ast::ast::Expression;
use oxc_syntax::operator::BinaryOperator;

/// Whether the value is a number or a `BigInt`, never a text.
pub fn is_number(expression: &Expression<'_>) -> bool {
    match expression {
        Expression::NumericLiteral(_) | Expression::UpdateExpression(_) => true,
        Expression::UnaryExpression(unary) => {
            unary.operator.is_arithmetic() || unary.operator.is_bitwise()
        }
        Expression::BinaryExpression(binary) => {
            binary.operator.is_bitwise()
                || binary.operator.is_arithmetic() && binary.operator != BinaryOperator::Addition
        }
        _ => false,
    }
}
