//! Finds every name of a script and all its places.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

use oxc_ast::ast::{
    AssignmentTargetPropertyIdentifier, BindingIdentifier, BindingProperty,
    ComputedMemberExpression, IdentifierReference, ObjectProperty, StaticMemberExpression,
    ThisExpression,
};
use oxc_ast_visit::{Visit, walk};
use oxc_semantic::Scoping;
use oxc_span::{GetSpan, Span};
use oxc_syntax::scope::{ScopeFlags, ScopeId};
use oxc_syntax::symbol::SymbolId;
use serde::Serialize;

use super::dynamic::Dynamic;
use super::inline::InlineHandler;
use super::script::{Script, ScriptError};
use super::{globals, handler, lookup};

const SPELLING: &str = "correct the spelling, or list the name in `keep`";
const TAKEN: &str =
    "choose another name; to set the browser's own property, list the name in `keep`";

const REFUSED: &str = "`with` or a direct `eval` in an event handler finds names by their text, so no name can be shortened";

/// The kind of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum NameKind {
    /// Written without a declaration: a property of the global object.
    Global,
    /// Declared: a parameter, variable or function.
    Local,
}

/// One name of the script with all its places.
#[derive(Debug, Clone)]
pub struct Symbol {
    /// The name in the script.
    pub name: String,
    /// What declares it.
    pub kind: NameKind,
    /// Where it stands.
    pub places: Vec<Place>,
    /// The scopes in which the name must keep its meaning.
    pub live: BTreeSet<usize>,
    /// Index of its letter: symbols of equal colour share one.
    pub(super) colour: usize,
}

#[derive(Debug, Clone, Copy)]
pub struct Place {
    pub span: Span,
    /// `{name}` in an object: the property's own name must stay.
    pub shorthand: bool,
}

/// Collects every place of every name.
pub(super) struct Collector<'p> {
    scoping: &'p Scoping,
    declared: BTreeMap<SymbolId, Found>,
    undeclared: BTreeMap<String, Found>,
    shorthands: BTreeSet<u32>,
    /// The scopes around the place that is being visited.
    scopes: Vec<ScopeId>,
    /// The first event handler in a text that finds names by their texts.
    pub(super) refused: Option<(usize, &'static str)>,
    /// The properties that the script names.
    properties: BTreeSet<String>,
    /// Whether the script names the global object, so that these may be its properties.
    sees_global_object: bool,
    /// Whether texts of the script have event handlers.
    pub(super) has_handlers: bool,
    /// The names that these handlers declare.
    own: BTreeSet<String>,
}

#[derive(Debug, Default)]
struct Found {
    spans: BTreeSet<Span>,
    live: BTreeSet<usize>,
    read: bool,
    /// Given a value, not only changed as by `+=`.
    set: bool,
    written: bool,
}

impl<'p> Collector<'p> {
    pub(super) fn new(scoping: &'p Scoping) -> Self {
        Self {
            scoping,
            declared: BTreeMap::new(),
            undeclared: BTreeMap::new(),
            shorthands: BTreeSet::new(),
            scopes: Vec::new(),
            refused: None,
            properties: BTreeSet::new(),
            sees_global_object: false,
            has_handlers: false,
            own: BTreeSet::new(),
        }
    }

    /// Adds the names of event handlers in texts of the script, which run in the global scope.
    pub(super) fn add_handlers(&mut self, handlers: &[InlineHandler]) {
        for handler in handlers {
            // Other code has no names.
            let _ = Script::look(&handler.code, |script| {
                if Dynamic::of(script.program, script.scoping()).is_any() {
                    self.refused.get_or_insert((handler.start, REFUSED));
                }
                let mut inner = Collector::new(script.scoping());
                inner.visit_program(script.program);
                self.has_handlers = true;
                self.add(&inner, handler);
            });
        }
    }

    fn add(&mut self, inner: &Collector<'_>, handler: &InlineHandler) {
        let base = handler.start;
        let shifted = |at: u32| at + u32::try_from(base).unwrap_or_default();
        self.properties.extend(inner.properties.iter().cloned());
        self.sees_global_object |= inner.sees_global_object;
        self.shorthands
            .extend(inner.shorthands.iter().map(|&at| shifted(at)));
        let own = inner.declared.keys();
        self.own
            .extend(own.map(|&id| inner.scoping.symbol_name(id).to_owned()));
        let root = self.scoping.root_scope_id();
        for (name, found) in &inner.undeclared {
            let spans = found.spans.iter();
            let spans = spans.map(|span| Span::new(shifted(span.start), shifted(span.end)));
            let is_inserted =
                |span: &Span| handler.is_inserted(&(span.start as usize..span.end as usize));
            let spans: Vec<Span> = spans.filter(|span| !is_inserted(span)).collect();
            // The element and the document hide globals of these names.
            if spans.is_empty() || handler::is_shadowed(name) {
                continue;
            }
            let declared = self.scoping.get_root_binding(name.as_str().into());
            let mine = match declared {
                Some(id) => self.declared.entry(id).or_default(),
                None => self.undeclared.entry(name.clone()).or_default(),
            };
            mine.spans.extend(spans);
            mine.live.insert(root.index());
            mine.read |= found.read;
            mine.written |= found.written;
            mine.set |= found.set;
        }
    }

    /// The names that keep their spelling: those of the browser, of `keep`, and of properties that
    /// may be those of the global object.
    pub(super) fn fixed(&self, keep: &[String]) -> BTreeSet<String> {
        let free = self.undeclared.iter().filter(|(_, found)| !found.written);
        let free = free.map(|(name, _)| name.clone());
        let properties = self.properties.iter().filter(|_| self.sees_global_object);
        let free = free.chain(properties.cloned());
        let free = free.chain(self.own.iter().cloned());
        free.chain(keep.iter().cloned()).collect()
    }

