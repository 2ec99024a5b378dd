//! What a script writes often, and where.

use std::collections::{BTreeMap, BTreeSet};

use oxc_ast::AstKind;
use oxc_ast::ast::{Expression, IdentifierReference, PropertyKey, StaticMemberExpression};
use oxc_span::{GetSpan, Span};
use oxc_syntax::operator::UnaryOperator;

use super::NAME;
use super::place::Place;
use super::remote::runs_elsewhere;
use super::stays;
use super::uses::{Atom, Use, UseKind};
use crate::module::RELATED;
use crate::script::Script;
use crate::walk::{self, Step};

/// The least characters of a number that gets a variable.
const LEAST: u32 = 3;

/// Objects of the language. No page replaces them while it runs, as tests replace `Date`.
const OBJECTS: [&str; 10] = [
    "Array",
    "Error",
    "JSON",
    "Math",
    "Number",
    "Object",
    "RegExp",
    "String",
    "Symbol",
    "TypeError",
];

/// The values of a script with their places; `None` if a variable may be missing where code runs.
pub fn found(script: &Script<'_>, place: &Place) -> Option<BTreeMap<Atom, Vec<Use>>> {
    if script.source.contains(NAME) || runs_elsewhere(script) {
        return None;
    }
    let mut finder = Search {
        script,
        place,
        stays: BTreeSet::new(),
        objects: objects(script),
        is_related: script.source.contains(RELATED),
        uses: BTreeMap::new(),
    };
    let mut around: Vec<AstKind<'_>> = Vec::new();
    walk::both(script.program, |step, node| {
        match step {
            Step::Leave => _ = around.pop(),
            Step::Enter if !finder.see(node, &around) => return false,
            Step::Enter => around.push(node),
        }
        true
    });
    Some(finder.uses)
}

/// The objects of the language that the script neither declares nor replaces.
fn objects(script: &Script<'_>) -> BTreeSet<String> {
    script.free_names_that(|name, flags| {
        OBJECTS.contains(&name) && flags.iter().all(|flags| flags.is_read_only())
    })
}

struct Search<'s, 'a> {
    script: &'s Script<'a>,
    place: &'s Place,
    /// The starts of texts and keys that stay.
    stays: BTreeSet<u32>,
    objects: BTreeSet<String>,
    /// Whether other modules may call functions of this one before it runs.
    is_related: bool,
    uses: BTreeMap<Atom, Vec<Use>>,
}

