//! The values that parameters can have as their defaults.

use std::cell::Cell;
use std::collections::BTreeSet;

use oxc_ast::ast::{
    AwaitExpression, Expression, IdentifierReference, VariableDeclarator, YieldExpression,
};
use oxc_ast_visit::Visit;
use oxc_semantic::Scoping;
use oxc_syntax::scope::{ScopeFlags, ScopeId};
use oxc_syntax::symbol::SymbolId;

use super::bodies::Body;
use super::scopes::symbol;

/// The variables that parameters of a function may use.
pub(super) struct Defaults<'s> {
    scoping: &'s Scoping,
    /// The scope of the function.
    home: ScopeId,
    allowed: BTreeSet<SymbolId>,
}

impl<'s> Defaults<'s> {
    /// At first, these are the parameters that the function has.
    pub(super) fn of(scoping: &'s Scoping, body: &Body<'_, '_>) -> Self {
        let parameters = body.parameters.items.iter();
        let names = parameters.flat_map(|one| one.pattern.get_binding_identifiers());
        Self {
            scoping,
            home: body.scope,
            allowed: names.filter_map(|name| name.symbol_id.get()).collect(),
        }
    }

    /// Whether a declaration of the function may become a parameter. If so, the next ones may use it.
    pub(super) fn takes(&mut self, declarator: &VariableDeclarator<'_>) -> bool {
        let name = declarator.id.get_binding_identifier();
        let Some(own) = name.and_then(|name| name.symbol_id.get()) else {
            return false;
        };
        if !self.scoping.symbol_redeclarations(own).is_empty() {
            return false;
        }
        if let Some(value) = &declarator.init {
            let is_function = matches!(
                value,
                Expression::ArrowFunctionExpression(_) | Expression::FunctionExpression(_)
            );
            let mut used = Used {
                scoping: self.scoping,
                symbols: BTreeSet::new(),
                captured: BTreeSet::new(),
                depth: 0,
                stays: false,
            };
            used.visit_expression(value);
            let is_allowed = |&symbol: &SymbolId| {
                self.scoping.symbol_scope_id(symbol) != self.home
                    || self.allowed.contains(&symbol)
                    || is_function && symbol == own
            };
            // An engine (QuickJS) gives functions and parameters copies of the other parameters.
            let is_copied = |&symbol: &SymbolId| {
                self.scoping.symbol_scope_id(symbol) == self.home
                    && self.scoping.symbol_is_mutated(symbol)
            };
            if used.stays
                || !used.symbols.iter().all(is_allowed)
                || used.captured.iter().any(is_copied)
            {
                return false;
            }
        }
        self.allowed.insert(own);
        true
    }
}

/// Collects the variables that an expression uses.
struct Used<'s> {
    scoping: &'s Scoping,
    symbols: BTreeSet<SymbolId>,
    /// Those that functions in it use, or that it writes.
    captured: BTreeSet<SymbolId>,
    depth: usize,
    /// Whether it has an `await` or `yield`, which parameters cannot have.
    stays: bool,
}

impl<'a> Visit<'a> for Used<'_> {
    fn visit_identifier_reference(&mut self, name: &IdentifierReference<'a>) {
        let used = symbol(self.scoping, name);
        self.symbols.extend(used);
        let is_written = name
            .reference_id
            .get()
            .is_some_and(|id| self.scoping.get_reference(id).is_write());
        self.captured
            .extend(used.filter(|_| self.depth > 0 || is_written));
    }

    fn enter_scope(&mut self, _: ScopeFlags, _: &Cell<Option<ScopeId>>) {
        self.depth += 1;
    }

    fn leave_scope(&mut self) {
        self.depth -= 1;
    }

    fn visit_await_expression(&mut self, _: &AwaitExpression<'a>) {
        self.stays = true;
    }

    fn visit_yield_expression(&mut self, _: &YieldExpression<'a>) {
        self.stays = true;
    }
}
