//! Calls whose value is a reference where only a value is meant.
//!
//! With `f=()=>o.m`, the call `f()()` has no `this`, but `o.m()` has one; with `f=()=>a`, `typeof f()` throws
//! where `typeof a` does not. A compressor that puts such a function in the place of its call changes that.

use std::collections::HashSet;

use oxc_ast::ast::{
    ArrowFunctionExpression, CallExpression, Expression, Function, FunctionBody, Program,
    Statement, TaggedTemplateExpression, UnaryExpression, VariableDeclarator,
};
use oxc_ast_visit::{Visit, walk};
use oxc_semantic::Scoping;
use oxc_syntax::operator::UnaryOperator;
use oxc_syntax::scope::ScopeFlags;
use oxc_syntax::symbol::SymbolId;

/// Whether a script has such a call.
pub(super) fn uses_value_of_reference(program: &Program<'_>, scoping: &Scoping) -> bool {
    let mut calls = Calls {
        scoping,
        functions: HashSet::new(),
        called: HashSet::new(),
        found: false,
    };
    calls.visit_program(program);
    calls.found || !calls.functions.is_disjoint(&calls.called)
}

struct Calls<'s> {
    scoping: &'s Scoping,
    /// The variables of functions that return a reference.
    functions: HashSet<SymbolId>,
    /// The variables that are called where the value of the call is called, or its type is asked.
    called: HashSet<SymbolId>,
    /// Whether such a function is called where it is written.
    found: bool,
}

impl Calls<'_> {
    /// Reads an expression that must be a value.
    fn value(&mut self, expression: &Expression<'_>) {
        let Expression::CallExpression(call) = expression else {
            return;
        };
        match &call.callee {
            Expression::Identifier(name) => {
                let id = name.reference_id.get();
                let symbol = id.and_then(|id| self.scoping.get_reference(id).symbol_id());
                self.called.extend(symbol);
            }
            callee => self.found |= returns_reference(callee),
        }
    }
}

/// Whether a function does nothing but return a property or a variable.
fn returns_reference(function: &Expression<'_>) -> bool {
    match function {
        Expression::ArrowFunctionExpression(arrow) => arrow_returns(arrow),
        Expression::FunctionExpression(function) => function_returns(function),
        _ => false,
    }
}

fn arrow_returns(arrow: &ArrowFunctionExpression<'_>) -> bool {
    match arrow.body.as_expression() {
        Some(value) => is_reference(value),
        None => arrow.body.as_function_body().is_some_and(body_returns),
    }
}

fn function_returns(function: &Function<'_>) -> bool {
    function.body.as_deref().is_some_and(body_returns)
}

fn body_returns(body: &FunctionBody<'_>) -> bool {
    let last = body.statements.last();
    let value = last.and_then(|last| match last {
        Statement::ReturnStatement(last) => last.argument.as_ref(),
        _ => None,
    });
    value.is_some_and(is_reference)
}

fn is_reference(value: &Expression<'_>) -> bool {
    value.is_member_expression()
        || matches!(
            value,
            Expression::Identifier(_) | Expression::ChainExpression(_)
        )
}

impl<'a> Visit<'a> for Calls<'_> {
    fn visit_function(&mut self, function: &Function<'a>, flags: ScopeFlags) {
        let symbol = function.id.as_ref().and_then(|id| id.symbol_id.get());
        self.functions
            .extend(symbol.filter(|_| function_returns(function)));
        walk::walk_function(self, function, flags);
    }

    fn visit_variable_declarator(&mut self, declarator: &VariableDeclarator<'a>) {
        let name = declarator.id.get_binding_identifier();
        let symbol = name.and_then(|name| name.symbol_id.get());
        let returns = declarator.init.as_ref().is_some_and(returns_reference);
        self.functions.extend(symbol.filter(|_| returns));
        walk::walk_variable_declarator(self, declarator);
    }

    fn visit_call_expression(&mut self, call: &CallExpression<'a>) {
        self.value(&call.callee);
        walk::walk_call_expression(self, call);
    }

    fn visit_tagged_template_expression(&mut self, tagged: &TaggedTemplateExpression<'a>) {
        self.value(&tagged.tag);
        walk::walk_tagged_template_expression(self, tagged);
    }

    fn visit_unary_expression(&mut self, unary: &UnaryExpression<'a>) {
        if matches!(
            unary.operator,
            UnaryOperator::Delete | UnaryOperator::Typeof
        ) {
            self.value(&unary.argument);
        }
        walk::walk_unary_expression(self, unary);
    }
}
