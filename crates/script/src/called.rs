//! Calls whose value is a reference where only a value is meant.
//!
//! With `f=()=>o.m`, the call `f()()` has no `this`, but `o.m()` has one; with `f=()=>a`, `typeof f()` throws
//! where `typeof a` does not. A compressor that puts such a function in the place of its call changes that.

use std::collections::HashSet;

use oxc_ast::AstKind;
use oxc_ast::ast::Expression;
use oxc_syntax::operator::UnaryOperator;
use oxc_syntax::symbol::SymbolId;

use super::script::{Body, Script};
use super::walk;

/// Whether a script has such a call.
pub(super) fn uses_value_of_reference(script: &Script<'_>) -> bool {
    let functions = script.facts().functions.iter();
    let functions: Vec<&Body<'_>> = functions.filter(|one| returns_reference(one)).collect();
    // Most scripts have none.
    if functions.is_empty() {
        return false;
    }
    let own = |one: &&Body<'_>| one.id.and_then(|id| id.symbol_id.get());
    let symbols = functions.iter().filter_map(own);
    let symbols = symbols.chain(functions.iter().filter_map(|one| one.symbol));
    let symbols: HashSet<SymbolId> = symbols.collect();
    let is_found = |callee: &Expression<'_>| match callee {
        Expression::Identifier(name) => {
            let symbol = script.symbol(name);
            symbol.is_some_and(|symbol| symbols.contains(&symbol))
        }
        Expression::ArrowFunctionExpression(arrow) => {
            functions.iter().any(|one| one.span == arrow.span)
        }
        Expression::FunctionExpression(function) => {
            functions.iter().any(|one| one.span == function.span)
        }
        _ => false,
    };
    walk::any(script.program, |node| {
        // An expression that must be a value.
        let value = match node {
            AstKind::CallExpression(call) => &call.callee,
            AstKind::TaggedTemplateExpression(tagged) => &tagged.tag,
            AstKind::UnaryExpression(unary)
                if matches!(
                    unary.operator,
                    UnaryOperator::Delete | UnaryOperator::Typeof
                ) =>
            {
                &unary.argument
            }
            _ => return false,
        };
        matches!(value, Expression::CallExpression(call) if is_found(&call.callee))
    })
}

/// Whether a function does nothing but return a property or a variable.
fn returns_reference(function: &Body<'_>) -> bool {
    let value = function.value.or_else(|| function.last_value());
    value.is_some_and(|value| {
        value.is_member_expression()
            || matches!(
                value,
                Expression::Identifier(_) | Expression::ChainExpression(_)
            )
    })
}
