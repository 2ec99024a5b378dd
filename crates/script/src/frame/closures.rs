//! Functions that run only while the run of the script that made them lasts.

use std::collections::HashSet;

use oxc_ast::AstKind;
use oxc_ast::ast::Expression;
use oxc_span::{GetSpan, Span};
use oxc_syntax::scope::ScopeId;
use oxc_syntax::symbol::SymbolId;

use crate::script::{Body, Script};
use crate::walk;

/// Methods that call the functions which they are given at once, and keep none.
const AT_ONCE: [&str; 17] = [
    "every",
    "filter",
    "find",
    "findIndex",
    "findLast",
    "findLastIndex",
    "flatMap",
    "forEach",
    "from",
    "map",
    "reduce",
    "reduceRight",
    "replace",
    "replaceAll",
    "some",
    "sort",
    "toSorted",
];

/// Words of scripts with iterators, whose methods of these names call a function later.
const LATER: [&str; 7] = [
    "entries", "keys", "values", "Iterator", "iterator", "matchAll", "yield",
];

/// The closures of a script.
pub(super) struct Closures<'s, 'a> {
    script: &'s Script<'a>,
    /// The functions that a method calls at once.
    at_once: HashSet<Span>,
    /// Where the variables with functions can be used, each from the end of its declarator on.
    named: Vec<(SymbolId, Span, Span)>,
}

impl<'s, 'a> Closures<'s, 'a> {
    pub(super) fn of(script: &'s Script<'a>) -> Self {
        let mut closures = Self {
            script,
            at_once: HashSet::new(),
            named: Vec::new(),
        };
        let is_later = LATER.iter().any(|word| script.source.contains(word));
        for call in &script.facts().calls {
            if let Expression::StaticMemberExpression(member) = &call.callee
                && AT_ONCE.contains(&member.property.name.as_str())
                && !script
                    .facts()
                    .properties
                    .contains(member.property.name.as_str())
                && !is_later
            {
                closures
                    .at_once
                    .extend(call.arguments.iter().map(GetSpan::span));
            }
        }
        walk::within(script.program, |node, around| {
            if let AstKind::VariableDeclarator(declarator) = node
                && let Some(name) = declarator.id.get_binding_identifier()
                && let Some(symbol) = name.symbol_id.get()
                && let [.., list, AstKind::VariableDeclaration(_)] = around
                && walk::statements(*list).is_some()
                && !matches!(list, AstKind::SwitchCase(_))
            {
                closures.named.push((symbol, declarator.span, list.span()));
            }
        });
        closures
    }

    /// Whether all functions around a scope end before the script does.
    pub(super) fn end_early(&self, scope: ScopeId) -> bool {
        self.all_end(scope, &mut Vec::new())
    }

    fn all_end(&self, scope: ScopeId, seen: &mut Vec<SymbolId>) -> bool {
        let scoping = self.script.scoping();
        let mut scopes = scoping.scope_ancestors(scope);
        scopes.all(|scope| {
            let mut functions = self.script.facts().functions.iter();
            match functions.find(|function| function.scope() == Some(scope)) {
                Some(function) => self.ends(function, seen),
                None => !scoping.scope_flags(scope).is_function(),
            }
        })
    }

    fn ends(&self, function: &Body<'_>, seen: &mut Vec<SymbolId>) -> bool {
        if function.waits() {
            return false;
        }
        if function.call.is_some() || self.at_once.contains(&function.span) {
            return true;
        }
        // A function of a variable that is only called, after it was declared.
        let Some(symbol) = function.symbol else {
            return false;
        };
        if seen.contains(&symbol) {
            return true;
        }
        seen.push(symbol);
        let mut named = self.named.iter();
        let Some((_, declarator, list)) = named.find(|(other, _, _)| *other == symbol) else {
            return false;
        };
        self.script.is_never_written(symbol)
            && self.script.references(symbol).iter().all(|&id| {
                let Some(call) = self.script.facts().call_of(id) else {
                    return false;
                };
                let place = call.span;
                let is_behind = place.start >= declarator.end && list.contains_inclusive(place)
                    || function.span.contains_inclusive(place);
                let scope = self.script.scoping().get_reference(id).scope_id();
                is_behind && self.all_end(scope, seen)
            })
    }
}
