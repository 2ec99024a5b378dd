//! Expressions that oxc's compressor deletes where they have no use, though they may throw.

use oxc_ast::AstKind;
use oxc_ast::ast::{BinaryExpression, CallExpression, Expression};
use oxc_semantic::Scoping;
use oxc_syntax::operator::{BinaryOperator, UnaryOperator};
use oxc_syntax::symbol::{SymbolFlags, SymbolId};

use crate::globals;
use crate::script::Script;
use crate::walk::{self, Root};

/// Objects of browsers whose functions convert what they are given.
const CONVERTING: [&str; 15] = [
    "BigInt64Array",
    "BigUint64Array",
    "Date",
    "Float32Array",
    "Float64Array",
    "Int8Array",
    "Int16Array",
    "Int32Array",
    "Math",
    "Number",
    "String",
    "Uint8Array",
    "Uint8ClampedArray",
    "Uint16Array",
    "Uint32Array",
];

/// Whether nothing reads a variable.
pub(super) fn is_unread(scoping: &Scoping, symbol: SymbolId) -> bool {
    let mut references = scoping.get_resolved_references(symbol);
    !references.any(|reference| reference.is_read())
}

/// Whether an expression without a use may be deleted, though it may throw.
pub(super) fn may_be_lost(script: &Script<'_>, expression: &Expression<'_>) -> bool {
    let is_kept = match expression {
        Expression::CallExpression(call) => !converts(script, call),
        Expression::NewExpression(_)
        | Expression::AssignmentExpression(_)
        | Expression::UpdateExpression(_)
        | Expression::AwaitExpression(_)
        | Expression::YieldExpression(_) => true,
        _ => false,
    };
    !is_kept && may_throw(script, expression)
}

/// Whether something may throw in an expression, outside of the functions in it.
fn may_throw<'a>(script: &Script<'_>, expression: &impl Root<'a>) -> bool {
    let mut found = false;
    walk::outside_functions(expression, |node| {
        let key = walk::key(node).and_then(|key| key.as_expression());
        found |= key.is_some_and(|key| !is_plain(key))
            || match node {
                AstKind::BinaryExpression(binary) => compares(binary),
                AstKind::CallExpression(call) => converts(script, call),
                AstKind::Class(class) => {
                    let heritage = class.heritage_expression();
                    heritage.is_some_and(|heritage| may_be_no_class(script, heritage))
                }
                _ => false,
            };
    });
    found
}

/// Whether a call only converts values, such as `String(a)` or `Math.abs(a)`: it throws for an object without
/// a text or a number.
fn converts(script: &Script<'_>, call: &CallExpression<'_>) -> bool {
    let name = match &call.callee {
        Expression::StaticMemberExpression(member) => {
            let object = member.object.get_identifier_reference();
            object.filter(|name| CONVERTING.contains(&name.name.as_str()))
        }
        callee => callee
            .get_identifier_reference()
            .filter(|name| name.name == "String"),
    };
    name.is_some_and(|name| script.symbol(name).is_none())
        && !call
            .arguments
            .iter()
            .all(|one| one.as_expression().is_some_and(is_plain))
}

/// Whether a comparison may convert an operand.
fn compares(binary: &BinaryExpression<'_>) -> bool {
    let is_null = |side: &Expression<'_>| side.is_null() || side.is_specific_id("undefined");
    let are_plain = is_plain(&binary.left) && is_plain(&binary.right);
    match binary.operator {
        BinaryOperator::LessThan
        | BinaryOperator::LessEqualThan
        | BinaryOperator::GreaterThan
        | BinaryOperator::GreaterEqualThan => !are_plain,
        BinaryOperator::Equality | BinaryOperator::Inequality => {
            !(is_null(&binary.left) || is_null(&binary.right) || are_plain)
        }
        _ => false,
    }
}

fn may_be_no_class(script: &Script<'_>, heritage: &Expression<'_>) -> bool {
    let Some(name) = heritage.get_identifier_reference() else {
        return !heritage.is_null();
    };
    match script.symbol(name) {
        Some(symbol) => {
            let known = SymbolFlags::Class | SymbolFlags::Function;
            !script.scoping().symbol_flags(symbol).intersects(known)
        }
        None => !globals::is_known(&name.name),
    }
}

/// Whether a comparison with this value needs no conversion of the other one that may throw.
fn is_plain(value: &Expression<'_>) -> bool {
    match value {
        Expression::UnaryExpression(unary) => {
            unary.operator == UnaryOperator::Typeof || is_plain(&unary.argument)
        }
        Expression::TemplateLiteral(_) => true,
        value => value.is_literal(),
    }
}

/// Whether code has an effect, outside of functions: the compressor keeps it, with what decides whether it runs.
pub(super) fn acts<'a>(code: &impl Root<'a>) -> bool {
    let mut found = false;
    walk::some(code, |node| {
        found |= match node {
            AstKind::EmptyStatement(_)
            | AstKind::ExpressionStatement(_)
            | AstKind::BlockStatement(_)
            | AstKind::IfStatement(_) => false,
            AstKind::Function(function) => function.is_declaration(),
            AstKind::Class(class) => class.is_declaration(),
            other => walk::acts(other) || other.is_statement(),
        };
        !found && !walk::is_function(node)
    });
    found
}

/// Whether something catches errors, and the declaration of a class that nothing uses may throw.
pub(super) fn loses_class(script: &Script<'_>) -> bool {
    if !(script.source.contains("try") && script.source.contains("class")) {
        return false;
    }
    walk::any(script.program, |node| match node {
        AstKind::Class(class) if class.is_declaration() => {
            let symbol = class.id.as_ref().and_then(|id| id.symbol_id.get());
            symbol.is_some_and(|symbol| is_unread(script.scoping(), symbol))
                && may_throw(script, class)
        }
        _ => false,
    })
}
