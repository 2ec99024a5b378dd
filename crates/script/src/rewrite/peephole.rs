//! Shorter expressions for single operators and numbers.

use golfchess_sizes::edit::Splice;
use oxc_ast::AstKind;
use oxc_ast::ast::{
    AssignmentExpression, AssignmentTarget, BinaryExpression, ConditionalExpression, Expression,
    ExpressionStatement, PropertyKey,
};
use oxc_span::Span;
use oxc_syntax::operator::BinaryOperator;

use super::{replace, walk};
use crate::script::Tree;

/// The script with shorter operators: `a|0` for `a&4294967295`, `.1` for `1/10`, `a+=b` for
/// `a=a+=b`.
pub(super) fn operators(source: &str) -> String {
    let mut text = source.to_owned();
    // One at a time: operands contain each other.
    let first = |tree: &Tree<'_>| {
        let mut found = None;
        walk::any(tree.program, |node| {
            found = operator(tree, node);
            found.is_some()
        });
        found.into_iter().collect::<Vec<Splice>>()
    };
    while let Some(next) = Tree::edited(&text, first).filter(|next| *next != text) {
        text = next;
    }
    text
}

/// The script with shorter numbers: `2**32` for `4294967296`. The compressor would undo it.
pub(super) fn numbers(source: &str) -> String {
    edited(source, |_, node, around| match node {
        AstKind::NumericLiteral(literal) => {
            // The name of a property is no expression.
            let key = around.last().and_then(|parent| walk::key(*parent));
            let is_key = key.is_some_and(
                |key| matches!(key, PropertyKey::NumericLiteral(key) if key.span == literal.span),
            );
            let text = power(literal.value).filter(|_| !is_key);
            text.into_iter()
                .map(|text| replace(literal, text))
                .collect()
        }
        _ => Vec::new(),
    })
}

/// The script with `!function(){}()` for statements that are `(function(){})()`.
pub(super) fn calls(source: &str) -> String {
    edited(source, |tree, node, _| match node {
        AstKind::ExpressionStatement(statement) => call(tree, statement).unwrap_or_default(),
        _ => Vec::new(),
    })
}

/// The script with all replacements of nodes.
fn edited(
    source: &str,
    find: impl for<'a> Fn(&Tree<'a>, AstKind<'a>, &[AstKind<'a>]) -> Vec<Splice>,
) -> String {
    let text = Tree::edited(source, |tree| {
        let mut splices = Vec::new();
        walk::within(tree.program, |node, around| {
            splices.extend(find(tree, node, around));
        });
        splices
    });
    text.unwrap_or_else(|| source.to_owned())
}

/// A shorter operator in the place of a node.
fn operator(tree: &Tree<'_>, node: AstKind<'_>) -> Option<Splice> {
    let text = match node {
        AstKind::BinaryExpression(binary) => of_binary(tree, binary),
        AstKind::ConditionalExpression(conditional) => of_conditional(tree, conditional),
        AstKind::AssignmentExpression(assignment) => of_assignment(tree, assignment),
        _ => None,
    };
    text.map(|text| replace(&node, text))
}

/// Whether two expressions are the same variable.
fn is_one_name(left: &Expression<'_>, right: &Expression<'_>) -> bool {
    match (left, right) {
        (Expression::Identifier(left), Expression::Identifier(right)) => left.name == right.name,
        _ => false,
    }
}

/// The value of a number.
fn number(expression: &Expression<'_>) -> Option<f64> {
    match expression {
        Expression::NumericLiteral(number) => Some(number.value),
        _ => None,
    }
}

fn of_binary(tree: &Tree<'_>, binary: &BinaryExpression<'_>) -> Option<String> {
    let (left, right) = (number(&binary.left), number(&binary.right));
    match (binary.operator, left, right) {
        // The operators take their operands as 32 bits. A BigInt is an error with both masks.
        (BinaryOperator::BitwiseAnd, None, Some(mask)) if mask == f64::from(u32::MAX) => {
            Some(format!("(({})|0)", tree.text(&binary.left)))
        }
        // A value has the type of itself.
        (BinaryOperator::StrictEquality | BinaryOperator::StrictInequality, None, None)
            if is_one_name(&binary.left, &binary.right) =>
        {
            let text = tree.text(binary);
            Some(format!("({})", text.replacen("==", "=", 1)))
        }
        (BinaryOperator::Division, Some(left), Some(right)) => {
            let text = decimal(left / right);
            (right != 0.0 && text.len() < binary.span.size() as usize).then_some(text)
        }
        _ => None,
    }
}

/// `a?b:(c,b)` is `(a||c,b)`.
fn of_conditional(tree: &Tree<'_>, conditional: &ConditionalExpression<'_>) -> Option<String> {
    let (one, two) = (&conditional.consequent, &conditional.alternate);
    let (operator, name, other) = match (one, two) {
        (Expression::Identifier(_), Expression::SequenceExpression(other)) => ("||", one, other),
        (Expression::SequenceExpression(other), Expression::Identifier(_)) => ("&&", two, other),
        _ => return None,
    };
    let [before @ .., last] = &other.expressions[..] else {
        return None;
    };
    let before: Vec<&str> = before.iter().map(|one| tree.text(one)).collect();
    let (test, value) = (tree.text(&conditional.test), tree.text(name));
    is_one_name(name, last).then(|| format!("(({test}){operator}({}),{value})", before.join(",")))
}

fn of_assignment(tree: &Tree<'_>, assignment: &AssignmentExpression<'_>) -> Option<String> {
    if assignment.operator.is_assign()
        && let AssignmentTarget::AssignmentTargetIdentifier(target) = &assignment.left
        && let Expression::AssignmentExpression(inner) = &assignment.right
        && let AssignmentTarget::AssignmentTargetIdentifier(other) = &inner.left
        && target.name == other.name
        && !inner.operator.is_logical()
    {
        return Some(format!("({})", tree.text(&inner.span)));
    }
    None
}

fn call(tree: &Tree<'_>, statement: &ExpressionStatement<'_>) -> Option<Vec<Splice>> {
    let first = match &statement.expression {
        Expression::SequenceExpression(sequence) => sequence.expressions.first()?,
        only => only,
    };
    let Expression::CallExpression(call) = first else {
        return None;
    };
    let Expression::FunctionExpression(function) = &call.callee else {
        return None;
    };
    let Span { start, end, .. } = function.span;
    let is_enclosed = tree.source[..start as usize].ends_with('(')
        && tree.source[end as usize..].starts_with(')')
        && start - 1 == statement.span.start;
    is_enclosed.then(|| {
        vec![
            replace(&Span::new(start - 1, start), "!"),
            replace(&Span::new(end, end + 1), ""),
        ]
    })
}

/// A number as the shortest decimal that has its value.
fn decimal(value: f64) -> String {
    let text = value.to_string();
    text.strip_prefix("0.")
        .map_or_else(|| text.clone(), |rest| format!(".{rest}"))
}

/// A large number as a power of two, if that is shorter with parentheses.
fn power(value: f64) -> Option<String> {
    let power = |value: f64| {
        let exponent = value.log2();
        (value >= 1e6 && exponent.fract() == 0.0 && exponent < 1000.0)
            .then(|| format!("2**{exponent}"))
            .filter(|_| 2f64.powi(exponent as i32) == value)
    };
    match power(value) {
        Some(text) => Some(format!("({text})")),
        None => power(value + 1.0)
            .filter(|_| (1e8..9e15).contains(&value))
            .map(|text| format!("({text}-1)")),
    }
}
