//! No `constructor(){}`, and no `constructor(...a){super(...a)}`.

use golfchess_sizes::edit::Splice;
use oxc_ast::AstKind;
use oxc_ast::ast::{
    Argument, Class, ClassElement, Expression, Function, MethodDefinitionKind, Statement,
};

use crate::rewrite::{Script, replace, walk};

/// All constructors that do what a class does without one.
pub(super) fn constructors(script: &Script<'_>) -> Vec<Splice> {
    let mut splices = Vec::new();
    walk::all(script.program, |node| {
        if let AstKind::Class(class) = node {
            splices.extend(constructor(class));
        }
    });
    splices
}

fn constructor(class: &Class<'_>) -> Option<Splice> {
    let mut methods = class.body.body.iter().filter_map(|element| match element {
        ClassElement::MethodDefinition(method) => Some(method),
        _ => None,
    });
    let method = methods.find(|method| method.kind == MethodDefinitionKind::Constructor)?;
    let is_needless = match class.heritage {
        None => is_empty(&method.value),
        Some(_) => passes_on(&method.value),
    };
    (is_needless && method.decorators.is_empty()).then(|| replace(&**method, ""))
}

/// Whether it does nothing, also with its parameters.
fn is_empty(function: &Function<'_>) -> bool {
    let params = &function.params;
    let is_plain = params.rest.is_none()
        && params.items.iter().all(|item| {
            item.initializer.is_none() && item.pattern.get_binding_identifier().is_some()
        });
    let body = function.body.as_ref();
    is_plain && body.is_some_and(|body| body.statements.is_empty())
}

/// Whether it only gives all arguments to the constructor of the other class.
fn passes_on(function: &Function<'_>) -> bool {
    let name = |function: &Function<'_>| {
        let rest = function.params.rest.as_ref()?;
        let id = rest.rest.argument.get_binding_identifier()?;
        let is_alone = function.params.items.is_empty();
        is_alone.then(|| id.name.to_string())
    };
    let call = |function: &Function<'_>| {
        let [Statement::ExpressionStatement(only)] = &function.body.as_ref()?.statements[..] else {
            return None;
        };
        let Expression::CallExpression(call) = &only.expression else {
            return None;
        };
        let [Argument::SpreadElement(spread)] = &call.arguments[..] else {
            return None;
        };
        match (&call.callee, &spread.argument) {
            (Expression::Super(_), Expression::Identifier(name)) => Some(name.name.to_string()),
            _ => None,
        }
    };
    name(function).is_some_and(|name| call(function).is_some_and(|other| other == name))
}
