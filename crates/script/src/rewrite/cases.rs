//! Joins cases of a `switch` that do the same.

use golfchess_sizes::edit::Edit;
use oxc_ast::AstKind;
use oxc_ast::ast::{Expression, Statement, SwitchCase};
use oxc_span::{GetSpan, Span};

use super::{Script, insert, replace, walk};

/// An edit for each case that does the same as one before it.
pub(super) fn edits(script: &Script<'_>, _: &[String]) -> Vec<Edit> {
    let mut edits = Vec::new();
    walk::all(script.program, |node| {
        if let AstKind::SwitchStatement(switch) = node
            && switch.cases.iter().all(is_constant)
        {
            edits.extend(of_cases(script, &switch.cases));
        }
    });
    edits
}

fn of_cases(script: &Script<'_>, cases: &[SwitchCase<'_>]) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (at, case) in cases.iter().enumerate() {
        for (other_at, other) in cases.iter().enumerate().skip(at + 1) {
            let Some(test) = &other.test else { continue };
            let is_last = other_at + 1 == cases.len();
            let is_same =
                ends(case) && (is_last || ends(other)) && text(script, case) == text(script, other);
            // A case before it must not run on into it.
            if case.test.is_none() || !is_same || !ends(&cases[other_at - 1]) {
                continue;
            }
            let text = format!("case {}:", script.text(test));
            let splices = vec![insert(case.span.start, text), replace(other, "")];
            edits.extend(Edit::of("case", splices));
        }
    }
    edits
}

/// Whether the case after a case does not run.
fn ends(case: &SwitchCase<'_>) -> bool {
    matches!(
        case.consequent.last(),
        Some(
            Statement::BreakStatement(_)
                | Statement::ReturnStatement(_)
                | Statement::ThrowStatement(_)
                | Statement::ContinueStatement(_)
        )
    )
}

/// A constant to compare with: its place among others does not matter.
fn is_constant(case: &SwitchCase<'_>) -> bool {
    let test = match &case.test {
        Some(Expression::UnaryExpression(unary)) => Some(&unary.argument),
        other => other.as_ref(),
    };
    test.is_none_or(|test| {
        matches!(
            test,
            Expression::StringLiteral(_)
                | Expression::NumericLiteral(_)
                | Expression::BooleanLiteral(_)
                | Expression::NullLiteral(_)
        ) || matches!(test, Expression::TemplateLiteral(text) if text.expressions.is_empty())
    })
}

/// What a case does, without a `break` at its end.
fn text<'a>(script: &Script<'a>, case: &SwitchCase<'_>) -> &'a str {
    let (first, last) = (case.consequent.first(), case.consequent.last());
    let span = first
        .zip(last)
        .map(|(first, last)| Span::new(first.span().start, last.span().end));
    let text = span.map_or("", |span| script.text(&span));
    let text = text.trim_end_matches(';');
    // The last case needs no `break`.
    let body = text.strip_suffix("break");
    let body = body.filter(|body| body.is_empty() || body.ends_with([';', '}']));
    body.unwrap_or(text).trim_end_matches(';')
}
