//! Moves an assignment to the place where its variable is used first: `a=f(),a+b` is `(a=f())+b`.

use golfchess_sizes::edit::{Edit, Splice};
use oxc_ast::ast::{
    AssignmentTarget, Expression, SequenceExpression, SimpleAssignmentTarget, Statement,
};
use oxc_ast_visit::{Visit, walk};
use oxc_semantic::Scoping;
use oxc_span::GetSpan;

use super::edits_of;
use super::moved::Moved;
use super::scopes::symbol;

/// All such edits.
pub(super) fn edits(source: &str, _: &[String]) -> Vec<Edit> {
    edits_of(source, |program, scoping| {
        let mut finder = Finder {
            source,
            scoping,
            edits: Vec::new(),
        };
        finder.visit_program(program);
        finder.edits
    })
}

struct Finder<'s> {
    source: &'s str,
    scoping: &'s Scoping,
    edits: Vec<Edit>,
}

impl Finder<'_> {
    /// Moves the first expression, which is deleted with all up to the second, into the second.
    fn pair(&mut self, first: &Expression<'_>, second: &Expression<'_>, end: u32) {
        let symbol = match first {
            Expression::AssignmentExpression(assignment) => match &assignment.left {
                AssignmentTarget::AssignmentTargetIdentifier(target) => {
                    symbol(self.scoping, target)
                }
                _ => None,
            },
            Expression::UpdateExpression(update) if update.prefix => match &update.argument {
                SimpleAssignmentTarget::AssignmentTargetIdentifier(target) => {
                    symbol(self.scoping, target)
                }
                _ => None,
            },
            _ => None,
        };
        if let Some(symbol) = symbol
            && let Some(place) =
                Moved::of(self.scoping, first, symbol, self.source.contains("try")).first(second)
        {
            let (start, stop) = (place.start as usize, place.end as usize);
            let text = format!("({})", first.span().source_text(self.source));
            let gone = Splice::new((first.span().start as usize, end as usize), "");
            let moved = Splice::new((start, stop), text);
            self.edits.extend(Edit::of("fold", vec![gone, moved]));
        }
    }

    fn statements(&mut self, statements: &[Statement<'_>]) {
        for pair in statements.windows(2) {
            if let [
                Statement::ExpressionStatement(first),
                Statement::VariableDeclaration(second),
            ] = pair
                && let Some(value) = second
                    .declarations
                    .first()
                    .and_then(|one| one.init.as_ref())
            {
                // The statement stays, so that its end stays too.
                let end = first.expression.span().end;
                match &first.expression {
                    Expression::SequenceExpression(sequence) => {
                        let [.., before, last] = &sequence.expressions[..] else {
                            continue;
                        };
                        let count = self.edits.len();
                        self.pair(last, value, end);
                        // With the comma before it.
                        for edit in &mut self.edits[count..] {
                            edit.splices[0].start = before.span().end as usize;
                        }
                    }
                    only => self.pair(only, value, end),
                }
            }
        }
    }
}

impl<'a> Visit<'a> for Finder<'_> {
    fn visit_statements(&mut self, statements: &oxc_allocator::Vec<'a, Statement<'a>>) {
        self.statements(statements);
        walk::walk_statements(self, statements);
    }

    fn visit_sequence_expression(&mut self, sequence: &SequenceExpression<'a>) {
        for pair in sequence.expressions.windows(2) {
            self.pair(&pair[0], &pair[1], pair[1].span().start);
        }
        walk::walk_sequence_expression(self, sequence);
    }
}
