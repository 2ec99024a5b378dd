//! Finds what other code may see of the properties of a script.

use std::collections::BTreeSet;

use oxc_ast::ast::{Argument, Expression, IdentifierReference, PropertyKey, TemplateElement};
use oxc_semantic::Scoping;
use oxc_span::{GetSpan, Span};
use oxc_syntax::operator::BinaryOperator;

use super::facts::{Facts, Place};
use super::flow::Script;

pub(super) struct Finder<'f> {
    pub(super) facts: &'f mut Facts,
    pub(super) scoping: &'f Scoping,
    number: usize,
    /// How many classes are around the code: their `this` is no global object.
    pub(super) is_in_class: usize,
    /// Where `eval` and `Function` stand that run no text which is not known.
    pub(super) handled: BTreeSet<u32>,
    pub(super) refused: Option<(usize, &'static str)>,
}

/// Functions that show the names in what they are given: to other code, or as a text.
const SHOWING: [&str; 6] = [
    "fetch",
    "postMessage",
    "stringify",
    "FormData",
    "Headers",
    "URLSearchParams",
];

/// Methods that put objects into others.
const ADDING: [&str; 6] = ["add", "fill", "push", "set", "splice", "unshift"];

/// Methods that make objects of texts.
const READING: [&str; 2] = ["json", "parse"];

/// Functions of `Object` and `Reflect` that show the names of their first argument.
const LISTING: [&str; 7] = [
    "entries",
    "getOwnPropertyDescriptors",
    "getOwnPropertyNames",
    "has",
    "hasOwn",
    "keys",
    "ownKeys",
];

impl<'f> Finder<'f> {
    pub(super) fn new(facts: &'f mut Facts, scoping: &'f Scoping, number: usize) -> Self {
        Self {
            facts,
            scoping,
            number,
            is_in_class: 0,
            handled: BTreeSet::new(),
            refused: None,
        }
    }

    pub(super) fn place(&mut self, name: &str, span: Span, is_shorthand: bool) {
        let place = Place {
            script: self.number,
            range: span.start as usize..span.end as usize,
            is_shorthand,
        };
        let places = self.facts.places.entry(name.to_owned()).or_default();
        places.push(place);
    }

    pub(super) fn script(&self) -> Script<'f> {
        Script {
            scoping: self.scoping,
            number: self.number,
        }
    }

    pub(super) fn define(&mut self, key: &PropertyKey<'_>) {
        if let PropertyKey::StaticIdentifier(name) = key {
            self.facts.defined.insert(name.name.to_string());
        }
    }

    pub(super) fn refuse(&mut self, span: Span, message: &'static str) {
        self.refused.get_or_insert((span.start as usize, message));
    }

    pub(super) fn is_undeclared(&self, identifier: &IdentifierReference<'_>) -> bool {
        let id = identifier.reference_id.get();
        id.is_some_and(|id| self.scoping.get_reference(id).symbol_id().is_none())
    }

    /// Whether the first object of an expression such as `a.b().c` belongs to other code.
    pub(super) fn is_foreign(&self, expression: &Expression<'_>) -> bool {
        match expression {
            Expression::Identifier(name) => {
                // A library hands `exports` to a function whose parameter has the same name.
                self.facts.foreign.contains(name.name.as_str())
                    && (self.is_undeclared(name) || name.name == "exports")
            }
            Expression::CallExpression(call) => self.is_foreign(&call.callee),
            Expression::NewExpression(new) => self.is_foreign(&new.callee),
            Expression::StaticMemberExpression(member) => self.is_foreign(&member.object),
            Expression::ComputedMemberExpression(member) => self.is_foreign(&member.object),
            _ => false,
        }
    }

    /// All names in what an expression may be are seen.
    pub(super) fn show(&mut self, expression: &Expression<'_>) {
        self.facts.flows.show(self.script(), expression);
    }

    /// The names of the properties of the object itself are seen.
    pub(super) fn list(&mut self, expression: &Expression<'_>) {
        self.facts.flows.list(self.script(), expression);
    }

    /// A text becomes the name of a property.
    pub(super) fn key(&mut self, key: &Expression<'_>) {
        let parts = match key {
            Expression::TemplateLiteral(template) if !template.expressions.is_empty() => {
                let text = |element: Option<&TemplateElement<'_>>| {
                    let cooked = element.and_then(|element| element.value.cooked.as_ref());
                    cooked.map(ToString::to_string).unwrap_or_default()
                };
                (text(template.quasis.first()), text(template.quasis.last()))
            }
            Expression::BinaryExpression(sum) if sum.operator == BinaryOperator::Addition => {
                (first_text(&sum.left), last_text(&sum.right))
            }
            _ => return,
        };
        if parts != (String::new(), String::new()) {
            self.facts.parts.insert(parts);
        }
    }

    pub(super) fn call(&mut self, callee: &Expression<'_>, arguments: &[Argument<'_>]) {
        let expressions = || {
            arguments.iter().map(|argument| match argument {
                Argument::SpreadElement(spread) => &spread.argument,
                other => other.to_expression(),
            })
        };
        let (object, name) = match callee {
            Expression::Identifier(name) => (None, name.name.as_str()),
            Expression::StaticMemberExpression(member) => {
                (Some(&member.object), member.property.name.as_str())
            }
            _ => (None, ""),
        };
        if ["eval", "Function"].contains(&name)
            && object.is_none()
            && expressions().all(is_plain_text)
        {
            self.handled.insert(callee.span().start);
        }
        let is_of = |names: &[&str]| match object {
            Some(Expression::Identifier(object)) => {
                names.contains(&object.name.as_str()) && self.is_undeclared(object)
            }
            _ => false,
        };
        let (lists, instantiates) = (is_of(&["Object", "Reflect"]), is_of(&["WebAssembly"]));
        if lists && LISTING.contains(&name) {
            expressions().take(1).for_each(|first| self.list(first));
        }
        if let Some(object) = object
            && ["hasOwnProperty", "propertyIsEnumerable"].contains(&name)
        {
            self.list(object);
        }
        if let Some(object) = object
            && ADDING.contains(&name)
        {
            expressions().for_each(|value| self.facts.flows.add(self.script(), object, value));
        }
        self.facts.reads_json |= READING.contains(&name) && object.is_some();
        if SHOWING.contains(&name) || instantiates || self.is_foreign(callee) {
            expressions().for_each(|argument| self.show(argument));
        }
    }
}

/// Whether an expression is a text without inserted values.
pub(super) fn is_plain_text(expression: &Expression<'_>) -> bool {
    match expression {
        Expression::StringLiteral(_) => true,
        Expression::TemplateLiteral(template) => template.expressions.is_empty(),
        _ => false,
    }
}

/// The text with which a value starts; empty if it is not known.
fn first_text(expression: &Expression<'_>) -> String {
    match expression {
        Expression::StringLiteral(literal) => literal.value.to_string(),
        Expression::BinaryExpression(sum) => first_text(&sum.left),
        _ => String::new(),
    }
}

fn last_text(expression: &Expression<'_>) -> String {
    match expression {
        Expression::StringLiteral(literal) => literal.value.to_string(),
        _ => String::new(),
    }
}
