//! What code reads of the text nodes of a page.

use oxc_ast::ast::{
    Argument, AssignmentExpression, AssignmentOperator, AssignmentTarget,
    AssignmentTargetPropertyProperty, BindingProperty, CallExpression, DoWhileStatement,
    Expression, ForStatement, IdentifierReference, Program, PropertyKey, Statement,
    StaticMemberExpression, StringLiteral, WhileStatement,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::ContentEq;

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

/// What code reads.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct Reads {
    /// Text nodes and comments.
    pub nodes: bool,
    /// The texts of elements.
    pub texts: bool,
    /// It puts text behind that of an element: `a.innerHTML += b`.
    pub appends: bool,
    /// The texts that it replaces in that of an element: `a.innerHTML = a.innerHTML.replace('b', c)`.
    pub replaced: Vec<String>,
}

impl Reads {
    /// What a script reads.
    pub fn of_program(program: &Program<'_>, has_jquery: bool) -> Self {
        let mut visitor = Visitor {
            has_jquery,
            found: Self::default(),
        };
        visitor.visit_program(program);
        visitor.found
    }

    /// What code may read that is no script.
    pub fn of_text(code: &str, has_jquery: bool) -> Self {
        let calls = [".text()", ".html()"];
        Self {
            nodes: NODES.iter().any(|name| uses(code, name).next().is_some()),
            texts: TEXTS.iter().any(|name| reads(code, name))
                || has_jquery && calls.iter().any(|call| code.contains(call)),
            appends: code.contains("+="),
            replaced: Vec::new(),
        }
    }

    /// Whether it reads anything.
    pub fn any(&self) -> bool {
        self.nodes || self.texts
    }

    /// Adds what other code reads.
    pub fn add(&mut self, other: Self) {
        self.nodes |= other.nodes;
        self.texts |= other.texts;
        self.appends |= other.appends;
        self.replaced.extend(other.replaced);
    }
}

struct Visitor {
    has_jquery: bool,
    found: Reads,
}

impl Visitor {
    fn name(&mut self, name: &str) {
        self.found.nodes |= NODES.contains(&name);
        self.found.texts |= TEXTS.contains(&name);
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
        walk::walk_static_member_expression(self, member);
    }

    fn visit_string_literal(&mut self, literal: &StringLiteral<'a>) {
        self.name(&literal.value);
    }

    /// A name of the browser, or one of the element in an event handler.
    fn visit_identifier_reference(&mut self, name: &IdentifierReference<'a>) {
        self.name(&name.name);
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

/// `b` and `c` in `a.innerHTML = a.innerHTML.replace(b, c)`, if white space around `b` changes nothing.
fn replacement<'e, 'a>(
    value: &'e Expression<'a>,
    target: &StaticMemberExpression<'a>,
) -> Option<(String, &'e Expression<'a>)> {
    let Expression::CallExpression(call) = value else {
        return None;
    };
    let Expression::StaticMemberExpression(callee) = &call.callee else {
        return None;
    };
    let Expression::StaticMemberExpression(text) = &callee.object else {
        return None;
    };
    let [replaced, with] = &call.arguments[..] else {
        return None;
    };
    let replaced = match replaced.as_expression()? {
        Expression::StringLiteral(literal) => literal.value.to_string(),
        Expression::RegExpLiteral(literal) => literal_text(&literal.regex.pattern.text)?,
        _ => return None,
    };
    let replaced = replaced.trim();
    let is_word = !replaced.is_empty() && !replaced.contains(char::is_whitespace);
    let is_same = (**text).content_eq(target) && text.object.is_identifier_reference();
    let with = with.as_expression()?;
    (is_same && is_word && callee.property.name == "replace").then(|| (replaced.to_owned(), with))
}

/// The only text that a regular expression finds.
fn literal_text(pattern: &str) -> Option<String> {
    let mut text = String::new();
    let mut rest = pattern.chars();
    while let Some(c) = rest.next() {
        let is_special = "^$.*+?()[]{}|".contains(c);
        text.push(match c {
            '\\' => rest.next().filter(char::is_ascii_punctuation)?,
            c if is_special && c != ']' => return None,
            c => c,
        });
    }
    Some(text)
}

/// Whether a loop removes all that is in an element: `while (a.firstChild) a.removeChild(a.firstChild)`.
fn empties(test: &Expression<'_>, body: &Statement<'_>) -> bool {
    let test = match test {
        Expression::CallExpression(call) if call.arguments.is_empty() => &call.callee,
        test => test,
    };
    let Expression::StaticMemberExpression(has) = test else {
        return false;
    };
    let Some(Expression::CallExpression(call)) = only(body) else {
        return false;
    };
    let [Argument::StaticMemberExpression(child)] = &call.arguments[..] else {
        return false;
    };
    let Expression::StaticMemberExpression(callee) = &call.callee else {
        return false;
    };
    let ends = ["firstChild", "lastChild"];
    (ends.contains(&&*has.property.name) || has.property.name == "hasChildNodes")
        && callee.property.name == "removeChild"
        && ends.contains(&&*child.property.name)
        && has.object.is_identifier_reference()
        && [&callee.object, &child.object]
            .iter()
            .all(|object| object.content_eq(&has.object))
}

/// Whether a loop passes over all that is no element: `do a = a.nextSibling; while (a && a.nodeType !== 1)`.
fn finds_element(body: &Statement<'_>, test: &Expression<'_>) -> bool {
    let Some(Expression::AssignmentExpression(step)) = only(body) else {
        return false;
    };
    let Expression::StaticMemberExpression(next) = &step.right else {
        return false;
    };
    let (Some(variable), Expression::Identifier(from)) =
        (step.left.get_identifier_name(), &next.object)
    else {
        return false;
    };
    let Expression::LogicalExpression(test) = test else {
        return false;
    };
    let Expression::BinaryExpression(kind) = &test.right else {
        return false;
    };
    let sides = [&kind.left, &kind.right];
    let is_kind = |side: &Expression<'_>| match side {
        Expression::StaticMemberExpression(member) => {
            member.property.name == "nodeType" && member.object.is_specific_id(variable)
        }
        _ => false,
    };
    let is_one =
        |side: &Expression<'_>| matches!(side, Expression::NumericLiteral(one) if one.value == 1.0);
    step.operator == AssignmentOperator::Assign
        && from.name == variable
        && ["nextSibling", "previousSibling"].contains(&&*next.property.name)
        && test.operator.is_and()
        && test.left.is_specific_id(variable)
        && ["!==", "!="].contains(&kind.operator.as_str())
        && sides.iter().any(|side| is_kind(side))
        && sides.iter().any(|side| is_one(side))
}

/// The only expression of a statement.
fn only<'s, 'a>(statement: &'s Statement<'a>) -> Option<&'s Expression<'a>> {
    match statement {
        Statement::ExpressionStatement(statement) => Some(&statement.expression),
        Statement::BlockStatement(block) => match &block.body[..] {
            [Statement::ExpressionStatement(statement)] => Some(&statement.expression),
            _ => None,
        },
        _ => None,
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
