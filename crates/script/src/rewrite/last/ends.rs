//! `if(a!=b)return d;c` for `if(a==b)c;else return d`.

use golfchess_sizes::edit::Splice;
use oxc_ast::AstKind;
use oxc_ast::ast::{Expression, Statement};
use oxc_span::GetSpan;
use oxc_syntax::operator::UnaryOperator;

use super::nots::{binds, opposite};
use crate::rewrite::{Script, replace, walk};

/// All such replacements at the ends of functions.
pub(super) fn ends(script: &Script<'_>) -> Vec<Splice> {
    let mut splices = Vec::new();
    walk::all(script.program, |node| {
        let AstKind::FunctionBody(body) = node else {
            return;
        };
        if let Some(Statement::IfStatement(one)) = body.statements.last()
            && let Some(Statement::ReturnStatement(end)) = &one.alternate
            && matches!(one.consequent, Statement::ExpressionStatement(_))
            && let Some(test) = opposed(script, &one.test)
        {
            let (text, end) = (script.text(&one.consequent), script.text(&**end));
            let text = format!(
                "if({test}){};{}",
                end.trim_end_matches(';'),
                text.trim_end_matches(';')
            );
            if text.len() < script.text(&**one).trim_end_matches(';').len() {
                splices.push(replace(&**one, text));
            }
        }
    });
    splices
}

/// The opposite of a condition.
fn opposed(script: &Script<'_>, test: &Expression<'_>) -> Option<String> {
    match test {
        Expression::UnaryExpression(unary) if unary.operator == UnaryOperator::LogicalNot => {
            Some(script.text(&unary.argument).to_owned())
        }
        Expression::BinaryExpression(binary) => {
            let operator = opposite(binary.operator)?;
            let [left, right] = [&binary.left, &binary.right].map(|one| script.text(&one.span()));
            Some(format!("{left}{operator}{right}"))
        }
        other if binds(other) => Some(format!("!{}", script.text(&other.span()))),
        _ => None,
    }
}
