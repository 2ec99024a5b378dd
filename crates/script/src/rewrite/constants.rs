//! Declares variables that never change with `const`, so that the compressor uses their values.

use std::collections::BTreeSet;

use golfchess_sizes::edit::{Edit, Splice};
use oxc_ast::ast::{
    Expression, ForStatementInit, Statement, VariableDeclaration, VariableDeclarationKind,
    VariableDeclarator,
};
use oxc_span::Span;
use oxc_syntax::symbol::SymbolId;

use super::uses::Uses;
use super::{Script, insert, replace, walk};

/// The script with `const` for each `var` whose variables are written once, before they are read.
pub(super) fn declare(script: &Script<'_>, keep: &[String]) -> String {
    let mut constants = Constants {
        script,
        keep,
        uses: Uses::of(script),
        splices: Vec::new(),
    };
    walk::some(script.program, |node| {
        let before = constants.splices.len();
        if let Some(statements) = walk::body(node) {
            constants.body(statements);
        }
        // Functions inside a changed declaration wait for the next round.
        constants.splices.len() == before
    });
    let edit = Edit::of("const", constants.splices);
    let source = script.source;
    edit.map_or_else(|| source.to_owned(), |edit| edit.apply(source))
}

/// The variable and the value of a declarator.
pub(super) fn parts<'a, 'd>(
    declarator: &'d VariableDeclarator<'a>,
) -> Option<(SymbolId, &'d Expression<'a>)> {
    let name = declarator.id.get_binding_identifier()?;
    Some((name.symbol_id.get()?, declarator.init.as_ref()?))
}

/// What is deleted with the declarator at a place.
pub(super) fn without(declaration: &VariableDeclaration<'_>, at: usize) -> Splice {
    let all = &declaration.declarations;
    match (at, all.get(at + 1)) {
        (0, None) => replace(&declaration.span, ";"),
        (0, Some(next)) => replace(&Span::new(all[0].span.start, next.span.start), ""),
        _ => replace(&Span::new(all[at - 1].span.end, all[at].span.end), ""),
    }
}

pub(super) fn is_function(value: &Expression<'_>) -> bool {
    matches!(
        value,
        Expression::ArrowFunctionExpression(_) | Expression::FunctionExpression(_)
    )
}

struct Constants<'s, 'a> {
    script: &'s Script<'a>,
    keep: &'s [String],
    uses: Uses<'s, 'a>,
    splices: Vec<Splice>,
}

impl Constants<'_, '_> {
    /// Whether a variable has one value from its declaration on.
    fn is_constant(&self, symbol: SymbolId) -> bool {
        self.script.is_never_written(symbol) && !self.script.is_kept(self.keep, symbol)
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
                        self.of_loop(declaration, statement.span.start, &mut reached);
                    }
                    self.uses.reach(self.uses.names(&**statement), &mut reached);
                }
                other => match self.uses.stored(other) {
                    Some(stored) => {
                        reached.extend(stored.read);
                        held.extend(stored.held);
                    }
                    None => {
                        self.uses.reach(std::mem::take(&mut held), &mut reached);
                        self.uses.reach(self.uses.names(other), &mut reached);
                    }
                },
            }
        }
    }

    /// Puts constants with a literal value before the loop that declares them.
    fn of_loop(
        &mut self,
        declaration: &VariableDeclaration<'_>,
        start: u32,
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
        let text = |declarator: &&VariableDeclarator<'_>| self.script.text(*declarator);
        let moved: String = moved
            .iter()
            .map(|one| format!("const {};", text(one)))
            .collect();
        let stay: Vec<&str> = stay.iter().map(text).collect();
        let rest = format!("var {}", stay.join(","));
        self.splices.push(insert(start, moved));
        self.splices.push(replace(declaration, rest));
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
                    self.uses.names(declarator)
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
            text += self.script.text(declarator);
            text.push(';');
        }
        self.splices.push(replace(declaration, text));
    }
}
