//! What code reads of the text nodes of a page.

use std::collections::HashSet;

use golfchess_script::waits;
use oxc_ast::ast::{
    Argument, AssignmentExpression, AssignmentOperator, AssignmentTarget,
    AssignmentTargetPropertyProperty, BindingIdentifier, BindingProperty, CallExpression,
    DoWhileStatement, Expression, ForStatement, IdentifierReference, Program, PropertyKey,
    StaticMemberExpression, StringLiteral, WhileStatement,
};
use oxc_ast_visit::{Visit, walk};

use super::finds::Finds;
use super::idioms::{empties, finds_element, replacement};

/// Properties that lead to the text nodes and comments of a page.
pub(super) const NODES: [&str; 18] = [
    "childNodes",
    "firstChild",
    "lastChild",
    "nextSibling",
    "previousSibling",
    "hasChildNodes",
    "nodeValue",
    "wholeText",
    "createTreeWalker",
    "createNodeIterator",
    "XPathResult",
    "createRange",
    "Range",
    "getSelection",
    "XMLSerializer",
    "MutationObserver",
    "splitText",
    "contents",
];

/// Properties with the text of an element. A script may set them.
pub(super) const TEXTS: [&str; 5] = [
    "innerHTML",
    "outerHTML",
    "textContent",
    "innerText",
    "outerText",
];

/// The property, and in event handlers the name, that leads to the body of a page.
pub(super) const BODY: &str = "body";

/// The property that leads to the head of a page.
pub(super) const HEAD: &str = "head";

/// Properties that lead to the root of a page, its head or its body, or from a node to the one around it.
const ROOTS: [&str; 6] = [
    BODY,
    "documentElement",
    HEAD,
    "currentScript",
    "parentNode",
    "parentElement",
];

/// Properties of an element that do not lead to the nodes in it.
const HARMLESS: [&str; 23] = [
    "addEventListener",
    "append",
    "appendChild",
    "classList",
    "className",
    "clientHeight",
    "clientLeft",
    "clientTop",
    "clientWidth",
    "getBoundingClientRect",
    "insertBefore",
    "offsetHeight",
    "offsetLeft",
    "offsetTop",
    "offsetWidth",
    "prepend",
    "removeChild",
    "removeEventListener",
    "scrollHeight",
    "scrollLeft",
    "scrollTop",
    "scrollWidth",
    "style",
];

/// What code reads.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct Reads {
    /// Text nodes and comments.
    pub nodes: bool,
    /// The texts of elements.
    pub texts: bool,
    /// The properties by which it may go to a root of the page, or around a node, and on to the nodes in it.
    pub roots: HashSet<&'static str>,
    /// By what it finds elements.
    pub finds: Finds,
    /// It leaves work that a browser does before the next script.
    pub waits: bool,
    /// It puts text behind that of an element: `a.innerHTML += b`.
    pub appends: bool,
    /// It sets all styles of an element to a text that is not known.
    pub styles: bool,
    /// The texts that it replaces in that of an element: `a.innerHTML = a.innerHTML.replace('b', c)`.
    pub replaced: Vec<String>,
}

impl Reads {
    /// What a script reads.
    pub fn of_program(program: &Program<'_>, has_jquery: bool) -> Self {
        let mut visitor = Visitor {
            has_jquery,
            found: Self::default(),
            names_body: false,
            declares_body: false,
        };
        visitor.visit_program(program);
        if visitor.names_body && !visitor.declares_body {
            visitor.found.roots.insert(BODY);
        }
        visitor.found.waits = waits(program);
        visitor.found
    }

    /// What code may read that is no script.
    pub fn of_text(code: &str, has_jquery: bool) -> Self {
        let calls = [".text()", ".html()"];
        Self {
            nodes: NODES.iter().any(|name| uses(code, name).next().is_some()),
            texts: TEXTS.iter().any(|name| reads(code, name))
                || has_jquery && calls.iter().any(|call| code.contains(call)),
            roots: ROOTS
                .into_iter()
                .filter(|name| uses(code, name).next().is_some())
                .collect(),
            finds: Finds::of_text(code),
            waits: true,
            appends: code.contains("+="),
            styles: code.contains("cssText"),
            replaced: Vec::new(),
        }
    }

    /// Adds what the use of a name reads.
    pub fn name(&mut self, name: &str) {
        self.nodes |= NODES.contains(&name);
        self.texts |= TEXTS.contains(&name);
        self.roots.extend(ROOTS.iter().find(|root| **root == name));
        self.finds.name(name);
    }

    /// Whether it reads anything.
    pub fn any(&self) -> bool {
        self.nodes || self.texts
    }

    /// Adds what other code reads.
    pub fn add(&mut self, other: Self) {
        self.nodes |= other.nodes;
        self.texts |= other.texts;
        self.roots.extend(other.roots);
        self.finds.add(other.finds);
        self.waits |= other.waits;
        self.appends |= other.appends;
        self.styles |= other.styles;
        self.replaced.extend(other.replaced);
    }
}

struct Visitor {
    has_jquery: bool,
    found: Reads,
    /// Whether it uses a variable with the name `body`: an event handler finds the body so.
    names_body: bool,
    /// Whether it declares one.
    declares_body: bool,
}

