//! `return a?void b:c` for `if(a){b;return}return c`.

use golfchess_sizes::edit::Splice;
use oxc_ast::AstKind;
use oxc_ast::ast::{Expression, IfStatement, Statement};
use oxc_span::{GetSpan, Span};

use crate::rewrite::{Script, replace, walk};

/// All such replacements at the ends of blocks.
pub(super) fn returns(script: &Script<'_>) -> Vec<Splice> {
    let mut splices = Vec::new();
    walk::all(script.program, |node| {
        let statements = match node {
            AstKind::BlockStatement(block) => &block.body,
            AstKind::FunctionBody(body) => &body.statements,
            _ => return,
        };
        if let [
            ..,
            Statement::IfStatement(one),
            Statement::ReturnStatement(last),
        ] = &statements[..]
            && let Some(value) = &last.argument
            && let Some(text) = returned(script, one, value)
        {
            let span = Span::new(one.span.start, last.span.end);
            if text.len() < script.text(&span).trim_end_matches(';').len() {
                splices.push(replace(&span, text));
            }
        }
    });
    splices
}

/// One `return` for both cases.
fn returned(script: &Script<'_>, one: &IfStatement<'_>, value: &Expression<'_>) -> Option<String> {
    let Statement::BlockStatement(block) = &one.consequent else {
        return None;
    };
    let [before @ .., Statement::ReturnStatement(end)] = &block.body[..] else {
        return None;
    };
    if one.alternate.is_some() || end.argument.is_some() || before.is_empty() {
        return None;
    }
    let before = before.iter().map(|statement| match statement {
        Statement::ExpressionStatement(statement) => Some(&statement.expression),
        _ => None,
    });
    let before: Vec<&Expression<'_>> = before.collect::<Option<_>>()?;
    let is_unary = |expression: &Expression<'_>| {
        matches!(
            expression,
            Expression::CallExpression(_)
                | Expression::StaticMemberExpression(_)
                | Expression::ComputedMemberExpression(_)
                | Expression::UpdateExpression(_)
                | Expression::NewExpression(_)
        )
    };
    let texts: Vec<&str> = before.iter().map(|one| script.text(*one)).collect();
    let effect = match &before[..] {
        [only] if is_unary(only) => format!("void {}", texts[0]),
        _ => format!("void({})", texts.join(",")),
    };
    let test = enclosed(script, &one.test);
    let value = match value {
        Expression::SequenceExpression(_) => format!("({})", script.text(value)),
        _ => script.text(value).to_owned(),
    };
    Some(format!("return {test}?{effect}:{value}"))
}

/// An expression before `?`.
fn enclosed(script: &Script<'_>, test: &Expression<'_>) -> String {
    let binds_less = matches!(
        test,
        Expression::AssignmentExpression(_)
            | Expression::ConditionalExpression(_)
            | Expression::SequenceExpression(_)
            | Expression::ArrowFunctionExpression(_)
            | Expression::YieldExpression(_)
    );
    let text = script.text(&test.span());
    match binds_less {
        true => format!("({text})"),
        false => text.to_owned(),
    }
}
