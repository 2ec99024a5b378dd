//! Deletes assignments in the value of a `return` whose variable is not read after them.

use golfchess_sizes::edit::{Edit, Splice};
use oxc_ast::ast::{
    ArrowFunctionExpression, AssignmentExpression, AssignmentTarget, Function, IdentifierReference,
    ReturnStatement, TryStatement,
};
use oxc_ast_visit::{Visit, walk};
use oxc_semantic::Scoping;
use oxc_span::{GetSpan, Span};
use oxc_syntax::scope::ScopeFlags;
use oxc_syntax::symbol::SymbolId;

use super::edits_of;
use super::scopes::{self, symbol};

/// All such edits.
pub(super) fn edits(source: &str, _: &[String]) -> Vec<Edit> {
    // `arguments` may read the variable of a parameter.
    if source.contains("arguments") {
        return Vec::new();
    }
    edits_of(source, |program, scoping| {
        let mut returns = Returns(source, scoping, Vec::new());
        returns.visit_program(program);
        returns.2
    })
}

/// The source, its variables, and the edits of all its `return` statements.
struct Returns<'s>(&'s str, &'s Scoping, Vec<Edit>);

impl<'a> Visit<'a> for Returns<'_> {
    fn visit_return_statement(&mut self, statement: &ReturnStatement<'a>) {
        if let Some(value) = &statement.argument {
            let mut dead = Dead {
                source: self.0,
                scoping: self.1,
                names: Vec::new(),
                found: Vec::new(),
            };
            dead.visit_expression(value);
            self.2.extend(dead.edits());
        }
        walk::walk_return_statement(self, statement);
    }

    /// After a `return` in it, other statements run.
    fn visit_try_statement(&mut self, _: &TryStatement<'a>) {}
}

/// Finds assignments in the value of a `return` whose variable is not read after them.
struct Dead<'s> {
    source: &'s str,
    scoping: &'s Scoping,
    names: Vec<(SymbolId, u32)>,
    found: Vec<(SymbolId, Span, Edit)>,
}

impl Dead<'_> {
    fn edits(self) -> Vec<Edit> {
        let names = self.names;
        let is_dead = |(symbol, span): (SymbolId, Span)| {
            !names
                .iter()
                .any(|&(other, at)| other == symbol && at > span.end)
        };
        let found = self.found.into_iter();
        let found = found.filter(|(symbol, span, _)| is_dead((*symbol, *span)));
        found.map(|(.., edit)| edit).collect()
    }
}

impl<'a> Visit<'a> for Dead<'_> {
    fn visit_assignment_expression(&mut self, assignment: &AssignmentExpression<'a>) {
        let scoping = self.scoping;
        if let AssignmentTarget::AssignmentTargetIdentifier(target) = &assignment.left
            && let Some(symbol) = symbol(scoping, target)
            && scopes::function(scoping, scoping.symbol_scope_id(symbol)).is_some()
            && !scopes::is_used_elsewhere(scoping, symbol)
            && !assignment.operator.is_logical()
        {
            let value = assignment.right.span().source_text(self.source);
            let text = match assignment.operator.to_binary_operator() {
                Some(operator) => format!("({}{}({value}))", target.name, operator.as_str()),
                None => format!("({value})"),
            };
            let range = (assignment.span.start as usize, assignment.span.end as usize);
            if let Some(edit) = Edit::of("dead", vec![Splice::new(range, text)]) {
                self.found.push((symbol, assignment.span, edit));
            }
        }
        walk::walk_assignment_expression(self, assignment);
    }

    fn visit_identifier_reference(&mut self, name: &IdentifierReference<'a>) {
        let symbol = symbol(self.scoping, name);
        self.names
            .extend(symbol.map(|symbol| (symbol, name.span.start)));
    }

    /// The variables of another function are alive after this one.
    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}

    fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {}
}
