//! Turns functions into arrow functions where nothing can see the difference.

use std::collections::HashSet;

use golfchess_sizes::edit::Edit;
use oxc_ast::ast::{Argument, Expression, Function, Statement};
use oxc_span::GetSpan;
use oxc_syntax::reference::ReferenceId;
use oxc_syntax::symbol::SymbolId;

use super::{Script, has_own, insert, replace, walk};

/// Methods of the language and of browsers that only call the functions that they are given.
const CALLERS: [&str; 18] = [
    "map",
    "filter",
    "forEach",
    "reduce",
    "reduceRight",
    "some",
    "every",
    "find",
    "findIndex",
    "flatMap",
    "sort",
    "replace",
    "replaceAll",
    "then",
    "addEventListener",
    "setTimeout",
    "setInterval",
    "requestAnimationFrame",
];

/// Edits that make arrow functions.
///
/// An arrow function has no `this` and no `arguments` of its own and cannot be constructed. So a
/// function is converted if it uses none of them, and if it is only called.
pub(super) fn edits(script: &Script<'_>, keep: &[String]) -> Vec<Edit> {
    let mut edits = Vec::new();
    let given = given(script);
    let mut functions = script.facts().functions.iter();
    walk::all(script.program, |node| {
        edits.extend(declarations(
            script,
            keep,
            walk::body(node).unwrap_or_default(),
        ));
        if !walk::is_function(node) {
            return;
        }
        let found = functions.next();
        let function = found.filter(|found| found.plain.is_some_and(|plain| plain.is_expression()));
        let Some((function, plain)) = function.and_then(|found| Some((found, found.plain?))) else {
            return;
        };
        let own_name = function.id.and_then(|id| id.symbol_id.get());
        let is_called = function.call.is_some()
            || given.contains(&function.span.start)
            || (function.symbol).is_some_and(|symbol| is_only_called(script, keep, symbol));
        let is_unnamed = own_name.is_none_or(|symbol| script.references(symbol).is_empty());
        if is_called
            && is_unnamed
            && let Some(arrow) = arrow(script, plain)
        {
            let splice = replace(&function.span, format!("({arrow})"));
            edits.extend(Edit::of("arrow", vec![splice]));
        }
    });
    edits
}

/// Where functions start that methods of [`CALLERS`] are given. A method of the script's own may
/// construct its argument.
pub(super) fn given(script: &Script<'_>) -> HashSet<u32> {
    let facts = script.facts();
    let is_caller = |method: &str| CALLERS.contains(&method) && !facts.properties.contains(method);
    let calls = facts.calls.iter().filter(|call| match &call.callee {
        Expression::Identifier(name) => is_caller(&name.name),
        Expression::StaticMemberExpression(member) => is_caller(&member.property.name),
        _ => false,
    });
    let given = calls.flat_map(|call| &call.arguments);
    let given = given.filter_map(|argument| match argument {
        Argument::FunctionExpression(function) => Some(function.span.start),
        Argument::ArrowFunctionExpression(arrow) => Some(arrow.span.start),
        _ => None,
    });
    given.collect()
}

/// Whether a variable has one declaration, is never written and only called.
fn is_only_called(script: &Script<'_>, keep: &[String], symbol: SymbolId) -> bool {
    let scoping = script.scoping();
    let is_called = |id: &ReferenceId| {
        script.facts().call_of(*id).is_some() && !scoping.get_reference(*id).is_write()
    };
    !script.is_kept(keep, symbol)
        && scoping.symbol_redeclarations(symbol).is_empty()
        && script.references(symbol).iter().all(is_called)
}

/// The function as an arrow function; `None` if it uses what an arrow function has not, or has a
/// directive, which the compressor would lose with the function.
fn arrow(script: &Script<'_>, function: &Function<'_>) -> Option<String> {
    let body = function.body.as_ref()?;
    let mut seen = HashSet::new();
    let mut parameters = function.params.items.iter();
    // Only a function may have two parameters of one name.
    let has_two = parameters.any(|parameter| {
        let name = parameter.pattern.get_binding_identifier();
        name.is_some_and(|name| !seen.insert(name.name.to_string()))
    });
    let has_own = has_own(&*function.params) || has_own(&**body);
    if has_own || function.generator || has_two || !body.directives.is_empty() {
        return None;
    }
    let mut text = String::from(if function.r#async { "async" } else { "" });
    text += script.text(&function.params.span);
    text += "=>";
    match &body.statements[..] {
        [Statement::ReturnStatement(only)] => {
            text += &format!("({})", script.text(only.argument.as_ref()?));
        }
        _ => text += script.text(&body.span),
    }
    Some(text)
}

/// Converts the functions that a list of statements declares.
fn declarations(script: &Script<'_>, keep: &[String], statements: &[Statement<'_>]) -> Vec<Edit> {
    let edits = statements.iter().filter_map(|statement| {
        let Statement::FunctionDeclaration(function) = statement else {
            return None;
        };
        let id = function.id.as_ref()?;
        if !is_only_called(script, keep, id.symbol_id.get()?) {
            return None;
        }
        let declaration = format!("var {}={};", id.name, arrow(script, function)?);
        // A declaration is set before the first statement runs.
        let first = statements[0].span().start;
        let splices = vec![insert(first, declaration), replace(&function.span, ";")];
        Edit::of("arrow", splices)
    });
    edits.collect()
}
