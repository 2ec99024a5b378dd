//! The two scopes of a function whose parameters have default values.
//!
//! In `function f(p=v){var v}`, the default value reads the `v` around the function (ECMAScript, 10.2.11).
//! oxc has one scope for the parameters and the body, and takes it for the `v` of the body unless the other one is
//! declared before.

use oxc_ast::ast::{
    ArrowFunctionExpression, FormalParameters, Function, FunctionBody, IdentifierReference, Program,
};
use oxc_ast_visit::{Visit, walk};
use oxc_semantic::Scoping;
use oxc_span::{GetSpan, Span};
use oxc_syntax::reference::{Reference, ReferenceId};
use oxc_syntax::scope::{ScopeFlags, ScopeId};
use oxc_syntax::symbol::SymbolId;

/// Lets the names in parameters refer to what is around their function, where the body alone declares them.
pub(super) fn separate(program: &Program<'_>, scoping: &mut Scoping) {
    for function in Functions::of(program) {
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
    pub(super) fn has_in_body(&self, span: Span) -> bool {
        self.body.start <= span.start && span.end <= self.body.end
    }

    /// Whether a variable is one of the body, and no parameter.
    pub(super) fn declares_in_body(&self, scoping: &Scoping, symbol: SymbolId) -> bool {
        scoping.symbol_scope_id(symbol) == self.scope
            && self.has_in_body(scoping.symbol_span(symbol))
    }
}

/// Finds parameters, those of inner functions before those of outer ones.
#[derive(Default)]
pub(super) struct Functions(Vec<Parameters>);

impl Functions {
    pub(super) fn of(program: &Program<'_>) -> Vec<Parameters> {
        let mut functions = Self::default();
        functions.visit_program(program);
        functions.0
    }

    fn add(&mut self, scope: Option<ScopeId>, parameters: &FormalParameters<'_>, body: Span) {
        let mut found = References::default();
        found.visit_formal_parameters(parameters);
        if let Some(scope) = scope.filter(|_| !found.0.is_empty()) {
            self.0.push(Parameters {
                scope,
                body,
                references: found.0,
            });
        }
    }
}

impl<'a> Visit<'a> for Functions {
    fn visit_function(&mut self, function: &Function<'a>, flags: ScopeFlags) {
        walk::walk_function(self, function, flags);
        if let Some(body) = &function.body {
            self.add(function.scope_id.get(), &function.params, body.span);
        }
    }

    fn visit_arrow_function_expression(&mut self, arrow: &ArrowFunctionExpression<'a>) {
        walk::walk_arrow_function_expression(self, arrow);
        let body: Option<&FunctionBody<'_>> = arrow.body.as_function_body();
        if let Some(body) = body {
            self.add(arrow.scope_id.get(), &arrow.params, body.span());
        }
    }
}

#[derive(Default)]
struct References(Vec<ReferenceId>);

impl<'a> Visit<'a> for References {
    fn visit_identifier_reference(&mut self, name: &IdentifierReference<'a>) {
        self.0.extend(name.reference_id.get());
    }
}
