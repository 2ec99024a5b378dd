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
    has_call(script, Use::Callee) || has_call(script, Use::Operand)
}

/// What must be a value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    /// A function that is called, or the tag of a template.
    Callee,
    /// What `typeof` or `delete` gets.
    Operand,
}

/// Whether a value of this use is the call of a function that returns a reference.
fn has_call(script: &Script<'_>, used: Use) -> bool {
    let functions = script.facts().functions.iter();
    let functions = functions.filter(|one| returns_reference(one, used));
    let functions: Vec<&Body<'_>> = functions.collect();
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
            AstKind::CallExpression(call) if used == Use::Callee => &call.callee,
            AstKind::TaggedTemplateExpression(tagged) if used == Use::Callee => &tagged.tag,
            AstKind::UnaryExpression(unary)
                if used == Use::Operand
                    && matches!(
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

/// Whether a function ends with a property or a variable. A variable has no `this` for a call.
fn returns_reference(function: &Body<'_>, used: Use) -> bool {
    let value = function.value.or_else(|| function.last_value());
    value.is_some_and(|value| match value {
        Expression::Identifier(name) => used == Use::Operand || name.name == "eval",
        Expression::ChainExpression(_) => true,
        other => other.is_member_expression(),
    })
}
