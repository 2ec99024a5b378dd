//! Puts functions where they are called.

use std::collections::HashMap;

use golfchess_sizes::edit::Edit;
use oxc_ast::AstKind;
use oxc_ast::ast::{
    BindingIdentifier, Class, ClassElement, Expression, Function, Statement, VariableDeclarator,
};
use oxc_span::Span;
use oxc_syntax::reference::ReferenceId;

use super::calls::{self, APPLY};
use super::{Script, has_own, known, replace, walk};
use crate::globals;

/// The edits of [`edits`] that put the value of a function in the places of its calls.
pub(super) fn applications(script: &Script<'_>, keep: &[String]) -> Vec<Edit> {
    let mut edits = edits(script, keep);
    edits.retain(|edit| edit.kind == APPLY);
    edits
}

/// An edit for each function that can be put where it is used.
pub(super) fn edits(script: &Script<'_>, keep: &[String]) -> Vec<Edit> {
    let mut edits = calls::direct(script);
    let values = values(script);
    walk::all(script.program, |node| {
        for statement in walk::body(node).unwrap_or_default() {
            match statement {
                Statement::VariableDeclaration(declaration) => {
                    let declared = declaration.declarations.iter();
                    edits.extend(declared.flat_map(|one| of_variable(script, keep, one)));
                }
                Statement::FunctionDeclaration(function) => {
                    edits.extend(of_declaration(script, keep, function, &values));
                }
                Statement::ClassDeclaration(class) => {
                    edits.extend(of_class(script, keep, class, &values));
                }
                _ => {}
            }
        }
        // (A `var` of a block may be used outside, where it has no value.)
        if let AstKind::BlockStatement(block) = node {
            let lexical = block.body.iter().filter_map(|statement| match statement {
                Statement::VariableDeclaration(one) if one.kind.is_lexical() => Some(one),
                _ => None,
            });
            let declared = lexical.flat_map(|one| &one.declarations);
            edits.extend(declared.flat_map(|one| of_variable(script, keep, one)));
        }
    });
    edits
}

/// The references that are evaluated once in their function, outside of loops and classes, and where
/// they are.
fn values(script: &Script<'_>) -> HashMap<ReferenceId, Span> {
    let mut values = HashMap::new();
    walk::within(script.program, |node, around| {
        if let AstKind::IdentifierReference(name) = node
            && let Some(id) = name.reference_id.get()
        {
            let outer = around.iter().rev();
            let mut outer = outer.take_while(|outer| !walk::is_function(**outer));
            let is_repeated = outer.any(|outer| match outer {
                AstKind::Class(_) => true,
                // The name of a shorthand property is no place for a function.
                AstKind::ObjectProperty(property) => property.shorthand,
                other => other.is_iteration_statement(),
            });
            if !is_repeated {
                values.insert(id, name.span);
            }
        }
    });
    values
}

/// A variable that holds a function. The compressor deletes it when nothing uses it any more.
fn of_variable(
    script: &Script<'_>,
    keep: &[String],
    declarator: &VariableDeclarator<'_>,
) -> Vec<Edit> {
    let name = declarator.id.get_binding_identifier();
    let Some(symbol) = name.and_then(|name| name.symbol_id.get()) else {
        return Vec::new();
    };
    let Some(Expression::ArrowFunctionExpression(arrow)) = &declarator.init else {
        return Vec::new();
    };
    let calls_itself = |id: &ReferenceId| {
        let call = script.facts().call_of(*id).filter(|call| !call.optional);
        call.is_some_and(|call| arrow.span.contains_inclusive(call.span))
    };
    if script.is_kept(keep, symbol)
        || !script.is_never_written(symbol)
        || script.references(symbol).iter().any(calls_itself)
        || has_own(&**arrow)
    {
        return Vec::new();
    }
    let moved = calls::moved(script, symbol, script.text(&arrow.span));
    let applied = calls::applied(script, symbol, arrow);
    moved.into_iter().chain(applied).collect()
}

/// A class whose only use is a value behind it.
fn of_class(
    script: &Script<'_>,
    keep: &[String],
    class: &Class<'_>,
    values: &HashMap<ReferenceId, Span>,
) -> Option<Edit> {
    let id = class.id.as_ref()?;
    let place = only_value(script, keep, id, values)?;
    if place.start < class.span.end || !is_pure_class(script, class) {
        return None;
    }
    let text = script.text(&Span::new(id.span.end, class.span.end));
    let splices = vec![
        replace(class, ""),
        replace(&place, format!("(class{text})")),
    ];
    Edit::of("value", splices)
}

/// Whether code between a class and its use does not see where the class is made.
pub(super) fn is_pure_class(script: &Script<'_>, class: &Class<'_>) -> bool {
    let heritage = match class.heritage.as_ref().map(|one| &one.expression) {
        None => true,
        Some(Expression::Identifier(name)) => {
            let symbol = script.symbol(name);
            match symbol {
                Some(symbol) => script.is_never_written(symbol),
                None => globals::is_known(&name.name) && !known::is_written(script, &name.name),
            }
        }
        Some(_) => false,
    };
    heritage
        && class.decorators.is_empty()
        && class.body.body.iter().all(|element| match element {
            ClassElement::MethodDefinition(method) => {
                !method.computed && method.decorators.is_empty()
            }
            ClassElement::PropertyDefinition(property) => {
                !property.computed && !property.r#static && property.decorators.is_empty()
            }
            _ => false,
        })
}

/// The only use of what a name declares, in the function that declares it.
fn only_value(
    script: &Script<'_>,
    keep: &[String],
    id: &BindingIdentifier<'_>,
    values: &HashMap<ReferenceId, Span>,
) -> Option<Span> {
    let symbol = id.symbol_id.get()?;
    let &[only] = script.references(symbol) else {
        return None;
    };
    let scope = script.scoping().get_reference(only).scope_id();
    let is_own = script.function(scope) == script.home(symbol)
        && script.is_never_written(symbol)
        && !script.is_kept(keep, symbol);
    values.get(&only).copied().filter(|_| is_own)
}

/// A function whose only use is a value.
fn of_declaration(
    script: &Script<'_>,
    keep: &[String],
    function: &Function<'_>,
    values: &HashMap<ReferenceId, Span>,
) -> Option<Edit> {
    let id = function.id.as_ref()?;
    let place = only_value(script, keep, id, values)?;
    let before = script.text(&Span::new(function.span.start, id.span.start));
    let after = script.text(&Span::new(id.span.end, function.span.end));
    let text = format!("({before}{after})");
    Edit::of(
        "value",
        vec![replace(&function.span, ";"), replace(&place, text)],
    )
}