    /// The names that may be shortened: at the top level, not those in `keep`; in functions, not those in
    /// `everywhere`.
    pub(super) fn symbols(
        self,
        source: &str,
        keep: &[String],
        everywhere: &[String],
    ) -> Result<Vec<Symbol>, ScriptError> {
        let is_in = |names: &[String], name: &str| names.iter().any(|kept| kept == name);
        let kept = |name: &str| is_in(keep, name);
        let mut symbols = Vec::new();
        for (id, found) in &self.declared {
            let name = self.scoping.symbol_name(*id);
            let stays = match self.scoping.symbol_scope_id(*id) == self.scoping.root_scope_id() {
                true => kept(name),
                false => is_in(everywhere, name),
            };
            if !stays {
                symbols.push(self.symbol(name, NameKind::Local, found));
            }
        }
        for (name, found) in &self.undeclared {
            let first = found.spans.first().map_or(0, |span| span.start as usize);
            let (message, help) = match (found.written, globals::is_known(name)) {
                (_, _) if kept(name) => continue,
                (false, true) => continue,
                (true, false) if found.read && found.set => {
                    symbols.push(self.symbol(name, NameKind::Global, found));
                    continue;
                }
                (true, false) if found.set => ("is written but never read", SPELLING),
                (true, false) => ("is written but never given a value", SPELLING),
                (false, false) => (
                    "is read but nothing writes it and no browser has it",
                    SPELLING,
                ),
                (true, true) => (
                    "is written without a declaration but belongs to the browser",
                    TAKEN,
                ),
            };
            let message = format!("`{name}` {message}");
            return Err(ScriptError::at(source, first, message).with_help(help));
        }
        Ok(symbols)
    }

    fn symbol(&self, name: &str, kind: NameKind, found: &Found) -> Symbol {
        Symbol {
            name: name.to_owned(),
            kind,
            places: found
                .spans
                .iter()
                .map(|&span| Place {
                    span,
                    shorthand: self.shorthands.contains(&span.start),
                })
                .collect(),
            live: found.live.clone(),
            colour: 0,
        }
    }
}

impl<'a> Visit<'a> for Collector<'_> {
    fn visit_binding_identifier(&mut self, identifier: &BindingIdentifier<'a>) {
        let Some(id) = identifier.symbol_id.get() else {
            return;
        };
        let home = self.scoping.symbol_scope_id(id);
        let found = self.declared.entry(id).or_default();
        found.spans.insert(identifier.span);
        found.live.insert(home.index());
        // A `var` may stand in blocks below the function that it belongs to. The parameter of a `catch` is one of its
        // block, which begins behind it.
        let inner = self.scopes.iter().rposition(|scope| *scope == home);
        let inner = inner.unwrap_or(self.scopes.len().saturating_sub(1));
        let inner = self.scopes[inner..].iter();
        found.live.extend(inner.map(|scope| scope.index()));
    }

    fn enter_scope(&mut self, _: ScopeFlags, scope: &Cell<Option<ScopeId>>) {
        self.scopes.extend(scope.get());
    }

    fn leave_scope(&mut self) {
        self.scopes.pop();
    }

    fn visit_static_member_expression(&mut self, member: &StaticMemberExpression<'a>) {
        self.properties.insert(member.property.name.to_string());
        walk::walk_static_member_expression(self, member);
    }

    fn visit_computed_member_expression(&mut self, member: &ComputedMemberExpression<'a>) {
        let name = member.static_property_name();
        self.properties.extend(name.map(|name| name.to_string()));
        walk::walk_computed_member_expression(self, member);
    }

    fn visit_this_expression(&mut self, _: &ThisExpression) {
        self.sees_global_object = true;
    }

    fn visit_identifier_reference(&mut self, identifier: &IdentifierReference<'a>) {
        self.sees_global_object |= lookup::is_global_object(&identifier.name);
        let Some(id) = identifier.reference_id.get() else {
            return;
        };
        let reference = self.scoping.get_reference(id);
        let (found, home) = match reference.symbol_id() {
            Some(symbol) => (
                self.declared.entry(symbol).or_default(),
                Some(self.scoping.symbol_scope_id(symbol)),
            ),
            None => (
                self.undeclared
                    .entry(identifier.name.to_string())
                    .or_default(),
                None,
            ),
        };
        found.spans.insert(identifier.span);
        found.read |= reference.is_read();
        found.written |= reference.is_write();
        found.set |= reference.is_write() && !reference.is_read();
        // A name must keep its meaning in every scope from here out to its home.
        for scope in self.scoping.scope_ancestors(reference.scope_id()) {
            found.live.insert(scope.index());
            if Some(scope) == home {
                break;
            }
        }
    }

    fn visit_object_property(&mut self, property: &ObjectProperty<'a>) {
        if property.shorthand {
            self.shorthands.insert(property.value.span().start);
        }
        walk::walk_object_property(self, property);
    }

    fn visit_binding_property(&mut self, property: &BindingProperty<'a>) {
        if property.shorthand {
            self.shorthands.insert(property.value.span().start);
        }
        walk::walk_binding_property(self, property);
    }

    fn visit_assignment_target_property_identifier(
        &mut self,
        target: &AssignmentTargetPropertyIdentifier<'a>,
    ) {
        self.shorthands.insert(target.binding.span.start);
        walk::walk_assignment_target_property_identifier(self, target);
    }
}
