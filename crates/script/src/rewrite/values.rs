//! Puts the values of constants where they are read.

use std::collections::BTreeMap;

use golfchess_sizes::edit::{Edit, Splice};
use oxc_ast::ast::{
    Expression, IdentifierReference, Program, VariableDeclaration, VariableDeclarator,
};
use oxc_ast_visit::{Visit, walk};
use oxc_semantic::Scoping;
use oxc_span::GetSpan;
use oxc_syntax::scope::ScopeId;
use oxc_syntax::symbol::SymbolId;

use super::constants::parts;
use super::{edits_of, scopes};

/// The edit that puts the values of all constants in their places.
pub(super) fn all(source: &str, keep: &[String]) -> Vec<Edit> {
    let splices = edits(source, keep);
    let splices = splices.into_iter().flat_map(|edit| edit.splices);
    let all = Edit::of("values", splices.collect());
    all.filter(|all| !all.splices.is_empty())
        .into_iter()
        .collect()
}

/// Edits that put the value of a constant in its places. The compressor deletes a declaration that
/// nothing uses any more.
pub(super) fn edits(source: &str, keep: &[String]) -> Vec<Edit> {
    edits_of(source, |program, scoping| {
        let mut literals = Literals {
            source,
            scoping,
            keep,
            values: BTreeMap::new(),
            places: BTreeMap::new(),
        };
        literals.visit_program(program);
        let places = literals.places.into_values();
        places
            .filter_map(|splices| Edit::of("value", splices))
            .collect()
    })
}

/// Finds constants with a literal as their value.
struct Literals<'s> {
    source: &'s str,
    scoping: &'s Scoping,
    keep: &'s [String],
    values: BTreeMap<SymbolId, String>,
    /// Where they are read.
    places: BTreeMap<SymbolId, Vec<Splice>>,
}

impl Literals<'_> {
    /// Whether `this` is the same in the scope of a variable and where it is used.
    fn has_one_this(&self, symbol: SymbolId, scope: ScopeId) -> bool {
        let home = |scope: ScopeId| {
            let mut scopes = self.scoping.scope_ancestors(scope);
            scopes.find(|&scope| {
                let flags = self.scoping.scope_flags(scope);
                flags.is_function() && !flags.is_arrow() || flags.is_class_static_block()
            })
        };
        let mut references = self.scoping.get_resolved_references(symbol);
        references.all(|reference| home(reference.scope_id()) == home(scope))
    }

    fn declarator(&mut self, declarator: &VariableDeclarator<'_>) {
        if let Some((symbol, value)) = parts(declarator)
            && scopes::is_never_written(self.scoping, symbol)
            && !self
                .keep
                .iter()
                .any(|kept| kept == self.scoping.symbol_name(symbol))
        {
            let literal = match value {
                Expression::UnaryExpression(unary) => &unary.argument,
                value => value,
            };
            let this = match value {
                Expression::ThisExpression(_) => Some(self.scoping.symbol_scope_id(symbol)),
                _ => None,
            };
            // A class has others.
            if let Some(scope) = this
                && !self.source.contains("class")
                && self.has_one_this(symbol, scope)
            {
                self.values.insert(symbol, "this".to_owned());
            }
            let is_text = matches!(literal, Expression::StringLiteral(_));
            if is_text || matches!(literal, Expression::NumericLiteral(_)) {
                let text = value.span().source_text(self.source);
                self.values.insert(symbol, format!("({text})"));
            }
        }
    }
}

impl<'a> Visit<'a> for Literals<'_> {
    fn visit_variable_declaration(&mut self, declaration: &VariableDeclaration<'a>) {
        // The compressor writes `let` for some constants.
        if declaration.kind.is_lexical() {
            for declarator in &declaration.declarations {
                self.declarator(declarator);
            }
        }
        walk::walk_variable_declaration(self, declaration);
    }

    fn visit_program(&mut self, program: &Program<'a>) {
        walk::walk_program(self, program);
        let mut places = Places(self);
        places.visit_program(program);
    }
}

/// Collects where constants are read.
struct Places<'l, 's>(&'l mut Literals<'s>);

impl<'a> Visit<'a> for Places<'_, '_> {
    fn visit_identifier_reference(&mut self, name: &IdentifierReference<'a>) {
        if let Some(symbol) = scopes::symbol(self.0.scoping, name)
            && let Some(text) = self.0.values.get(&symbol)
        {
            let range = (name.span.start as usize, name.span.end as usize);
            let splice = Splice::new(range, text.clone());
            self.0.places.entry(symbol).or_default().push(splice);
        }
    }
}
