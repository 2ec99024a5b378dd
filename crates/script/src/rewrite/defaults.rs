//! The values that parameters can have as their defaults.

use std::collections::BTreeSet;

use oxc_ast::AstKind;
use oxc_ast::ast::{Expression, VariableDeclarator};
use oxc_syntax::scope::ScopeId;
use oxc_syntax::symbol::SymbolId;

use super::constants::is_function;
use super::{Script, walk};
use crate::script::Body;

/// The variables that parameters of a function may use.
pub(super) struct Defaults<'s, 'a> {
    script: &'s Script<'a>,
    /// The scope of the function.
    home: ScopeId,
    allowed: BTreeSet<SymbolId>,
}

impl<'s, 'a> Defaults<'s, 'a> {
    /// At first, these are the parameters that the function has.
    pub(super) fn of(script: &'s Script<'a>, body: &Body<'_>) -> Option<Self> {
        let parameters = body.params.items.iter();
        let names = parameters.flat_map(|one| one.pattern.get_binding_identifiers());
        Some(Self {
            script,
            home: body.scope()?,
            allowed: names.filter_map(|name| name.symbol_id.get()).collect(),
        })
    }

    /// Whether a declaration of the function may become a parameter. If so, the next ones may use it.
    pub(super) fn takes(&mut self, declarator: &VariableDeclarator<'_>) -> bool {
        let name = declarator.id.get_binding_identifier();
        let Some(own) = name.and_then(|name| name.symbol_id.get()) else {
            return false;
        };
        let scoping = self.script.scoping();
        if !scoping.symbol_redeclarations(own).is_empty() {
            return false;
        }
        if let Some(value) = &declarator.init {
            let used = Used::of(self.script, value);
            let is_own = |symbol: SymbolId| scoping.symbol_scope_id(symbol) == self.home;
            let is_allowed = |&symbol: &SymbolId| {
                !is_own(symbol)
                    || self.allowed.contains(&symbol)
                    || is_function(value) && symbol == own
            };
            // An engine (QuickJS) gives functions and parameters copies of the other parameters.
            let is_copied =
                |&symbol: &SymbolId| is_own(symbol) && scoping.symbol_is_mutated(symbol);
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

/// The variables that an expression uses.
#[derive(Default)]
struct Used {
    symbols: BTreeSet<SymbolId>,
    /// Those that functions in it use, or that it writes.
    captured: BTreeSet<SymbolId>,
    /// Whether it has an `await` or `yield`, which parameters cannot have.
    stays: bool,
}

impl Used {
    fn of(script: &Script<'_>, expression: &Expression<'_>) -> Self {
        let mut used = Self::default();
        walk::within(expression, |node, around| match node {
            AstKind::IdentifierReference(name) => {
                let symbol = script.symbol(name);
                used.symbols.extend(symbol);
                let id = name.reference_id.get();
                let is_written = id.is_some_and(|id| script.scoping().get_reference(id).is_write());
                let is_captured = around
                    .iter()
                    .any(|outer| walk::is_function(*outer) || matches!(outer, AstKind::Class(_)));
                used.captured
                    .extend(symbol.filter(|_| is_captured || is_written));
            }
            AstKind::AwaitExpression(_) | AstKind::YieldExpression(_) => used.stays = true,
            _ => {}
        });
        used
    }
}
