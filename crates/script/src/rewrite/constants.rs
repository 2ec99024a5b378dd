//! Declares variables that never change with `const`, so that the compressor uses their values.

use std::collections::BTreeSet;

use golfchess_sizes::edit::{Edit, Splice};
use oxc_allocator::Allocator;
use oxc_ast::ast::{
    Expression, ForStatementInit, FunctionBody, Program, Statement, VariableDeclaration,
    VariableDeclarationKind, VariableDeclarator,
};
use oxc_ast_visit::{Visit, walk};
use oxc_syntax::symbol::SymbolId;

use super::script;
use super::uses::Uses;

/// The script with `const` for each `var` whose variables are written once, before they are read.
pub(super) fn declare(source: &str, keep: &[String]) -> String {
    let arena = Allocator::default();
    let Ok(program) = script::parse(&arena, source) else {
        return source.to_owned();
    };
    let scoping = script::scoping(&program);
    let uses = Uses::of(&program, &scoping);
    let mut finder = Finder {
        source,
        keep,
        uses,
        splices: Vec::new(),
    };
    finder.visit_program(&program);
    let edit = Edit::of("const", finder.splices);
    edit.map_or_else(|| source.to_owned(), |edit| edit.apply(source))
}
/// The variable and the value of a declarator.
pub(super) fn parts<'a, 'd>(
    declarator: &'d VariableDeclarator<'a>,
) -> Option<(SymbolId, &'d Expression<'a>)> {
    let name = declarator.id.get_binding_identifier()?;
    Some((name.symbol_id.get()?, declarator.init.as_ref()?))
}

pub(super) fn is_function(value: &Expression<'_>) -> bool {
    matches!(
        value,
        Expression::ArrowFunctionExpression(_) | Expression::FunctionExpression(_)
    )
}

struct Finder<'s> {
    source: &'s str,
    keep: &'s [String],
    uses: Uses<'s>,
    splices: Vec<Splice>,
}

impl Finder<'_> {
    /// Whether a variable has one value from its declaration on.
    fn is_constant(&self, symbol: SymbolId) -> bool {
        let scoping = self.uses.scoping;
        !scoping.symbol_is_mutated(symbol)
            && scoping.symbol_redeclarations(symbol).is_empty()
            && !self
                .keep
                .iter()
                .any(|kept| kept == scoping.symbol_name(symbol))
    }

    /// Looks at the statements of a function or of the script.
    fn body(&mut self, statements: &[Statement<'_>]) {
        // The variables that code may have read so far.
        let mut reached = BTreeSet::new();
        // Those that functions in properties may read once other code runs.
        let mut held = BTreeSet::new();
        for statement in statements {
            match statement {
                Statement::FunctionDeclaration(_) => {}
                Statement::VariableDeclaration(declaration) => {
                    self.declaration(declaration, &mut reached, &mut held);
                }
                Statement::ForStatement(statement) => {
                    self.uses.reach(std::mem::take(&mut held), &mut reached);
                    if let Some(ForStatementInit::VariableDeclaration(declaration)) =
                        &statement.init
                    {
                        let start = statement.span.start as usize;
                        self.of_loop(declaration, start, &mut reached);
                    }
                    let used = self
                        .uses
                        .names(|names| names.visit_for_statement(statement));
                    self.uses.reach(used, &mut reached);
                }
                other => match self.uses.stored(other) {
                    Some(stored) => {
                        reached.extend(stored.read);
                        held.extend(stored.held);
                    }
                    None => {
                        self.uses.reach(std::mem::take(&mut held), &mut reached);
                        let used = self.uses.names(|names| names.visit_statement(other));
                        self.uses.reach(used, &mut reached);
                    }
                },
            }
        }
    }

    /// Puts constants with a literal value before the loop that declares them.
    fn of_loop(
        &mut self,
        declaration: &VariableDeclaration<'_>,
        start: usize,
        reached: &mut BTreeSet<SymbolId>,
    ) {
        let is_constant = |declarator: &VariableDeclarator<'_>| {
            parts(declarator).is_some_and(|(symbol, value)| {
                value.is_literal() && !reached.contains(&symbol) && self.is_constant(symbol)
            })
        };
        let (moved, stay): (Vec<_>, Vec<_>) = declaration
            .declarations
            .iter()
            .partition(|one| is_constant(one));
        if moved.is_empty() || stay.is_empty() || declaration.kind != VariableDeclarationKind::Var {
            return;
        }
        let text = |declarator: &&VariableDeclarator<'_>| declarator.span.source_text(self.source);
        let moved: String = moved
            .iter()
            .map(|one| format!("const {};", text(one)))
            .collect();
        let stay: Vec<&str> = stay.iter().map(text).collect();
        let range = (
            declaration.span.start as usize,
            declaration.span.end as usize,
        );
        let rest = format!("var {}", stay.join(","));
        self.splices.push(Splice::new((start, start), moved));
        self.splices.push(Splice::new(range, rest));
    }

    fn declaration(
        &mut self,
        declaration: &VariableDeclaration<'_>,
        reached: &mut BTreeSet<SymbolId>,
        held: &mut BTreeSet<SymbolId>,
    ) {
        let mut constant = Vec::new();
        for declarator in &declaration.declarations {
            let used = match parts(declarator) {
                Some((_, value)) if is_function(value) => BTreeSet::new(),
                // Such a value runs no code.
                Some((_, value)) if value.is_literal() => BTreeSet::new(),
                _ => {
                    self.uses.reach(std::mem::take(held), reached);
                    self.uses
                        .names(|names| names.visit_variable_declarator(declarator))
                }
            };
            self.uses.reach(used, reached);
            let is_constant = parts(declarator)
                .is_some_and(|(symbol, _)| !reached.contains(&symbol) && self.is_constant(symbol));
            constant.push(is_constant);
        }
        if declaration.kind != VariableDeclarationKind::Var || !constant.contains(&true) {
            return;
        }
        // A declaration of its own for each variable.
        let mut text = String::new();
        for (declarator, constant) in declaration.declarations.iter().zip(constant) {
            text += if constant { "const " } else { "var " };
            text += declarator.span.source_text(self.source);
            text.push(';');
        }
        let span = declaration.span;
        self.splices
            .push(Splice::new((span.start as usize, span.end as usize), text));
    }
}

impl<'a> Visit<'a> for Finder<'_> {
    fn visit_program(&mut self, program: &Program<'a>) {
        self.body(&program.body);
        if self.splices.is_empty() {
            walk::walk_program(self, program);
        }
    }

    fn visit_function_body(&mut self, body: &FunctionBody<'a>) {
        let before = self.splices.len();
        self.body(&body.statements);
        // Functions inside a changed declaration wait for the next round.
        if self.splices.len() == before {
            walk::walk_function_body(self, body);
        }
    }
}
