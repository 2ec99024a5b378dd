//! What a script does with its variables.

use std::collections::BTreeSet;

use oxc_ast::ast::IdentifierReference;
use oxc_syntax::reference::{ReferenceFlags, ReferenceId};
use oxc_syntax::scope::ScopeId;
use oxc_syntax::symbol::SymbolId;

use super::Script;

impl Script<'_> {
    /// The variable of a name; `None` if the script does not declare it.
    pub fn symbol(&self, name: &IdentifierReference<'_>) -> Option<SymbolId> {
        let reference = self.scoping().get_reference(name.reference_id.get()?);
        reference.symbol_id()
    }

    /// The name of a variable.
    pub(crate) fn name(&self, symbol: SymbolId) -> &str {
        self.scoping().symbol_name(symbol)
    }

    /// Whether the name of a variable is in a list.
    pub(crate) fn is_kept(&self, keep: &[String], symbol: SymbolId) -> bool {
        keep.iter().any(|kept| kept == self.name(symbol))
    }

    /// The names that a script uses without a declaration.
    pub(crate) fn free_names(&self) -> impl Iterator<Item = String> {
        let free = self.scoping().root_unresolved_references().keys();
        free.map(ToString::to_string)
    }

    /// The names that a script uses or declares.
    pub(crate) fn all_names(&self) -> BTreeSet<String> {
        let declared = self.scoping().symbol_names().map(str::to_owned);
        declared.chain(self.free_names()).collect()
    }

    /// The names that a script declares at its top level.
    pub(crate) fn top_names(&self) -> impl Iterator<Item = String> {
        let scoping = self.scoping();
        let declared = scoping.iter_bindings_in(scoping.root_scope_id());
        declared.map(|id| scoping.symbol_name(id).to_owned())
    }

    /// Names without a declaration, by what the script does with them.
    pub(crate) fn free_names_that(
        &self,
        mut is: impl FnMut(&str, &[ReferenceFlags]) -> bool,
    ) -> BTreeSet<String> {
        let scoping = self.scoping();
        let free = scoping.root_unresolved_references().iter();
        let free = free.filter(|(name, uses)| {
            let flags = uses.iter().map(|&id| scoping.get_reference(id).flags());
            is(name.as_str(), &flags.collect::<Vec<_>>())
        });
        free.map(|(name, _)| name.to_string()).collect()
    }

    /// Where a variable is used.
    pub(crate) fn references(&self, symbol: SymbolId) -> &[ReferenceId] {
        self.scoping().get_resolved_reference_ids(symbol)
    }

    /// Whether a variable has its first value for ever.
    pub(crate) fn is_never_written(&self, symbol: SymbolId) -> bool {
        let scoping = self.scoping();
        !scoping.symbol_is_mutated(symbol) && scoping.symbol_redeclarations(symbol).is_empty()
    }

    /// The scope of the function that a scope is in; `None` at the top level.
    pub(crate) fn function(&self, scope: ScopeId) -> Option<ScopeId> {
        let mut scopes = self.scoping().scope_ancestors(scope);
        scopes.find(|&scope| self.scoping().scope_flags(scope).is_function())
    }

    /// The scope of the function that declares a variable; `None` at the top level.
    pub(crate) fn home(&self, symbol: SymbolId) -> Option<ScopeId> {
        self.function(self.scoping().symbol_scope_id(symbol))
    }

    /// Whether another function than that of the variable writes it.
    pub(crate) fn is_written_elsewhere(&self, symbol: SymbolId) -> bool {
        let home = self.home(symbol);
        let mut references = self.scoping().get_resolved_references(symbol);
        references.any(|other| other.is_write() && self.function(other.scope_id()) != home)
    }

    /// Whether another function than that of the variable uses it.
    pub(crate) fn is_used_elsewhere(&self, symbol: SymbolId) -> bool {
        let home = self.home(symbol);
        let mut references = self.scoping().get_resolved_references(symbol);
        references.any(|other| self.function(other.scope_id()) != home)
    }
}
