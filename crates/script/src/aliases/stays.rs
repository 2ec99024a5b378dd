//! What keeps its form, because other tools or other code look for it.

use oxc_ast::AstKind;
use oxc_ast::ast::{
    Argument, AssignmentExpression, CallExpression, Expression, IdentifierReference,
};
use oxc_span::GetSpan;

use crate::module::{EXPORT, META, MODULE};
use crate::script::Script;
use crate::{is_global_object, walk};

/// Functions that run a text, or that other tools look for with a text.
const READING: [&str; 8] = [
    "Function",
    "SharedWorker",
    "URL",
    "Worker",
    "eval",
    "require",
    "setInterval",
    "setTimeout",
];

/// Whether other tools read the names of the properties of an object: exports, and what bundlers replace.
pub fn is_read(script: &Script<'_>, object: &Expression<'_>, around: &[AstKind<'_>]) -> bool {
    let names = ["exports", "module", "process", META, "let"];
    let is_own = |name: &IdentifierReference<'_>| script.symbol(name).is_some();
    match object {
        Expression::Identifier(name) => {
            names.contains(&name.name.as_str()) || is_global_object(&name.name) && !is_own(name)
        }
        Expression::ThisExpression(_) => !around
            .iter()
            .any(|node| matches!(node, AstKind::Function(_) | AstKind::Class(_))),
        _ => ["process.", "module.exports", META]
            .iter()
            .any(|start| script.text(object).starts_with(start)),
    }
}

/// The starts of the arguments of a call that are code, or that bundlers look for.
pub fn read_arguments(callee: &Expression<'_>, arguments: &[Argument<'_>]) -> Vec<u32> {
    let name = match callee {
        Expression::Identifier(name) => name.name.as_str(),
        Expression::StaticMemberExpression(member) if member.object.is_specific_id("require") => {
            "require"
        }
        Expression::StaticMemberExpression(member) => member.property.name.as_str(),
        _ => return Vec::new(),
    };
    match READING.contains(&name) {
        true => arguments.iter().map(|one| one.span().start).collect(),
        false => Vec::new(),
    }
}

/// The starts of the keys of an object that a module of Node exports.
pub fn exported_keys(script: &Script<'_>, assignment: &AssignmentExpression<'_>) -> Vec<u32> {
    let target = script.text(&assignment.left);
    let is_exported = ["module.exports", "exports"]
        .iter()
        .any(|start| target.starts_with(start));
    match &assignment.right {
        Expression::ObjectExpression(object) if is_exported => {
            let keys = object.properties.iter();
            keys.map(|property| property.span().start).collect()
        }
        _ => Vec::new(),
    }
}

/// Whether a call says what a module exports.
pub fn is_of_exports(call: &CallExpression<'_>) -> bool {
    let defines = matches!(
        &call.callee,
        Expression::StaticMemberExpression(member) if member.property.name == "defineProperty"
    );
    let mut arguments = call.arguments.iter().filter_map(Argument::as_expression);
    call.callee.is_specific_id(EXPORT)
        || defines
            && arguments.any(|one| one.is_specific_id("exports") || one.is_specific_id("module"))
}

/// Whether a function is declared by a module: the function is there before the module runs.
pub fn is_of_module(around: &[AstKind<'_>]) -> bool {
    let functions = around.iter().filter(|node| walk::is_function(**node));
    let is_module = |node: &AstKind<'_>| matches!(node, AstKind::CallExpression(call) if call.callee.is_specific_id(MODULE));
    functions.count() == 1 && around.iter().any(is_module)
}
