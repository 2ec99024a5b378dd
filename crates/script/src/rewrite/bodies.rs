//! Where functions can declare variables.

use golfchess_sizes::edit::Splice;
use oxc_ast::ast::{
    Expression, ForStatementInit, Statement, VariableDeclaration, VariableDeclarationKind,
};
use oxc_span::Span;

use super::{Script, insert, replace};
use crate::script::{Body, Called};

/// A function with its variables.
pub(super) struct Function<'s, 'a> {
    source: &'a str,
    pub(super) body: &'s Body<'a>,
    /// All its calls; `None` if there may be others.
    pub(super) called: Option<Called>,
    /// The `var` declarations in it, outside of other functions and of heads that have no value.
    pub(super) declarations: Vec<&'a VariableDeclaration<'a>>,
    /// The expressions that may become declarations: statements, and the first part of a `for`.
    pub(super) assignments: Vec<&'a Expression<'a>>,
}

impl<'s, 'a> Function<'s, 'a> {
    /// All functions of a script.
    pub(super) fn all(script: &'s Script<'a>, keep: &[String]) -> Vec<Self> {
        let facts = script.facts();
        let bodies = facts.functions.iter();
        let functions = bodies.map(|body| {
            let mut found = Declarations::default();
            if let Some(body) = body.body {
                found.statements(&body.statements);
            }
            Self {
                source: script.source,
                body,
                called: facts.all_calls(script, keep, body),
                declarations: found.declarations,
                assignments: found.assignments,
            }
        });
        functions.collect()
    }

    /// Whether variables can become its parameters.
    pub(super) fn takes_parameters(&self) -> bool {
        let params = self.body.params;
        let fits = |called: Called| called.arguments <= params.items.len();
        self.called.is_some_and(fits)
            && !self.body.is_special()
            && params.rest.is_none()
            && !self
                .body
                .span
                .source_text(self.source)
                .contains("arguments")
    }

    /// Adds parameters.
    pub(super) fn add_parameters(&self, added: &str) -> Splice {
        let span = self.body.params.span;
        let text = span.source_text(self.source);
        match text.strip_suffix(')') {
            Some(open) if open.ends_with('(') => insert(span.end - 1, added),
            Some(_) => insert(span.end - 1, format!(",{added}")),
            None => replace(&span, format!("({text},{added})")),
        }
    }

    /// The ways to declare variables without a value, the best first. `except` is a declaration that
    /// goes.
    pub(super) fn declare(&self, names: &[&str], except: Option<Span>) -> Vec<Splice> {
        let mut ways = Vec::new();
        let names = names.join(",");
        if self.takes_parameters() {
            ways.push(self.add_parameters(&names));
        }
        let mut others = self.declarations.iter();
        let other = others.find(|other| Some(other.span) != except);
        if let Some(first) = other.and_then(|other| other.declarations.first()) {
            ways.push(insert(first.span.start, format!("{names},")));
        }
        ways
    }
}

/// Finds `var` declarations, and what may become one.
#[derive(Default)]
struct Declarations<'a> {
    declarations: Vec<&'a VariableDeclaration<'a>>,
    assignments: Vec<&'a Expression<'a>>,
}

impl<'a> Declarations<'a> {
    fn statements(&mut self, statements: &'a [Statement<'a>]) {
        for statement in statements {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &'a Statement<'a>) {
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

    fn declaration(&mut self, declaration: &'a VariableDeclaration<'a>) {
        if declaration.kind == VariableDeclarationKind::Var {
            self.declarations.push(declaration);
        }
    }
}
