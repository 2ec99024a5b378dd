//! What a script writes often, and where.

use std::collections::{BTreeMap, BTreeSet};

use oxc_ast::AstKind;
use oxc_ast::ast::{Argument, CallExpression, Expression, IdentifierReference, PropertyKey};
use oxc_span::{GetSpan, Span};
use oxc_syntax::operator::UnaryOperator;

use super::NAME;
use super::moved::moves_functions;
use super::place::Place;
use super::uses::{Atom, Use, UseKind};
use crate::module::{EXPORT, META, MODULE, RELATED};
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

/// Functions that run a text, or that other tools look for with a text.
const READING: [&str; 8] = [
    "Function",
    "SharedWorker",
    "URL",
    "Worker",
    "eval",
    "require",
    "setInterval",
    "setTimeout",
];

/// The values of a script with their places; `None` if a variable may be missing where code runs.
pub fn found(script: &Script<'_>, place: &Place) -> Option<BTreeMap<Atom, Vec<Use>>> {
    if script.source.contains(NAME) || moves_functions(script) {
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
                if self.is_related && function.is_declaration() && is_of_module(around) =>
            {
                return false;
            }
            AstKind::CallExpression(call) if is_read_by_others(call) => return false,
            AstKind::CallExpression(call) => self.keep_arguments(&call.callee, &call.arguments),
            AstKind::NewExpression(new) => self.keep_arguments(&new.callee, &new.arguments),
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
                let is_module = |target: &Span| {
                    self.script.text(target).starts_with("module.exports")
                        || self.script.text(target).starts_with("exports")
                };
                if is_module(&assignment.left.span())
                    && let Expression::ObjectExpression(object) = &assignment.right
                {
                    let keys = object.properties.iter();
                    self.stays
                        .extend(keys.map(|property| property.span().start));
                }
            }
            AstKind::StaticMemberExpression(member) => {
                let name = member.property.name.as_str();
                if !self.is_read(&member.object, around) {
                    let kind = match member.optional {
                        true => UseKind::Optional,
                        false => UseKind::Member,
                    };
                    let dots = if member.optional { "?." } else { "." };
                    let start = member.property.span.start - dots.len() as u32;
                    let span = Span::new(start, member.property.span.end);
                    if self.script.text(&span) == format!("{dots}{name}") {
                        self.push(Atom::Text(name.to_owned()), kind, span);
                    }
                }
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

    /// Whether other tools read the names of the properties of an object: exports, and what bundlers replace.
    fn is_read(&self, object: &Expression<'_>, around: &[AstKind<'_>]) -> bool {
        let text = self.script.text(object);
        let names = ["exports", "module", "process", META, "let"];
        let is_own = |name: &IdentifierReference<'_>| self.script.symbol(name).is_some();
        match object {
            Expression::Identifier(name) => {
                names.contains(&name.name.as_str())
                    || crate::is_global_object(&name.name) && !is_own(name)
            }
            Expression::ThisExpression(_) => !around
                .iter()
                .any(|node| matches!(node, AstKind::Function(_) | AstKind::Class(_))),
            _ => ["process.", "module.exports", META]
                .iter()
                .any(|start| text.starts_with(start)),
        }
    }

    /// Leaves texts that are code, or that bundlers look for.
    fn keep_arguments(&mut self, callee: &Expression<'_>, arguments: &[Argument<'_>]) {
        let name = match callee {
            Expression::Identifier(name) => name.name.as_str(),
            Expression::StaticMemberExpression(member)
                if member.object.is_specific_id("require") =>
            {
                "require"
            }
            Expression::StaticMemberExpression(member) => member.property.name.as_str(),
            _ => return,
        };
        if READING.contains(&name) {
            self.stays
                .extend(arguments.iter().map(|one| one.span().start));
        }
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

/// Whether other tools look for what a call says of exports.
fn is_read_by_others(call: &CallExpression<'_>) -> bool {
    let mut arguments = call.arguments.iter().filter_map(|one| one.as_expression());
    let is_exports = |name: &str| name == "exports" || name == "module";
    matches!(&call.callee, Expression::Identifier(name) if name.name == EXPORT)
        || arguments
            .any(|one| matches!(one, Expression::Identifier(name) if is_exports(&name.name)))
            && matches!(
                &call.callee,
                Expression::StaticMemberExpression(member) if member.property.name == "defineProperty"
            )
}

/// Whether a function is declared by a module: the function is there before the module runs.
fn is_of_module(around: &[AstKind<'_>]) -> bool {
    let functions = around.iter().filter(|node| walk::is_function(**node));
    functions.count() == 1
        && around.iter().any(|node| {
            matches!(node, AstKind::CallExpression(call)
                if matches!(&call.callee, Expression::Identifier(name) if name.name == MODULE))
        })
}
