//! Puts functions where they are called.

use golfchess_sizes::edit::{Edit, Splice};
use oxc_ast::ast::{
    ArrowFunctionExpression, Expression, Function, FunctionBody, Program, Statement,
    VariableDeclarator,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::Span;
use oxc_syntax::reference::ReferenceId;
use oxc_syntax::symbol::SymbolId;

use super::calls::{APPLY, Sites};
use super::edits_of;
use super::scopes::{self, Own};

/// The edits of [`edits`] that put the value of a function in the places of its calls.
pub(super) fn applications(source: &str, keep: &[String]) -> Vec<Edit> {
    let mut edits = edits(source, keep);
    edits.retain(|edit| edit.kind == APPLY);
    edits
}

/// An edit for each function that can be put where it is used.
pub(super) fn edits(source: &str, keep: &[String]) -> Vec<Edit> {
    edits_of(source, |program, scoping| {
        let sites = Sites::of(source, scoping, program);
        let mut functions = Functions { sites, keep };
        functions.visit_program(program);
        functions.sites.edits
    })
}

/// Whether an arrow function uses `this` or `arguments` of the function around it.
fn uses_caller(arrow: &ArrowFunctionExpression<'_>) -> bool {
    let mut own = Own::default();
    own.visit_arrow_function_expression(arrow);
    own.found
}

/// Finds the functions that variables hold.
struct Functions<'s> {
    sites: Sites<'s>,
    keep: &'s [String],
}

impl<'s> Functions<'s> {
    fn is_kept(&self, symbol: SymbolId) -> bool {
        let name = self.sites.scoping.symbol_name(symbol);
        self.keep.iter().any(|kept| kept == name)
    }

    fn statements(&mut self, statements: &[Statement<'_>]) {
        for statement in statements {
            match statement {
                Statement::VariableDeclaration(declaration) => {
                    for declarator in &declaration.declarations {
                        self.declarator(declarator);
                    }
                }
                Statement::FunctionDeclaration(function) => self.declared(function),
                _ => {}
            }
        }
    }

    /// A variable that holds a function. The compressor deletes it when nothing uses it any more.
    fn declarator(&mut self, declarator: &VariableDeclarator<'_>) {
        if let Some(name) = declarator.id.get_binding_identifier()
            && let Some(symbol) = name.symbol_id.get()
            && let Some(Expression::ArrowFunctionExpression(arrow)) = &declarator.init
            && !self.is_kept(symbol)
            && self.sites.is_never_written(symbol)
            && !self.calls_itself(symbol, arrow.span)
            && !uses_caller(arrow)
        {
            let text = arrow.span.source_text(self.sites.source);
            self.sites.moved(symbol, text);
            self.sites.applied(symbol, arrow);
        }
    }

    /// Whether a variable is declared in the function that has this reference.
    fn is_of_one_function(&self, symbol: SymbolId, reference: ReferenceId) -> bool {
        let scoping = self.sites.scoping;
        let place = scoping.get_reference(reference).scope_id();
        scopes::function(scoping, place)
            == scopes::function(scoping, scoping.symbol_scope_id(symbol))
    }

    fn calls_itself(&self, symbol: SymbolId, span: Span) -> bool {
        let inside = |id: &ReferenceId| {
            let call = self.sites.calls.get(id);
            call.is_some_and(|call| call.span.start >= span.start && call.span.end <= span.end)
        };
        self.sites.references(symbol).iter().any(inside)
    }

    /// A function whose only use is a value.
    fn declared(&mut self, function: &Function<'_>) {
        if let Some(id) = &function.id
            && let Some(symbol) = id.symbol_id.get()
            && let &[only] = self.sites.references(symbol)
            && let Some(&place) = self.sites.values.get(&only)
            && self.is_of_one_function(symbol, only)
            && self.sites.is_never_written(symbol)
            && !self.is_kept(symbol)
        {
            let span = function.span;
            let text = span.source_text(self.sites.source);
            let name = (id.span.start - span.start) as usize..(id.span.end - span.start) as usize;
            let text = format!("({}{})", &text[..name.start], &text[name.end..]);
            let splices = vec![
                Splice::new((span.start as usize, span.end as usize), ";"),
                Splice::new((place.start as usize, place.end as usize), text),
            ];
            self.sites.edits.extend(Edit::of("value", splices));
        }
    }
}

impl<'a> Visit<'a> for Functions<'_> {
    fn visit_program(&mut self, program: &Program<'a>) {
        self.statements(&program.body);
        walk::walk_program(self, program);
    }

    fn visit_function_body(&mut self, body: &FunctionBody<'a>) {
        self.statements(&body.statements);
        walk::walk_function_body(self, body);
    }
}
