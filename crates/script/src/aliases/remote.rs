//! Whether functions of a script run where its variables are not: in another page or process.

use oxc_ast::AstKind;
use oxc_ast::ast::{Expression, IdentifierReference};
use oxc_syntax::operator::BinaryOperator;

use crate::script::Script;
use crate::walk;

/// Functions that run the text of a function in a page or a process of their own.
const REMOTE: [&str; 8] = [
    "$$eval",
    "$eval",
    "addInitScript",
    "evaluate",
    "evaluateHandle",
    "evaluateOnNewDocument",
    "executeScript",
    "toSource",
];

/// What runs a text as code: a script with one of these may make the text of functions.
const RUNNING: [&str; 4] = ["Blob", "Function", "SharedWorker", "Worker"];

/// Whether a script may take the text of a function of its own, or runs code that it does not have.
pub fn runs_elsewhere(script: &Script<'_>) -> bool {
    let runs_texts = walk::any(script.program, |node| match node {
        AstKind::IdentifierReference(name) => RUNNING.contains(&name.name.as_str()),
        AstKind::StaticMemberExpression(member) => RUNNING.contains(&member.property.name.as_str()),
        _ => false,
    });
    walk::any(script.program, |node| match node {
        AstKind::WithStatement(_) => true,
        AstKind::IdentifierReference(name) => name.name == "eval",
        AstKind::StaticMemberExpression(member) => REMOTE.contains(&member.property.name.as_str()),
        // `'(' + f + ')()'`
        AstKind::StringLiteral(text) => runs_texts && text.value.ends_with('('),
        AstKind::TemplateElement(part) => runs_texts && part.value.raw.ends_with('('),
        AstKind::BinaryExpression(binary) if binary.operator == BinaryOperator::Addition => {
            is_function(script, &binary.left) || is_function(script, &binary.right)
        }
        AstKind::TemplateLiteral(template) => template
            .expressions
            .iter()
            .any(|part| is_function(script, part)),
        AstKind::CallExpression(call) => match &call.callee {
            Expression::StaticMemberExpression(member) if member.property.name == "toString" => {
                is_function(script, &member.object)
            }
            Expression::Identifier(name) if name.name == "String" => {
                let first = call.arguments.first().and_then(|one| one.as_expression());
                first.is_some_and(|first| is_function(script, first))
            }
            _ => false,
        },
        _ => false,
    })
}

/// Whether a value is a function of the script.
fn is_function(script: &Script<'_>, value: &Expression<'_>) -> bool {
    match value {
        Expression::Identifier(name) => names_function(script, name),
        Expression::FunctionExpression(_) | Expression::ArrowFunctionExpression(_) => true,
        _ => false,
    }
}

fn names_function(script: &Script<'_>, name: &IdentifierReference<'_>) -> bool {
    let Some(symbol) = script.symbol(name) else {
        return false;
    };
    let mut bodies = script.facts().functions.iter();
    script.scoping().symbol_flags(symbol).is_function()
        || bodies.any(|body| body.symbol == Some(symbol))
}