impl Visitor {
    fn name(&mut self, name: &str) {
        self.found.name(name);
    }

    fn key(&mut self, key: &PropertyKey<'_>) {
        if let PropertyKey::StaticIdentifier(name) = key {
            self.name(&name.name);
        }
    }
}

impl<'a> Visit<'a> for Visitor {
    fn visit_static_member_expression(&mut self, member: &StaticMemberExpression<'a>) {
        self.name(&member.property.name);
        if let Expression::StaticMemberExpression(root) = &member.object
            && ROOTS.contains(&&*root.property.name)
            && HARMLESS.contains(&&*member.property.name)
        {
            return self.visit_expression(&root.object);
        }
        walk::walk_static_member_expression(self, member);
    }

    fn visit_string_literal(&mut self, literal: &StringLiteral<'a>) {
        self.name(&literal.value);
    }

    /// A name of the browser, or one of the element in an event handler.
    fn visit_identifier_reference(&mut self, name: &IdentifierReference<'a>) {
        match name.name == BODY {
            true => self.names_body = true,
            false => self.name(&name.name),
        }
    }

    fn visit_binding_identifier(&mut self, name: &BindingIdentifier<'a>) {
        self.declares_body |= name.name == BODY;
    }

    fn visit_binding_property(&mut self, property: &BindingProperty<'a>) {
        self.key(&property.key);
        walk::walk_binding_property(self, property);
    }

    fn visit_assignment_target_property_property(
        &mut self,
        property: &AssignmentTargetPropertyProperty<'a>,
    ) {
        self.key(&property.name);
        walk::walk_assignment_target_property_property(self, property);
    }

    fn visit_assignment_expression(&mut self, assignment: &AssignmentExpression<'a>) {
        let AssignmentTarget::StaticMemberExpression(target) = &assignment.left else {
            return walk::walk_assignment_expression(self, assignment);
        };
        let is_text = TEXTS.contains(&&*target.property.name);
        self.found.styles |=
            target.property.name == "cssText" && !assignment.right.is_string_literal();
        match assignment.operator {
            AssignmentOperator::Assign if is_text => {
                self.visit_expression(&target.object);
                match replacement(&assignment.right, target) {
                    Some((replaced, with)) => {
                        self.found.replaced.push(replaced);
                        self.visit_expression(with);
                    }
                    None => self.visit_expression(&assignment.right),
                }
            }
            AssignmentOperator::Addition if is_text => {
                self.found.appends = true;
                self.visit_expression(&target.object);
                self.visit_expression(&assignment.right);
            }
            _ => walk::walk_assignment_expression(self, assignment),
        }
    }

    fn visit_call_expression(&mut self, call: &CallExpression<'a>) {
        if let Some(object) = self.found.finds.call(call) {
            self.visit_expression(object);
            return self.visit_arguments(&call.arguments);
        }
        if self.has_jquery
            && let Expression::StaticMemberExpression(callee) = &call.callee
            && ["text", "html"].contains(&&*callee.property.name)
        {
            let sets = call.arguments.first().and_then(Argument::as_expression);
            self.found.texts |= sets.is_none_or(|value| {
                // A function gets the text before.
                !matches!(
                    value,
                    Expression::StringLiteral(_)
                        | Expression::TemplateLiteral(_)
                        | Expression::NumericLiteral(_)
                        | Expression::BinaryExpression(_)
                ) && !value.is_identifier_reference()
            });
        }
        walk::walk_call_expression(self, call);
    }

    fn visit_while_statement(&mut self, loop_: &WhileStatement<'a>) {
        if !empties(&loop_.test, &loop_.body) {
            walk::walk_while_statement(self, loop_);
        }
    }

    fn visit_for_statement(&mut self, loop_: &ForStatement<'a>) {
        let test = loop_.test.as_ref();
        if loop_.update.is_none() && test.is_some_and(|test| empties(test, &loop_.body)) {
            if let Some(init) = &loop_.init {
                self.visit_for_statement_init(init);
            }
            return;
        }
        walk::walk_for_statement(self, loop_);
    }

    fn visit_do_while_statement(&mut self, loop_: &DoWhileStatement<'a>) {
        match finds_element(&loop_.body, &loop_.test) {
            true => self.visit_expression(&loop_.test),
            false => walk::walk_do_while_statement(self, loop_),
        }
    }
}

/// Where a text has a word, with what follows it.
pub(super) fn uses<'t>(text: &'t str, word: &'t str) -> impl Iterator<Item = &'t str> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    text.match_indices(word).filter_map(move |(at, _)| {
        let rest = &text[at + word.len()..];
        (!text[..at].ends_with(is_part) && !rest.starts_with(is_part)).then_some(rest)
    })
}

/// Whether code reads a property, and does not only set it.
pub(super) fn reads(code: &str, property: &str) -> bool {
    uses(code, property).any(|rest| {
        let rest = rest.trim_start();
        !(rest.starts_with('=') && !rest.starts_with("==") && !rest.starts_with("=>"))
    })
}

#[cfg(test)]
#[path = "reads_tests.rs"]
mod tests;
