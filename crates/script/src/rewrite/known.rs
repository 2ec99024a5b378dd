//! Functions of which all calls are known.

use std::collections::{HashMap, HashSet};

use oxc_ast::ast::{
    CallExpression, Expression, ExpressionStatement, ForStatement, ForStatementInit, Function,
    Program, SequenceExpression, VariableDeclarator,
};
use oxc_ast_visit::{Visit, walk};
use oxc_semantic::Scoping;
use oxc_span::{GetSpan, Span};
use oxc_syntax::reference::ReferenceId;
use oxc_syntax::scope::ScopeFlags;
use oxc_syntax::symbol::SymbolId;

use super::scopes;

/// A call, or several of one function.
#[derive(Clone, Copy)]
pub(super) struct Called {
    /// The most arguments.
    pub(super) arguments: usize,
    /// Whether nothing uses the value.
    pub(super) is_void: bool,
}

/// The calls of a script.
#[derive(Default)]
pub(super) struct Known {
    calls: HashMap<ReferenceId, Called>,
    /// Functions that are called where they are written, by the places where they start.
    direct: HashMap<u32, Called>,
    /// The variables that hold functions, by the places where these start.
    bound: HashMap<u32, SymbolId>,
    /// Expressions whose values nothing uses.
    void: HashSet<Span>,
}

impl Known {
    pub(super) fn of(program: &Program<'_>) -> Self {
        let mut known = Self::default();
        known.visit_program(program);
        known
    }

    /// All calls of the function that starts at a place; `None` if there may be others.
    pub(super) fn of_function(
        &self,
        scoping: &Scoping,
        keep: &[String],
        start: u32,
    ) -> Option<Called> {
        if let Some(called) = self.direct.get(&start) {
            return Some(*called);
        }
        let symbol = *self.bound.get(&start)?;
        let name = scoping.symbol_name(symbol);
        if keep.iter().any(|kept| kept == name) || !scopes::is_never_written(scoping, symbol) {
            return None;
        }
        let mut all = Called {
            arguments: 0,
            is_void: true,
        };
        for reference in scoping.get_resolved_reference_ids(symbol) {
            let call = self.calls.get(reference)?;
            all.arguments = all.arguments.max(call.arguments);
            all.is_void &= call.is_void;
        }
        Some(all)
    }

    /// Notes that the value of an expression is not used.
    fn ignore(&mut self, expression: &Expression<'_>) {
        match expression {
            Expression::SequenceExpression(sequence) => {
                if let Some(last) = sequence.expressions.last() {
                    self.ignore(last);
                }
            }
            Expression::LogicalExpression(logical) => self.ignore(&logical.right),
            Expression::ConditionalExpression(conditional) => {
                self.ignore(&conditional.consequent);
                self.ignore(&conditional.alternate);
            }
            other => {
                self.void.insert(other.span());
            }
        }
    }
}

impl<'a> Visit<'a> for Known {
    fn visit_expression_statement(&mut self, statement: &ExpressionStatement<'a>) {
        self.ignore(&statement.expression);
        walk::walk_expression_statement(self, statement);
    }

    fn visit_sequence_expression(&mut self, sequence: &SequenceExpression<'a>) {
        if let [before @ .., _] = &sequence.expressions[..] {
            for expression in before {
                self.ignore(expression);
            }
        }
        walk::walk_sequence_expression(self, sequence);
    }

    fn visit_for_statement(&mut self, statement: &ForStatement<'a>) {
        let init = statement.init.as_ref();
        if let Some(init) = init.and_then(ForStatementInit::as_expression) {
            self.ignore(init);
        }
        if let Some(update) = &statement.update {
            self.ignore(update);
        }
        walk::walk_for_statement(self, statement);
    }

    fn visit_call_expression(&mut self, call: &CallExpression<'a>) {
        let is_spread = call.arguments.iter().any(|one| one.is_spread());
        if !call.optional && !is_spread {
            let called = Called {
                arguments: call.arguments.len(),
                is_void: self.void.contains(&call.span),
            };
            match &call.callee {
                Expression::Identifier(name) => {
                    self.calls
                        .extend(name.reference_id.get().map(|id| (id, called)));
                }
                Expression::ArrowFunctionExpression(arrow) => {
                    self.direct.insert(arrow.span.start, called);
                }
                Expression::FunctionExpression(function) if function.id.is_none() => {
                    self.direct.insert(function.span.start, called);
                }
                _ => {}
            }
        }
        walk::walk_call_expression(self, call);
    }

    fn visit_function(&mut self, function: &Function<'a>, flags: ScopeFlags) {
        if function.is_declaration()
            && let Some(symbol) = function.id.as_ref().and_then(|id| id.symbol_id.get())
        {
            self.bound.insert(function.span.start, symbol);
        }
        walk::walk_function(self, function, flags);
    }

    fn visit_variable_declarator(&mut self, declarator: &VariableDeclarator<'a>) {
        let start = match &declarator.init {
            Some(Expression::ArrowFunctionExpression(arrow)) => Some(arrow.span.start),
            Some(Expression::FunctionExpression(function)) if function.id.is_none() => {
                Some(function.span.start)
            }
            _ => None,
        };
        if let Some(start) = start
            && let Some(name) = declarator.id.get_binding_identifier()
            && let Some(symbol) = name.symbol_id.get()
        {
            self.bound.insert(start, symbol);
        }
        walk::walk_variable_declarator(self, declarator);
    }
}
