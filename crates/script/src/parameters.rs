//! The two scopes of a function whose parameters have default values.
//!
//! In `function f(p=v){var v}`, the default value reads the `v` around the function (ECMAScript, 10.2.11).
//! oxc has one scope for the parameters and the body, and takes it for the `v` of the body unless the other one is
//! declared before.

use std::cell::Cell;

use oxc_ast::AstKind;
use oxc_ast::ast::{FormalParameters, Program};
use oxc_semantic::Scoping;
use oxc_span::Span;
use oxc_syntax::reference::{Reference, ReferenceId};
use oxc_syntax::scope::ScopeId;
use oxc_syntax::symbol::SymbolId;

use super::walk::{self, Step};

/// Lets the names in parameters refer to what is around their function, where the body alone declares them.
pub(super) fn separate(program: &Program<'_>, scoping: &mut Scoping) {
    for function in Parameters::all(program) {
        for &id in &function.references {
            let Some(symbol) = scoping.get_reference(id).symbol_id() else {
                continue;
            };
            if !function.declares_in_body(scoping, symbol) {
                continue;
            }
            let name = scoping.symbol_name(symbol).to_owned();
            let around = scoping.scope_parent_id(function.scope);
            let around = around.and_then(|scope| scoping.find_binding(scope, name.as_str().into()));
            scoping.delete_resolved_reference(symbol, id);
            match around {
                Some(other) => {
                    scoping.get_reference_mut(id).set_symbol_id(other);
                    scoping.add_resolved_reference(other, id);
                }
                None => {
                    let reference = scoping.get_reference_mut(id);
                    let (node, scope) = (reference.node_id(), reference.scope_id());
                    *reference = Reference::new(node, scope, reference.flags());
                    scoping.add_root_unresolved_reference(name.as_str().into(), id);
                }
            }
        }
    }
}

/// The parameters of a function, if they use names.
pub(super) struct Parameters {
    pub(super) scope: ScopeId,
    body: Span,
    pub(super) references: Vec<ReferenceId>,
}

impl Parameters {
    /// Those of all functions, of inner ones before those of outer ones.
    pub(super) fn all(program: &Program<'_>) -> Vec<Self> {
        let mut all = Vec::new();
        walk::both(program, |step, node| {
            let found = match node {
                _ if step == Step::Enter => None,
                AstKind::Function(function) => {
                    let body = function.body.as_deref();
                    body.and_then(|body| Self::of(&function.scope_id, &function.params, body.span))
                }
                AstKind::ArrowFunctionExpression(arrow) => {
                    let body = arrow.body.as_function_body();
                    body.and_then(|body| Self::of(&arrow.scope_id, &arrow.params, body.span))
                }
                _ => None,
            };
            all.extend(found);
            true
        });
        all
    }

    fn of(
        scope: &Cell<Option<ScopeId>>,
        parameters: &FormalParameters<'_>,
        body: Span,
    ) -> Option<Self> {
        let mut references = Vec::new();
        walk::all(parameters, |node| {
            if let AstKind::IdentifierReference(name) = node {
                references.extend(name.reference_id.get());
            }
        });
        let scope = scope.get().filter(|_| !references.is_empty())?;
        Some(Self {
            scope,
            body,
            references,
        })
    }

    pub(super) fn has_in_body(&self, span: Span) -> bool {
        self.body.start <= span.start && span.end <= self.body.end
    }

    /// Whether a variable is one of the body, and no parameter.
    pub(super) fn declares_in_body(&self, scoping: &Scoping, symbol: SymbolId) -> bool {
        scoping.symbol_scope_id(symbol) == self.scope
            && self.has_in_body(scoping.symbol_span(symbol))
    }
}
