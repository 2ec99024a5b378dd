//! Code that has the names of text nodes, and does not depend on the white space in them.

use oxc_ast::ast::{Argument, AssignmentOperator, Expression, Statement, StaticMemberExpression};
use oxc_span::ContentEq;

/// `b` and `c` in `a.innerHTML = a.innerHTML.replace(b, c)`, if white space around `b` changes nothing.
pub(super) fn replacement<'e, 'a>(
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
pub(super) fn empties(test: &Expression<'_>, body: &Statement<'_>) -> bool {
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
pub(super) fn finds_element(body: &Statement<'_>, test: &Expression<'_>) -> bool {
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
