//! Questions about variables that several edits ask.

use oxc_ast::ast::{Function, IdentifierReference, NewTarget, Super, ThisExpression};
use oxc_ast_visit::Visit;
use oxc_semantic::Scoping;
use oxc_syntax::scope::{ScopeFlags, ScopeId};
use oxc_syntax::symbol::SymbolId;

/// The variable of a name; `None` if the script does not declare it.
pub(super) fn symbol(scoping: &Scoping, name: &IdentifierReference<'_>) -> Option<SymbolId> {
    scoping.get_reference(name.reference_id.get()?).symbol_id()
}

/// The scope of the function that a scope is in; `None` at the top level.
pub(super) fn function(scoping: &Scoping, scope: ScopeId) -> Option<ScopeId> {
    let mut scopes = scoping.scope_ancestors(scope);
    scopes.find(|&scope| scoping.scope_flags(scope).is_function())
}

/// Whether another function than that of the variable writes it.
pub(super) fn is_written_elsewhere(scoping: &Scoping, symbol: SymbolId) -> bool {
    let home = function(scoping, scoping.symbol_scope_id(symbol));
    let mut references = scoping.get_resolved_references(symbol);
    references.any(|other| other.is_write() && function(scoping, other.scope_id()) != home)
}

/// Whether another function than that of the variable uses it.
pub(super) fn is_used_elsewhere(scoping: &Scoping, symbol: SymbolId) -> bool {
    let home = function(scoping, scoping.symbol_scope_id(symbol));
    let mut references = scoping.get_resolved_references(symbol);
    references.any(|other| function(scoping, other.scope_id()) != home)
}

/// Whether a variable has its first value for ever.
pub(super) fn is_never_written(scoping: &Scoping, symbol: SymbolId) -> bool {
    !scoping.symbol_is_mutated(symbol) && scoping.symbol_redeclarations(symbol).is_empty()
}

/// Finds what a function has of its own and an arrow function has not.
#[derive(Default)]
pub(super) struct Own {
    pub(super) found: bool,
}

impl<'a> Visit<'a> for Own {
    fn visit_this_expression(&mut self, _: &ThisExpression) {
        self.found = true;
    }

    fn visit_super(&mut self, _: &Super) {
        self.found = true;
    }

    fn visit_new_target(&mut self, _: &NewTarget) {
        self.found = true;
    }

    fn visit_identifier_reference(&mut self, name: &IdentifierReference<'a>) {
        self.found |= name.name == "arguments";
    }

    /// Another function has its own.
    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}
}
