//! Makes variables of the properties of an object: `a={b:1,c:/d/};a.b` is `a_b=1,a_c=/d/;a_b` if nothing else
//! sees the object.

use std::collections::BTreeMap;

use golfchess_sizes::edit::{Edit, Splice};
use oxc_ast::ast::{
    AssignmentTarget, CallExpression, Expression, ObjectExpression, ObjectPropertyKind,
    PropertyKind, SimpleAssignmentTarget, StaticMemberExpression, TaggedTemplateExpression,
    UnaryExpression, VariableDeclarator,
};
use oxc_ast_visit::{Visit, walk};
use oxc_semantic::Scoping;
use oxc_span::{GetSpan, Span};
use oxc_syntax::operator::UnaryOperator;
use oxc_syntax::reference::ReferenceId;
use oxc_syntax::symbol::SymbolId;

use super::constants::parts;
use super::edits_of;
use super::scopes::{self, symbol};

/// An edit for each such object.
pub(super) fn edits(source: &str, keep: &[String]) -> Vec<Edit> {
    edits_of(source, |program, scoping| {
        let mut objects = Objects {
            source,
            scoping,
            keep,
            found: BTreeMap::new(),
            reads: BTreeMap::new(),
            written: Vec::new(),
        };
        objects.visit_program(program);
        objects.edits()
    })
}

/// An object that a variable holds.
struct Object {
    /// Its declarator.
    span: Span,
    /// The names and the values of its properties.
    properties: Vec<(String, Span)>,
}

struct Objects<'s> {
    source: &'s str,
    scoping: &'s Scoping,
    keep: &'s [String],
    found: BTreeMap<SymbolId, Object>,
    /// Where properties of variables are read, and their names.
    reads: BTreeMap<ReferenceId, (Span, String)>,
    /// The places of members that are more than read.
    written: Vec<Span>,
}

impl Objects<'_> {
    fn edits(&self) -> Vec<Edit> {
        let edits = self.found.iter();
        edits
            .filter_map(|(symbol, object)| self.edit(*symbol, object))
            .collect()
    }

    fn edit(&self, symbol: SymbolId, object: &Object) -> Option<Edit> {
        let name = self.scoping.symbol_name(symbol);
        let is_kept = self.keep.iter().any(|kept| kept == name);
        if is_kept || !scopes::is_never_written(self.scoping, symbol) {
            return None;
        }
        // The names are new, and count as one character each.
        let part = |property: &str| format!("{name}{property}$");
        let values = object.properties.iter().map(|(property, value)| {
            format!("{}={}", part(property), value.source_text(self.source))
        });
        let values: Vec<String> = values.collect();
        let range = (object.span.start as usize, object.span.end as usize);
        let mut splices = vec![Splice::new(range, values.join(","))];
        for reference in self.scoping.get_resolved_reference_ids(symbol) {
            let (span, property) = self.reads.get(reference)?;
            let is_own = object.properties.iter().any(|(own, _)| own == property);
            if !is_own || self.written.contains(span) {
                return None;
            }
            let range = (span.start as usize, span.end as usize);
            splices.push(Splice::new(range, part(property)));
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

impl<'a> Visit<'a> for Objects<'_> {
    fn visit_variable_declarator(&mut self, declarator: &VariableDeclarator<'a>) {
        if let Some((symbol, Expression::ObjectExpression(object))) = parts(declarator)
            // The variables of the parts have names like this one.
            && self.scoping.symbol_name(symbol).starts_with("$name")
            && let Some(properties) = properties(object)
        {
            let span = declarator.span;
            self.found.insert(symbol, Object { span, properties });
        }
        walk::walk_variable_declarator(self, declarator);
    }

    fn visit_static_member_expression(&mut self, member: &StaticMemberExpression<'a>) {
        if let Expression::Identifier(object) = &member.object
            && let Some(id) = object.reference_id.get()
            && !member.optional
            && symbol(self.scoping, object).is_some()
        {
            let property = member.property.name.to_string();
            self.reads.insert(id, (member.span, property));
        }
        walk::walk_static_member_expression(self, member);
    }

    /// The object is `this` in a method.
    fn visit_call_expression(&mut self, call: &CallExpression<'a>) {
        self.written.push(call.callee.span());
        walk::walk_call_expression(self, call);
    }

    fn visit_tagged_template_expression(&mut self, tagged: &TaggedTemplateExpression<'a>) {
        self.written.push(tagged.tag.span());
        walk::walk_tagged_template_expression(self, tagged);
    }

    fn visit_unary_expression(&mut self, unary: &UnaryExpression<'a>) {
        if unary.operator == UnaryOperator::Delete {
            self.written.push(unary.argument.span());
        }
        walk::walk_unary_expression(self, unary);
    }

    fn visit_assignment_target(&mut self, target: &AssignmentTarget<'a>) {
        self.written.push(target.span());
        walk::walk_assignment_target(self, target);
    }

    fn visit_simple_assignment_target(&mut self, target: &SimpleAssignmentTarget<'a>) {
        self.written.push(target.span());
        walk::walk_simple_assignment_target(self, target);
    }
}
