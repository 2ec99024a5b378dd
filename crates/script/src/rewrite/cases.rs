//! Joins cases of a `switch` that do the same.

use golfchess_sizes::edit::{Edit, Splice};
use oxc_ast::ast::{Expression, Statement, SwitchCase, SwitchStatement};
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan, Span};

use super::edits_of;

/// An edit for each case that does the same as one before it.
pub(super) fn edits(source: &str, _: &[String]) -> Vec<Edit> {
    edits_of(source, |program, _| {
        let mut cases = Cases(source, Vec::new());
        cases.visit_program(program);
        cases.1
    })
}

struct Cases<'s>(&'s str, Vec<Edit>);

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

impl Cases<'_> {
    /// What a case does, without a `break` at its end.
    fn text(&self, case: &SwitchCase<'_>) -> &str {
        let (first, last) = (case.consequent.first(), case.consequent.last());
        let span = first
            .zip(last)
            .map(|(first, last)| Span::new(first.span().start, last.span().end));
        let text = span.map_or("", |span| span.source_text(self.0));
        let text = text.trim_end_matches(';');
        // The last case needs no `break`.
        let body = text.strip_suffix("break");
        let body = body.filter(|body| body.is_empty() || body.ends_with([';', '}']));
        body.unwrap_or(text).trim_end_matches(';')
    }
}

impl<'a> Visit<'a> for Cases<'_> {
    fn visit_switch_statement(&mut self, switch: &SwitchStatement<'a>) {
        let cases = &switch.cases;
        if cases.iter().all(is_constant) {
            for (at, case) in cases.iter().enumerate() {
                let later = cases.iter().enumerate().skip(at + 1);
                for (other_at, other) in later {
                    let Some(test) = &other.test else { continue };
                    let is_last = other_at + 1 == cases.len();
                    let is_same = ends(case)
                        && (is_last || ends(other))
                        && self.text(case) == self.text(other);
                    // A case before it must not run on into it.
                    if case.test.is_none() || !is_same || !ends(&cases[other_at - 1]) {
                        continue;
                    }
                    let text = format!("case {}:", test.span().source_text(self.0));
                    let start = case.span.start as usize;
                    let gone = (other.span.start as usize, other.span.end as usize);
                    let splices = vec![Splice::new((start, start), text), Splice::new(gone, "")];
                    self.1.extend(Edit::of("case", splices));
                }
            }
        }
        walk::walk_switch_statement(self, switch);
    }
}
