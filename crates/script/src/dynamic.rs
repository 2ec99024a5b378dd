//! Names that code finds when it runs: in the body of a `with`, and in the text of a direct `eval`.
//!
//! A name in the body of a `with` is first looked up in the object. So it stays, whatever declares it: another name
//! could be one of the object.

mod masked;
mod math;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use oxc_ast::AstKind;
use oxc_ast::ast::{CallExpression, Expression, Program};
use oxc_semantic::Scoping;
use oxc_span::GetSpan;
use oxc_syntax::reference::ReferenceId;
use oxc_syntax::scope::ScopeId;

use super::script::{Script, ScriptError};
use super::{evaluated, walk};

pub(super) use masked::{Masked, PREFIX, unmasked};
use math::Object;

/// What a script finds when it runs.
#[derive(Default)]
pub(super) struct Dynamic {
    /// The scopes of the bodies of `with`, each with its object.
    bodies: BTreeMap<ScopeId, Object>,
    /// Names in these bodies that may be properties of the object.
    pub(super) inside: BTreeSet<String>,
    /// Whether such a body has a `var`, whose value the object may get.
    pub(super) declares: bool,
    /// Names that a direct `eval` may find.
    pub(super) evaluated: BTreeSet<String>,
    /// Whether a direct `eval` runs a text that is not known, or that uses names of the script.
    pub(super) evaluates: bool,
}

impl Dynamic {
    pub(super) fn of(program: &Program<'_>, scoping: &Scoping) -> Self {
        let mut found = Self::default();
        let is_plain = math::is_plain(program, scoping);
        walk::within(program, |node, around| match node {
            AstKind::WithStatement(with) => {
                // In two of them, code could move from one to the other.
                let is_inner = around
                    .iter()
                    .any(|outer| matches!(outer, AstKind::WithStatement(_)));
                let is_math = !is_inner && math::is_math(scoping, &with.object);
                let object = match is_plain && is_math {
                    true => Object::Math,
                    false => Object::Unknown,
                };
                found
                    .bodies
                    .extend(with.scope_id.get().map(|scope| (scope, object)));
            }
            AstKind::CallExpression(call) if runs(call, scoping) => {
                found.evaluates = true;
                found.evaluated.extend(found_by(call, scoping));
            }
            _ => {}
        });
        if !found.bodies.is_empty() {
            found.inside = found.names_inside(scoping);
            found.declare(program, scoping);
        }
        found
    }

    /// Whether a script has a `with`, or a direct `eval` that finds names.
    pub(super) fn is_any(&self) -> bool {
        self.evaluates || !self.bodies.is_empty()
    }

    /// The names that stay.
    pub(super) fn names(&self) -> BTreeSet<String> {
        let inside = self.inside.iter();
        // A name of a masked body has its own text at the end.
        let inside = inside.flat_map(|name| {
            let own = name.strip_prefix(PREFIX);
            own.into_iter().chain([name.as_str()])
        });
        let mut names: BTreeSet<String> = inside.map(str::to_owned).collect();
        names.extend(self.evaluated.iter().cloned());
        if self.bodies.values().any(|object| *object == Object::Math) {
            names.extend(math::SHORT.map(str::to_owned));
        }
        names
    }

    /// The names that stay, with those of a masked script.
    pub(super) fn kept(&self) -> BTreeSet<String> {
        let mut names = self.names();
        if self.is_any() {
            names.extend(masked::OWN.map(str::to_owned));
        }
        names
    }

    /// Whether a name at a place may be a property of the object of a `with` around it.
    pub(super) fn is_inside(&self, scoping: &Scoping, reference: ReferenceId, name: &str) -> bool {
        let reference = scoping.get_reference(reference);
        let home = reference.symbol_id().map(|id| scoping.symbol_scope_id(id));
        let around = scoping.scope_ancestors(reference.scope_id());
        let mut around = around.take_while(|scope| Some(*scope) != home);
        around.any(|scope| {
            let object = self.bodies.get(&scope);
            object.is_some_and(|object| object.may_have(name))
        })
    }

