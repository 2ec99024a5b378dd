//! The functions of a script, arrow functions and others alike, and where they can declare variables.

use golfchess_sizes::edit::Splice;
use oxc_ast::ast::{
    ArrowFunctionExpression, Expression, ForStatementInit, FormalParameters, Function, Program,
    Statement, VariableDeclaration, VariableDeclarationKind,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::Span;
use oxc_syntax::scope::{ScopeFlags, ScopeId};

use super::known::Called;

/// A function.
pub(super) struct Body<'a, 'b> {
    pub(super) span: Span,
    pub(super) parameters: &'b FormalParameters<'a>,
    /// `None` if the function is an expression.
    pub(super) statements: Option<&'b [Statement<'a>]>,
    pub(super) scope: ScopeId,
    is_plain: bool,
    /// The `var` declarations in it, outside of other functions and of heads that have no value.
    pub(super) declarations: Vec<&'b VariableDeclaration<'a>>,
    /// The expressions that may become declarations: statements, and the first part of a `for`.
    pub(super) assignments: Vec<&'b Expression<'a>>,
}

impl Body<'_, '_> {
    /// Whether variables can become parameters of a function with these calls.
    pub(super) fn takes_parameters(&self, source: &str, called: &Called) -> bool {
        self.is_plain
            && self.parameters.rest.is_none()
            && called.arguments <= self.parameters.items.len()
            && !self.span.source_text(source).contains("arguments")
    }

    /// Adds parameters.
    pub(super) fn add_parameters(&self, source: &str, added: &str) -> Splice {
        let span = self.parameters.span;
        let text = span.source_text(source);
        let (start, end) = (span.start as usize, span.end as usize);
        match text.strip_suffix(')') {
            Some(open) if open.ends_with('(') => Splice::new((end - 1, end - 1), added),
            Some(_) => Splice::new((end - 1, end - 1), format!(",{added}")),
            None => Splice::new((start, end), format!("({text},{added})")),
        }
    }

    /// The ways to declare variables without a value, the best first. `except` is a declaration that
    /// goes.
    pub(super) fn declare(
        &self,
        source: &str,
        called: Option<Called>,
        names: &[&str],
        except: Option<Span>,
    ) -> Vec<Splice> {
        let mut ways = Vec::new();
        let names = names.join(",");
        if called.is_some_and(|called| self.takes_parameters(source, &called)) {
            ways.push(self.add_parameters(source, &names));
        }
        let mut others = self.declarations.iter();
        let other = others.find(|other| Some(other.span) != except);
        if let Some(first) = other.and_then(|other| other.declarations.first()) {
            let start = first.span.start as usize;
            ways.push(Splice::new((start, start), format!("{names},")));
        }
        ways
    }
}

/// Calls a function with each function of a script.
pub(super) fn each<'a>(program: &Program<'a>, see: impl FnMut(&Body<'a, '_>)) {
    Bodies(see).visit_program(program);
}

struct Bodies<F>(F);

impl<'a, F: FnMut(&Body<'a, '_>)> Visit<'a> for Bodies<F> {
    fn visit_function(&mut self, function: &Function<'a>, flags: ScopeFlags) {
        if let Some(body) = &function.body
            && let Some(scope) = function.scope_id.get()
        {
            let mut found = Declarations::default();
            found.statements(&body.statements);
            (self.0)(&Body {
                span: function.span,
                parameters: &function.params,
                statements: Some(&body.statements),
                scope,
                is_plain: !function.r#async && !function.generator && body.directives.is_empty(),
                declarations: found.declarations,
                assignments: found.assignments,
            });
        }
        walk::walk_function(self, function, flags);
    }

    fn visit_arrow_function_expression(&mut self, arrow: &ArrowFunctionExpression<'a>) {
        if let Some(scope) = arrow.scope_id.get() {
            let body = arrow.body.as_function_body();
            let mut found = Declarations::default();
            if let Some(body) = body {
                found.statements(&body.statements);
            }
            (self.0)(&Body {
                span: arrow.span,
                parameters: &arrow.params,
                statements: body.map(|body| &body.statements[..]),
                scope,
                is_plain: !arrow.r#async && body.is_none_or(|body| body.directives.is_empty()),
                declarations: found.declarations,
                assignments: found.assignments,
            });
        }
        walk::walk_arrow_function_expression(self, arrow);
    }
}

/// Finds `var` declarations, and what may become one.
#[derive(Default)]
struct Declarations<'a, 'b> {
    declarations: Vec<&'b VariableDeclaration<'a>>,
    assignments: Vec<&'b Expression<'a>>,
}

impl<'a, 'b> Declarations<'a, 'b> {
    fn statements(&mut self, statements: &'b [Statement<'a>]) {
        for statement in statements {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &'b Statement<'a>) {
        match statement {
            Statement::VariableDeclaration(declaration) => self.declaration(declaration),
            Statement::ExpressionStatement(only) => self.assignments.push(&only.expression),
            Statement::BlockStatement(block) => self.statements(&block.body),
            Statement::IfStatement(branch) => {
                self.statement(&branch.consequent);
                if let Some(alternate) = &branch.alternate {
                    self.statement(alternate);
                }
            }
            Statement::ForStatement(repeat) => {
                if let Some(ForStatementInit::VariableDeclaration(declaration)) = &repeat.init {
                    self.declaration(declaration);
                }
                let init = repeat.init.as_ref();
                let init = init.and_then(ForStatementInit::as_expression);
                self.assignments.extend(init);
                self.statement(&repeat.body);
            }
            Statement::ForInStatement(repeat) => self.statement(&repeat.body),
            Statement::ForOfStatement(repeat) => self.statement(&repeat.body),
            Statement::WhileStatement(repeat) => self.statement(&repeat.body),
            Statement::DoWhileStatement(repeat) => self.statement(&repeat.body),
            Statement::LabeledStatement(labeled) => self.statement(&labeled.body),
            Statement::SwitchStatement(switch) => {
                for case in &switch.cases {
                    self.statements(&case.consequent);
                }
            }
            Statement::TryStatement(attempt) => {
                self.statements(&attempt.block.body);
                if let Some(handler) = &attempt.handler {
                    self.statements(&handler.body.body);
                }
                if let Some(last) = &attempt.finalizer {
                    self.statements(&last.body);
                }
            }
            _ => {}
        }
    }

    fn declaration(&mut self, declaration: &'b VariableDeclaration<'a>) {
        if declaration.kind == VariableDeclarationKind::Var {
            self.declarations.push(declaration);
        }
    }
}