impl<'a> Search<'_, 'a> {
    /// Keeps what a node uses. Returns whether the nodes in it matter.
    fn see(&mut self, node: AstKind<'a>, around: &[AstKind<'a>]) -> bool {
        if let Some(key) = walk::key(node) {
            self.see_key(node, key);
        }
        match node {
            AstKind::Directive(_) | AstKind::ImportExpression(_) => return false,
            AstKind::Function(function)
                if self.is_related && function.is_declaration() && stays::is_of_module(around) =>
            {
                return false;
            }
            AstKind::CallExpression(call) if stays::is_of_exports(call) => return false,
            AstKind::CallExpression(call) => self
                .stays
                .extend(stays::read_arguments(&call.callee, &call.arguments)),
            AstKind::NewExpression(new) => self
                .stays
                .extend(stays::read_arguments(&new.callee, &new.arguments)),
            AstKind::TaggedTemplateExpression(tagged) => {
                self.stays.insert(tagged.quasi.span.start);
            }
            // `delete null` is true, and `delete a` an error or false.
            AstKind::UnaryExpression(unary) if unary.operator == UnaryOperator::Delete => {
                let of_property = unary.argument.is_member_expression()
                    || matches!(unary.argument, Expression::ChainExpression(_));
                return of_property;
            }
            AstKind::AssignmentExpression(assignment) => {
                self.stays
                    .extend(stays::exported_keys(self.script, assignment));
            }
            AstKind::StaticMemberExpression(member)
                if !stays::is_read(self.script, &member.object, around) =>
            {
                self.see_member(member);
            }
            AstKind::StringLiteral(text) if !text.lone_surrogates => {
                self.see_text(&text.value, text.span);
            }
            AstKind::TemplateLiteral(template) => {
                if let ([only], []) = (&template.quasis[..], &template.expressions[..])
                    && let Some(value) = &only.value.cooked
                {
                    self.see_text(value, template.span);
                }
            }
            AstKind::NullLiteral(null) => self.push(Atom::Null, UseKind::Value, null.span),
            AstKind::NumericLiteral(number) if number.span.size() >= LEAST => {
                let text = self.script.text(number).to_owned();
                self.push(Atom::Number(text), UseKind::Value, number.span);
            }
            AstKind::UnaryExpression(unary)
                if unary.operator == UnaryOperator::Void
                    && matches!(unary.argument, Expression::NumericLiteral(_)) =>
            {
                self.push(Atom::Undefined, UseKind::Value, unary.span);
                return false;
            }
            AstKind::IdentifierReference(name) if self.is_object(name, around) => {
                self.push(
                    Atom::Object(name.name.to_string()),
                    UseKind::Value,
                    name.span,
                );
            }
            _ => {}
        }
        true
    }

    fn push(&mut self, atom: Atom, kind: UseKind, span: Span) {
        let is_inside = self.place.span.start <= span.start && span.end <= self.place.span.end;
        if is_inside && !self.stays.contains(&span.start) {
            let text = self.script.text(&span).to_owned();
            self.uses
                .entry(atom)
                .or_default()
                .push(Use { kind, span, text });
        }
    }

    fn see_member(&mut self, member: &StaticMemberExpression<'_>) {
        let name = member.property.name.as_str();
        let (kind, dots) = match member.optional {
            true => (UseKind::Optional, "?."),
            false => (UseKind::Member, "."),
        };
        let start = member.property.span.start - dots.len() as u32;
        let span = Span::new(start, member.property.span.end);
        // White space or a comment may stand there.
        if self.script.text(&span) == format!("{dots}{name}") {
            self.push(Atom::Text(name.to_owned()), kind, span);
        }
    }

    fn see_text(&mut self, value: &str, span: Span) {
        // Names in HTML are shortened too.
        if !value.contains('<') {
            self.push(Atom::Text(value.to_owned()), UseKind::Value, span);
        }
    }

    /// A key is no text by itself.
    fn see_key(&mut self, node: AstKind<'a>, key: &PropertyKey<'a>) {
        let (computed, plain) = match node {
            AstKind::ObjectProperty(property) => (property.computed, !property.shorthand),
            AstKind::BindingProperty(property) => (property.computed, !property.shorthand),
            AstKind::AssignmentTargetPropertyProperty(property) => (property.computed, true),
            AstKind::MethodDefinition(method) => (
                method.computed,
                !self.script.source[..key.span().start as usize].ends_with('\n')
                    && method.kind.is_method(),
            ),
            AstKind::PropertyDefinition(property) => (property.computed, false),
            _ => (true, false),
        };
        if computed {
            return;
        }
        let value = match key {
            PropertyKey::StaticIdentifier(name) => Some(name.name.as_str()),
            PropertyKey::StringLiteral(text) if !text.lone_surrogates => Some(text.value.as_str()),
            _ => None,
        };
        let stays = self.stays.contains(&node.span().start);
        if let Some(value) = value
            && plain
            && !stays
            && !["__proto__", "constructor", "prototype"].contains(&value)
        {
            self.push(Atom::Text(value.to_owned()), UseKind::Key, key.span());
        }
        self.stays.insert(key.span().start);
    }

    /// Whether a name is an object of the language whose value is read.
    fn is_object(&self, name: &IdentifierReference<'_>, around: &[AstKind<'_>]) -> bool {
        let is_other = match around.last() {
            Some(AstKind::ObjectProperty(property)) => property.shorthand,
            Some(AstKind::UnaryExpression(unary)) => {
                matches!(
                    unary.operator,
                    UnaryOperator::Typeof | UnaryOperator::Delete
                )
            }
            _ => false,
        };
        self.objects.contains(name.name.as_str()) && self.script.symbol(name).is_none() && !is_other
    }
}