    /// Adds the names of `var` in the bodies: `with(a){var b=1}` sets `a.b` if there is one.
    fn declare(&mut self, program: &Program<'_>, scoping: &Scoping) {
        walk::within(program, |node, around| {
            let AstKind::BindingIdentifier(name) = node else {
                return;
            };
            let Some(home) = name.symbol_id.get().map(|id| scoping.symbol_scope_id(id)) else {
                return;
            };
            let is_found = around.iter().any(|outer| match outer {
                AstKind::WithStatement(with) => with.scope_id.get().is_some_and(|scope| {
                    let object = self.bodies.get(&scope);
                    object.is_some_and(|object| object.may_have(&name.name))
                        && with.body.span().contains_inclusive(name.span)
                        && scoping.scope_ancestors(home).all(|outer| outer != scope)
                }),
                _ => false,
            });
            if is_found {
                self.declares = true;
                self.inside.insert(name.name.to_string());
            }
        });
    }

    fn names_inside(&self, scoping: &Scoping) -> BTreeSet<String> {
        let mut names = BTreeSet::new();
        for (name, references) in scoping.root_unresolved_references() {
            let name = name.as_str();
            if references
                .iter()
                .any(|&id| self.is_inside(scoping, id, name))
            {
                names.insert(name.to_owned());
            }
        }
        for symbol in scoping.symbol_ids() {
            let name = scoping.symbol_name(symbol);
            let references = scoping.get_resolved_reference_ids(symbol);
            if references
                .iter()
                .any(|&id| self.is_inside(scoping, id, name))
            {
                names.insert(name.to_owned());
            }
        }
        names
    }
}

/// Where the first `with` of strict code stands: no engine runs it, and the parser accepts it.
pub(super) fn strict_with(script: &Script<'_>) -> Option<usize> {
    let mut first = None;
    if script.source.contains("with") {
        walk::all(script.program, |node| {
            if let AstKind::WithStatement(with) = node
                && let Some(scope) = with.scope_id.get()
                && script.scoping().scope_flags(scope).is_strict_mode()
            {
                first.get_or_insert(with.span.start as usize);
            }
        });
    }
    first
}

/// Whether a call is a direct `eval` that may find names of the script.
pub(super) fn runs(call: &CallExpression<'_>, scoping: &Scoping) -> bool {
    evaluated::is_direct(call)
        && !call.arguments.is_empty()
        && evaluated::names(call, scoping).is_none()
}

/// The names that such a call may find.
fn found_by(call: &CallExpression<'_>, scoping: &Scoping) -> BTreeSet<String> {
    let known = call.arguments[0].as_expression().and_then(known_names);
    known.unwrap_or_else(|| {
        let free = scoping.root_unresolved_references().keys();
        let free = free.map(ToString::to_string);
        let scopes = scopes_around(call, scoping);
        let declared = scoping.symbol_ids();
        let declared = declared.filter(|&id| scopes.contains(&scoping.symbol_scope_id(id)));
        let declared = declared.map(|id| scoping.symbol_name(id).to_owned());
        free.chain(declared).collect()
    })
}

fn scopes_around(call: &CallExpression<'_>, scoping: &Scoping) -> BTreeSet<ScopeId> {
    let callee = call.callee.get_identifier_reference();
    let callee = callee.and_then(|name| name.reference_id.get());
    let scope = callee.map(|id| scoping.get_reference(id).scope_id());
    scope.map_or_else(BTreeSet::new, |scope| {
        scoping.scope_ancestors(scope).collect()
    })
}

/// The names in a text that is known; `None` if it is not, or runs another text.
fn known_names(text: &Expression<'_>) -> Option<BTreeSet<String>> {
    let text = match text {
        Expression::StringLiteral(literal) if !literal.lone_surrogates => literal.value.as_str(),
        Expression::TemplateLiteral(template) => template.single_quasi()?.as_str(),
        _ => return None,
    }
    .to_owned();
    let names = |script: &Script<'_>| -> BTreeSet<String> {
        script.free_names().chain(script.top_names()).collect()
    };
    let names = Script::look(&text, names).ok()?;
    (!names.contains("eval")).then_some(names)
}

/// The names that a script declares or writes, and that stay because a `with` or a direct `eval` may find them; then
/// all names that stay so.
///
/// # Errors
/// The text is not a script.
pub fn dynamic_names(source: &str) -> Result<(Vec<String>, Vec<String>), ScriptError> {
    Script::look(source, |script| {
        let found = Dynamic::of(script.program, script.scoping());
        if !found.is_any() {
            return (Vec::new(), Vec::new());
        }
        let names = found.names();
        let written = script.free_names_that(|_, uses| uses.iter().any(|one| one.is_write()));
        let declared = script.scoping().symbol_names().map(str::to_owned);
        let own: BTreeSet<String> = declared.chain(written).collect();
        let own = own.into_iter().filter(|name| names.contains(name));
        (own.collect(), names.iter().cloned().collect())
    })
}
