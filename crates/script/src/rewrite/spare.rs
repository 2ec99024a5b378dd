//! Drops parameters that nothing uses, and their arguments: `f=(a,b)=>a` with `f(c,d)` is `f=a=>a` with `f(c)`.
//!
//! All calls of the function are known, or it is given to a method that only calls it. So nothing reads its number of
//! parameters.

use std::collections::BTreeSet;

use golfchess_sizes::edit::{Edit, Splice};
use oxc_ast::ast::{Argument, ArrayExpressionElement, CallExpression, Expression, FormalParameter};
use oxc_span::{GetSpan, Span};
use oxc_syntax::operator::UnaryOperator;

use super::{Script, arrows, replace};
use crate::globals;
use crate::script::Body;

/// All such edits, one for a function.
pub(super) fn edits(script: &Script<'_>, keep: &[String]) -> Vec<Edit> {
    let given = arrows::given(script);
    let functions = script.facts().functions.iter();
    let edits = functions.filter_map(|function| {
        let calls = calls(script, keep, function);
        // A function with its own name may ask itself for the number.
        let own = function.id.and_then(|id| id.symbol_id.get());
        let is_unnamed = own.is_none_or(|symbol| script.references(symbol).is_empty());
        let is_given = given.contains(&function.span.start) && is_unnamed;
        match calls.is_some() || is_given {
            true => edit(script, function, calls.as_deref()),
            false => None,
        }
    });
    edits.collect()
}

/// All calls of a function; `None` if there may be others.
fn calls<'a>(
    script: &Script<'a>,
    keep: &[String],
    function: &Body<'a>,
) -> Option<Vec<&'a CallExpression<'a>>> {
    let facts = script.facts();
    facts.all_calls(script, keep, function)?;
    let direct = function.call.filter(|_| function.id.is_none());
    match (direct, function.symbol) {
        (Some(call), _) => Some(vec![call]),
        (None, symbol) => {
            let uses = script.references(symbol?).iter();
            uses.map(|id| facts.call_of(*id)).collect()
        }
    }
}

fn edit(
    script: &Script<'_>,
    function: &Body<'_>,
    calls: Option<&[&CallExpression<'_>]>,
) -> Option<Edit> {
    // They see arguments without names.
    let text = script.text(&function.span);
    if function.params.rest.is_some() || text.contains("arguments") || text.contains("eval") {
        return None;
    }
    let all = &function.params.items;
    let count = all.len();
    let unused: Vec<bool> = all.iter().map(|one| is_unused(script, one)).collect();
    let kept = unused
        .iter()
        .rposition(|unused| !unused)
        .map_or(0, |at| at + 1);
    // An argument before others goes with its parameter, at all calls.
    let goes = |at: &usize| {
        let is_plain = |call: &&CallExpression<'_>| {
            let argument = call.arguments.get(*at);
            argument.is_none_or(|argument| is_plain(script, argument))
        };
        unused[*at] && calls.is_some_and(|calls| calls.iter().all(is_plain))
    };
    let mut dropped: BTreeSet<usize> = (0..kept).filter(goes).collect();
    dropped.extend(kept..count);
    let mut splices = Vec::new();
    for call in calls.unwrap_or_default() {
        let goes = |at: usize| {
            (dropped.contains(&at) || at >= count) && is_plain(script, &call.arguments[at])
        };
        splices.extend(without(&call.arguments, goes));
    }
    // `a=>1` is shorter than `()=>1`.
    if function.arrow.is_some()
        && dropped.len() == count
        && count > 0
        && all[0].initializer.is_none()
    {
        dropped.remove(&0);
    }
    splices.extend(without(all, |at| dropped.contains(&at)));
    Edit::of("spare", splices).filter(|edit| !edit.splices.is_empty())
}

/// Deletes elements of a list with the commas between them.
fn without(list: &[impl GetSpan], goes: impl Fn(usize) -> bool) -> Vec<Splice> {
    let mut splices = Vec::new();
    let mut at = 0;
    while at < list.len() {
        let first = at;
        while at < list.len() && goes(at) {
            at += 1;
        }
        if first == at {
            at += 1;
            continue;
        }
        let (start, end) = (list[first].span().start, list[at - 1].span().end);
        let span = match (list.get(at), first) {
            (Some(next), _) => Span::new(start, next.span().start),
            (None, 0) => Span::new(start, end),
            (None, _) => Span::new(list[first - 1].span().end, end),
        };
        splices.push(replace(&span, ""));
    }
    splices
}

/// Whether nothing uses a parameter, and no effect comes with it.
fn is_unused(script: &Script<'_>, parameter: &FormalParameter<'_>) -> bool {
    // A pattern may throw.
    let name = parameter.pattern.get_binding_identifier();
    let symbol = name.and_then(|name| name.symbol_id.get());
    let value = parameter.initializer.as_ref();
    symbol.is_some_and(|symbol| script.references(symbol).is_empty())
        && value.is_none_or(|value| has_no_effect(script, value))
}

fn is_plain(script: &Script<'_>, argument: &Argument<'_>) -> bool {
    let value = argument.as_expression();
    value.is_some_and(|value| has_no_effect(script, value))
}

/// Whether an expression only has a value: it calls, changes and converts nothing, and cannot throw.
fn has_no_effect(script: &Script<'_>, value: &Expression<'_>) -> bool {
    match value {
        Expression::Identifier(name) => {
            script.symbol(name).is_some() || globals::is_known(&name.name)
        }
        Expression::ThisExpression(_)
        | Expression::FunctionExpression(_)
        | Expression::ArrowFunctionExpression(_) => true,
        Expression::UnaryExpression(unary) => match unary.operator {
            UnaryOperator::LogicalNot | UnaryOperator::Typeof | UnaryOperator::Void => {
                has_no_effect(script, &unary.argument)
            }
            UnaryOperator::UnaryNegation => unary.argument.is_number(),
            _ => false,
        },
        Expression::LogicalExpression(logical) => {
            has_no_effect(script, &logical.left) && has_no_effect(script, &logical.right)
        }
        Expression::ArrayExpression(list) => list.elements.iter().all(|element| match element {
            ArrayExpressionElement::Elision(_) => true,
            element => {
                let value = element.as_expression();
                value.is_some_and(|value| has_no_effect(script, value))
            }
        }),
        Expression::TemplateLiteral(text) => text.expressions.is_empty(),
        value => value.is_literal(),
    }
}
