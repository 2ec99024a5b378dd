//! The two scopes of a function whose parameters have default values.
//!
//! In `function f(p=v){var v}`, the default value reads the `v` around the function (ECMAScript, 10.2.11).
//! oxc has one scope for the parameters and the body, and takes it for the `v` of the body.

use std::collections::BTreeSet;

use oxc_allocator::Allocator;
use oxc_ast::ast::{
    ArrowFunctionExpression, FormalParameters, Function, FunctionBody, IdentifierReference, Program,
};
use oxc_ast_visit::{Visit, walk};
use oxc_semantic::Scoping;
use oxc_span::{GetSpan, Span};
use oxc_syntax::reference::{Reference, ReferenceId};
use oxc_syntax::scope::{ScopeFlags, ScopeId};
use oxc_syntax::symbol::SymbolId;

use super::rename::Names;
use super::script;

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

/// The script with different names for the two variables, which no other reader can mix up; the script itself
/// if there are no two. `None` if a function declares a parameter again that another parameter uses: they are
/// two variables of one name.
pub(super) fn distinct(source: &str, keep: &[String]) -> Option<String> {
    let arena = Allocator::default();
    let program = script::parse(&arena, source).ok()?;
    let mut scoping = script::mixed_scoping(&program);
    let functions = Functions::of(&program);
    let symbols = |scoping: &Scoping, function: &Parameters| -> BTreeSet<SymbolId> {
        let references = function.references.iter();
        references
            .filter_map(|&id| scoping.get_reference(id).symbol_id())
            .filter(|&id| scoping.symbol_scope_id(id) == function.scope)
            .collect()
    };
    let is_twice = |function: &Parameters| {
        symbols(&scoping, function).into_iter().any(|id| {
            let again = scoping.symbol_redeclarations(id).iter();
            let mut spans = again.map(|one| one.span).chain([scoping.symbol_span(id)]);
            spans.any(|span| function.has_in_body(span)) && !function.declares_in_body(&scoping, id)
        })
    };
    if functions.iter().any(is_twice) {
        return None;
    }
    let is_mixed = functions.iter().any(|function| {
        let mut symbols = symbols(&scoping, function).into_iter();
        symbols.any(|id| function.declares_in_body(&scoping, id))
    });
    if !is_mixed {
        return Some(source.to_owned());
    }
    separate(&program, &mut scoping);
    Some(Names::of(source, keep).ok()?.canonical())
}

/// The parameters of a function, if they use names.
struct Parameters {
    scope: ScopeId,
    body: Span,
    references: Vec<ReferenceId>,
}

impl Parameters {
    fn has_in_body(&self, span: Span) -> bool {
        self.body.start <= span.start && span.end <= self.body.end
    }

    /// Whether a variable is one of the body, and no parameter.
    fn declares_in_body(&self, scoping: &Scoping, symbol: SymbolId) -> bool {
        scoping.symbol_scope_id(symbol) == self.scope
            && self.has_in_body(scoping.symbol_span(symbol))
    }
}

/// Finds parameters, those of inner functions before those of outer ones.
#[derive(Default)]
struct Functions(Vec<Parameters>);

impl Functions {
    fn of(program: &Program<'_>) -> Vec<Parameters> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_default_value_does_not_see_the_variables_of_the_body() {
        for (source, renamed) in [
            (
                "function f(p=v){var v=2;return p+v}f()",
                "function $name0$($name1$=v){var $name2$=2;return $name1$+$name2$}$name0$()",
            ),
            (
                "var v=1;var f=(p=()=>v)=>{let v=2;return p()+v};f()",
                "var $name0$=1;var $name1$=($name2$=()=>$name0$)=>{let $name3$=2;return \
                 $name2$()+$name3$};$name1$()",
            ),
            // The inner default value reads the parameter of the outer function.
            (
                "function f(v,p=function(q=v){var v}){return p(v)}f()",
                "function $name0$($name1$,$name2$=function($name3$=$name1$){var $name4$})\
                 {return $name2$($name1$)}$name0$()",
            ),
            (
                "function f(p=g()){function g(){}return p}f()",
                "function $name0$($name1$=g()){function $name2$(){}return $name1$}$name0$()",
            ),
        ] {
            let keep = ["v", "g"].map(str::to_owned);
            let keep = if source.starts_with("var v") {
                &[][..]
            } else {
                &keep
            };
            let text = distinct(source, keep).expect(source);
            let names = Names::of(&text, keep).expect(source);
            assert_eq!(names.canonical(), renamed, "{source}");
        }
    }

    #[test]
    fn other_scripts_stay() {
        for source in [
            "function f(p=v){return p}var v",
            "function f(p,q=p){var r=q;return r}",
            "function f(p){var p}",
            "var f=(p=v)=>v",
        ] {
            assert_eq!(distinct(source, &[]).as_deref(), Some(source));
        }
    }

    #[test]
    fn a_parameter_that_is_declared_again_is_two_variables() {
        assert_eq!(
            distinct("function f(p,q=()=>p){var p=2;return q()}", &[]),
            None
        );
    }
}
