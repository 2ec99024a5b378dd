//! The calls of a script, and what the values of functions are in their places.

use golfchess_sizes::edit::{Edit, Splice};
use oxc_ast::AstKind;
use oxc_ast::ast::{ArrowFunctionExpression, CallExpression, Expression};
use oxc_span::{GetSpan, Span};
use oxc_syntax::symbol::SymbolId;

use super::{Script, replace, walk};

/// The kind of the edits that put the value of a function in the places of its calls.
pub(super) const APPLY: &str = "apply";

/// An arrow function in the place of its only call.
pub(super) fn moved(script: &Script<'_>, symbol: SymbolId, arrow: &str) -> Option<Edit> {
    let &[only] = script.references(symbol) else {
        return None;
    };
    let call = plain_call(script.facts().call_of(only)?)?;
    let name = call.callee.span();
    Edit::of("inline", vec![replace(&name, format!("({arrow})"))])
}

/// The value of an arrow function in the places of all its calls.
pub(super) fn applied(
    script: &Script<'_>,
    symbol: SymbolId,
    arrow: &ArrowFunctionExpression<'_>,
) -> Option<Edit> {
    let calls = script.references(symbol).iter();
    let calls = calls.map(|reference| {
        let call = script.facts().call_of(*reference)?;
        application(script, call, arrow)
    });
    let splices: Vec<Splice> = calls.collect::<Option<_>>()?;
    Edit::of(APPLY, splices).filter(|edit| !edit.splices.is_empty())
}

/// The values of the arrow functions that are called where they are written.
pub(super) fn direct(script: &Script<'_>) -> Vec<Edit> {
    let calls = script.facts().calls.iter();
    let edits = calls.filter_map(|call| match &call.callee {
        Expression::ArrowFunctionExpression(arrow) => {
            Edit::of(APPLY, vec![application(script, call, arrow)?])
        }
        _ => None,
    });
    edits.collect()
}

/// A call that is made in any case.
fn plain_call<'c, 'a>(call: &'c CallExpression<'a>) -> Option<&'c CallExpression<'a>> {
    (!call.optional).then_some(call)
}

/// Whether the value of an argument is the same whenever it is read.
fn is_constant(script: &Script<'_>, argument: &Expression<'_>) -> bool {
    match argument {
        Expression::Identifier(name) => {
            let symbol = script.symbol(name);
            symbol.is_some_and(|symbol| !script.is_written_elsewhere(symbol))
        }
        Expression::StringLiteral(_)
        | Expression::NumericLiteral(_)
        | Expression::BooleanLiteral(_)
        | Expression::NullLiteral(_) => true,
        _ => false,
    }
}

/// The value of the function in the place of a call. All arguments must have the same value for
/// the whole call.
fn application(
    script: &Script<'_>,
    call: &CallExpression<'_>,
    arrow: &ArrowFunctionExpression<'_>,
) -> Option<Splice> {
    let call = plain_call(call)?;
    let arguments = call.arguments.iter().map(|one| one.as_expression());
    let arguments: Vec<&Expression<'_>> = arguments.collect::<Option<_>>()?;
    if arrow.r#async || arrow.params.rest.is_some() {
        return None;
    }
    let value = arrow.body.as_expression()?;
    let places = places(script, value)?;
    if arguments.len() != arrow.params.items.len() {
        return None;
    }
    let mut replaced = Vec::new();
    for (parameter, argument) in arrow.params.items.iter().zip(arguments) {
        let name = parameter.pattern.get_binding_identifier()?;
        let symbol = name.symbol_id.get()?;
        let is_plain = parameter.initializer.is_none() && script.is_never_written(symbol);
        if !is_plain || !is_constant(script, argument) {
            return None;
        }
        let text = format!("({})", script.text(argument));
        let start = value.span().start;
        let places = places.iter().filter(|(used, _)| *used == symbol);
        replaced.extend(
            places.map(|(_, place)| {
                replace(&Span::new(place.start - start, place.end - start), &*text)
            }),
        );
    }
    let text = Edit::of(APPLY, replaced)?.apply(script.text(value));
    Some(replace(call, format!("({text})")))
}

/// Where the value of a function uses variables. `None` if it cannot be moved: it has a function, which
/// may run later, or the name of a property that is also a variable.
fn places(script: &Script<'_>, value: &Expression<'_>) -> Option<Vec<(SymbolId, Span)>> {
    let mut places = Vec::new();
    let is_open = walk::any(value, |node| match node {
        AstKind::IdentifierReference(name) => {
            let symbol = script.symbol(name);
            places.extend(symbol.map(|symbol| (symbol, name.span)));
            false
        }
        AstKind::ObjectProperty(property) => property.shorthand,
        // A tag gets the same array for each value of one template.
        AstKind::TaggedTemplateExpression(_) | AstKind::Class(_) => true,
        other => walk::is_function(other),
    });
    (!is_open).then_some(places)
}
