//! Makes variables of the properties of an object: `a={b:1,c:/d/};a.b` is `a_b=1,a_c=/d/;a_b` if nothing else
//! sees the object.

use std::collections::BTreeMap;

use golfchess_sizes::edit::Edit;
use oxc_ast::AstKind;
use oxc_ast::ast::{Expression, ObjectExpression, ObjectPropertyKind, PropertyKind};
use oxc_span::{GetSpan, Span};
use oxc_syntax::operator::UnaryOperator;
use oxc_syntax::reference::ReferenceId;
use oxc_syntax::symbol::SymbolId;

use super::constants::parts;
use super::{Script, replace, walk};

/// An edit for each such object.
pub(super) fn edits(script: &Script<'_>, keep: &[String]) -> Vec<Edit> {
    let members = Members::of(script);
    let mut objects = BTreeMap::new();
    walk::all(script.program, |node| {
        if let AstKind::VariableDeclarator(declarator) = node
            && let Some((symbol, Expression::ObjectExpression(object))) = parts(declarator)
            // The variables of the parts have names like this one.
            && script.name(symbol).starts_with("$name")
            && let Some(properties) = properties(object)
        {
            let span = declarator.span;
            objects.insert(symbol, Object { span, properties });
        }
    });
    let edits = objects.iter();
    let edits = edits
        .filter(|(symbol, _)| !script.is_kept(keep, **symbol) && script.is_never_written(**symbol));
    edits
        .filter_map(|(symbol, object)| members.edit(script, *symbol, object))
        .collect()
}

/// An object that a variable holds.
struct Object {
    /// Its declarator.
    span: Span,
    /// The names and the values of its properties.
    properties: Vec<(String, Span)>,
}

/// The properties of variables that a script uses.
#[derive(Default)]
struct Members {
    /// Where they are read, and their names.
    reads: BTreeMap<ReferenceId, (Span, String)>,
    /// The places of members that are more than read.
    written: Vec<Span>,
}

impl Members {
    fn of(script: &Script<'_>) -> Self {
        let mut members = Self::default();
        walk::all(script.program, |node| {
            let targets = walk::targets(node);
            members
                .written
                .extend(targets.into_iter().map(GetSpan::span));
            match node {
                AstKind::StaticMemberExpression(member) => {
                    if let Expression::Identifier(object) = &member.object
                        && let Some(id) = object.reference_id.get()
                        && !member.optional
                        && script.symbol(object).is_some()
                    {
                        let property = member.property.name.to_string();
                        members.reads.insert(id, (member.span, property));
                    }
                }
                AstKind::UpdateExpression(update) => members.written.push(update.argument.span()),
                // The object is `this` in a method.
                AstKind::CallExpression(call) => members.written.push(call.callee.span()),
                AstKind::TaggedTemplateExpression(tagged) => {
                    members.written.push(tagged.tag.span());
                }
                AstKind::UnaryExpression(unary) if unary.operator == UnaryOperator::Delete => {
                    members.written.push(unary.argument.span());
                }
                _ => {}
            }
        });
        members
    }

    fn edit(&self, script: &Script<'_>, symbol: SymbolId, object: &Object) -> Option<Edit> {
        let name = script.name(symbol);
        // The names are new, and count as one character each.
        let part = |property: &str| format!("{name}{property}$");
        let values = object.properties.iter();
        let values: Vec<String> = values
            .map(|(property, value)| format!("{}={}", part(property), script.text(value)))
            .collect();
        let mut splices = vec![replace(&object.span, values.join(","))];
        for reference in script.references(symbol) {
            let (span, property) = self.reads.get(reference)?;
            let is_own = object.properties.iter().any(|(own, _)| own == property);
            if !is_own || self.written.contains(span) {
                return None;
            }
            splices.push(replace(span, part(property)));
        }
        Edit::of("scatter", splices)
    }
}

/// The properties of an object that has plain ones only.
fn properties(object: &ObjectExpression<'_>) -> Option<Vec<(String, Span)>> {
    let mut found: Vec<(String, Span)> = Vec::new();
    for property in &object.properties {
        let ObjectPropertyKind::ObjectProperty(property) = property else {
            return None;
        };
        let name = property.key.static_name()?.to_string();
        let is_name = !name.is_empty()
            && name
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        let is_plain = property.kind == PropertyKind::Init
            && !property.method
            && !property.shorthand
            && !property.computed
            && name != "__proto__";
        if !is_name || !is_plain || found.iter().any(|(other, _)| *other == name) {
            return None;
        }
        found.push((name, property.value.span()));
    }
    (!found.is_empty()).then_some(found)
}
