//! Declares the global variables of a script that each run writes before it reads them: `a=1;f(a)` is
//! `var a=1;f(a)`. The rules for declared variables apply to them then.

use std::collections::BTreeSet;

use golfchess_sizes::edit::Edit;
use oxc_ast::AstKind;
use oxc_ast::ast::{AssignmentTarget, Expression, ForStatementInit};
use oxc_span::GetSpan;

use super::undeclare::Declarations;
use super::{Frame, is_own};
use crate::script::{Script, insert, is_script};
use crate::walk;

/// How often names are left out that must stay global.
const ROUNDS: usize = 4;

/// The script with `var` for these variables; `None` if there are none.
pub(super) fn declared(source: &str, frame: &Frame, keep: &[String]) -> Option<String> {
    let names = |script: &Script<'_>| {
        let is_used = script.free_names().any(|name| name == frame.function);
        let written = script.free_names_that(|_, uses| uses.iter().any(|one| one.is_write()));
        let own = written.into_iter().filter(|name| is_own(name) && !is_used);
        own.collect::<BTreeSet<String>>()
    };
    let mut names = Script::look(source, names).ok()?;
    for _ in 0..ROUNDS {
        let edit = Script::look(source, |script| with_words(script, &names)).ok()??;
        let text = Some(edit.apply(source)).filter(|text| is_script(text))?;
        let global = Script::look(&text, |script| {
            let stay = Declarations::of(script).staying(keep).into_iter();
            let stay = stay.map(|symbol| script.name(symbol).to_owned());
            stay.chain(script.free_names())
                .collect::<BTreeSet<String>>()
        });
        let global = global.ok()?;
        let before = names.len();
        names.retain(|name| !global.contains(name));
        if names.len() == before {
            return Some(text);
        }
    }
    None
}

/// A `var` before each assignment to such names alone.
fn with_words(script: &Script<'_>, names: &BTreeSet<String>) -> Option<Edit> {
    let mut splices = Vec::new();
    walk::within(script.program, |node, around| {
        let expression = match node {
            AstKind::ExpressionStatement(statement) => {
                let list = around.last().filter(|list| {
                    walk::statements(**list).is_some() && !matches!(list, AstKind::SwitchCase(_))
                });
                list.map(|_| &statement.expression)
            }
            AstKind::ForStatement(each) => {
                let init = each.init.as_ref();
                init.and_then(ForStatementInit::as_expression)
            }
            _ => None,
        };
        let is_outside = !around.iter().any(|node| walk::is_function(*node));
        if let Some(expression) = expression.filter(|_| is_outside)
            && sets(expression, names)
            // No parenthesis is around it.
            && script.text(expression).starts_with("$name")
        {
            splices.push(insert(expression.span().start, "var "));
        }
    });
    Edit::of("var", splices).filter(|edit| !edit.splices.is_empty())
}

/// Whether an expression only gives such variables their values.
fn sets(expression: &Expression<'_>, names: &BTreeSet<String>) -> bool {
    match expression {
        Expression::SequenceExpression(sequence) => {
            sequence.expressions.iter().all(|one| sets(one, names))
        }
        Expression::AssignmentExpression(assignment) => {
            assignment.operator.is_assign()
                && matches!(&assignment.left,
                    AssignmentTarget::AssignmentTargetIdentifier(target)
                        if names.contains(target.name.as_str()))
        }
        _ => false,
    }
}
