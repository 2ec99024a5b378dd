//! The parts of a script that can be edited.

use oxc_ast::ast::{CallExpression, Expression, ForStatement, Statement, StaticMemberExpression};
use oxc_ast_visit::{Visit, walk};
use oxc_span::GetSpan;

use crate::ScriptError;
use crate::script::Tree;

/// Byte offsets: the first byte, and the one after the last.
pub(super) type Range = (usize, usize);

/// The parts of an expression.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Shape {
    /// An operator between two operands.
    Binary {
        operator: String,
        left: Range,
        right: Range,
    },
    /// `test ? yes : no`
    Conditional { test: Range, yes: Range, no: Range },
    /// `a, b, c`
    Sequence(Vec<Range>),
    /// `left = right`, or with another operator of assignment
    Assign {
        operator: String,
        left: Range,
        right: Range,
    },
    /// An operator before its operand.
    Unary { operand: Range },
    /// A call, a member access or a template literal: its parts are expressions.
    Parts(Vec<Range>),
    /// `[a, b]`
    Array(Vec<Range>),
    /// A number.
    Number(f64),
    /// The characters of a string or of a regular expression.
    Text(Range),
    /// A name.
    Name,
    /// `(a, b) => …` with its parameters.
    Function(Vec<Range>),
}

/// An expression of the script.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Node {
    pub range: Range,
    pub shape: Shape,
}

/// A `for` loop with three parts.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Loop {
    pub range: Range,
    pub test: Option<Range>,
    pub update: Option<Range>,
    pub body: Range,
}

/// All parts of a script that can be edited.
#[derive(Debug, Default)]
pub(super) struct Nodes {
    /// The expressions that read a value, outer ones before inner ones.
    pub expressions: Vec<Node>,
    /// The parts that can be removed as a whole: statements, the parts of a `for`.
    pub optional: Vec<Range>,
    /// The `for` loops with three parts.
    pub loops: Vec<Loop>,
    /// The names of members, after a point.
    pub members: Vec<Range>,
    /// Those of them that are called.
    pub methods: Vec<Range>,
    /// The calls, each with its arguments.
    pub calls: Vec<(Range, Vec<Range>)>,
}

impl Nodes {
    /// Collects them.
    ///
    /// # Errors
    /// The text is not a script.
    pub(super) fn of(source: &str) -> Result<Self, ScriptError> {
        let mut nodes = Self::default();
        Tree::look(source, |tree| nodes.visit_program(tree.program))?;
        Ok(nodes)
    }
}

fn range(node: &impl GetSpan) -> Range {
    let span = node.span();
    (span.start as usize, span.end as usize)
}

impl<'a> Visit<'a> for Nodes {
    fn visit_expression(&mut self, expression: &Expression<'a>) {
        if let Some(shape) = shape(expression) {
            let range = range(expression);
            self.expressions.push(Node { range, shape });
        }
        walk::walk_expression(self, expression);
    }

    fn visit_statement(&mut self, statement: &Statement<'a>) {
        self.optional.push(range(statement));
        walk::walk_statement(self, statement);
    }

    fn visit_static_member_expression(&mut self, member: &StaticMemberExpression<'a>) {
        self.members.push(range(&member.property));
        walk::walk_static_member_expression(self, member);
    }

    fn visit_call_expression(&mut self, call: &CallExpression<'a>) {
        let arguments = call.arguments.iter().map(range).collect();
        self.calls.push((range(call), arguments));
        if let Expression::StaticMemberExpression(member) = &call.callee {
            self.methods.push(range(&member.property));
        }
        walk::walk_call_expression(self, call);
    }

    fn visit_for_statement(&mut self, statement: &ForStatement<'a>) {
        self.optional.extend(statement.init.as_ref().map(range));
        self.optional.extend(statement.test.as_ref().map(range));
        self.optional.extend(statement.update.as_ref().map(range));
        self.loops.push(Loop {
            range: range(statement),
            test: statement.test.as_ref().map(range),
            update: statement.update.as_ref().map(range),
            body: range(&statement.body),
        });
        walk::walk_for_statement(self, statement);
    }
}

fn shape(expression: &Expression<'_>) -> Option<Shape> {
    Some(match expression {
        Expression::BinaryExpression(it) => Shape::Binary {
            operator: it.operator.as_str().to_owned(),
            left: range(&it.left),
            right: range(&it.right),
        },
        Expression::LogicalExpression(it) => Shape::Binary {
            operator: it.operator.as_str().to_owned(),
            left: range(&it.left),
            right: range(&it.right),
        },
        Expression::ConditionalExpression(it) => Shape::Conditional {
            test: range(&it.test),
            yes: range(&it.consequent),
            no: range(&it.alternate),
        },
        Expression::SequenceExpression(it) => {
            Shape::Sequence(it.expressions.iter().map(range).collect())
        }
        Expression::AssignmentExpression(it) => Shape::Assign {
            operator: it.operator.as_str().to_owned(),
            left: range(&it.left),
            right: range(&it.right),
        },
        Expression::UnaryExpression(it) => Shape::Unary {
            operand: range(&it.argument),
        },
        Expression::UpdateExpression(it) => Shape::Unary {
            operand: range(&it.argument),
        },
        Expression::CallExpression(it) => {
            let arguments = it.arguments.iter().map(range);
            Shape::Parts(arguments.chain([range(&it.callee)]).collect())
        }
        Expression::StaticMemberExpression(it) => Shape::Parts(vec![range(&it.object)]),
        Expression::ComputedMemberExpression(it) => {
            Shape::Parts(vec![range(&it.object), range(&it.expression)])
        }
        Expression::TemplateLiteral(it) => Shape::Parts(it.expressions.iter().map(range).collect()),
        Expression::ArrayExpression(it) => {
            let elements = it.elements.iter().filter(|element| !element.is_elision());
            Shape::Array(elements.map(range).collect())
        }
        Expression::NumericLiteral(it) => Shape::Number(it.value),
        Expression::StringLiteral(it) => {
            Shape::Text((range(&it.span).0 + 1, range(&it.span).1 - 1))
        }
        Expression::RegExpLiteral(it) => {
            Shape::Text((range(&it.span).0 + 1, range(&it.span).1 - 1))
        }
        Expression::Identifier(_) => Shape::Name,
        Expression::ArrowFunctionExpression(it) => {
            Shape::Function(it.params.items.iter().map(range).collect())
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operands_and_optional_parts_are_found() {
        let source = "for (a = 1; b < 2; c()) d = [e, 3]";
        let nodes = Nodes::of(source).expect("the script parses");
        let text = |range: &Range| &source[range.0..range.1];
        let optional: Vec<_> = nodes.optional.iter().map(text).collect();
        assert!(
            ["a = 1", "b < 2", "c()", "d = [e, 3]"]
                .iter()
                .all(|part| optional.contains(part))
        );
        let comparison = nodes.expressions.iter().find_map(|node| match &node.shape {
            Shape::Binary {
                operator,
                left,
                right,
            } => Some((operator.as_str(), text(left), text(right))),
            _ => None,
        });
        assert_eq!(comparison, Some(("<", "b", "2")));
        // An assignment's target is not read.
        let names = nodes
            .expressions
            .iter()
            .filter(|node| node.shape == Shape::Name);
        assert_eq!(
            names.map(|node| text(&node.range)).collect::<Vec<_>>(),
            ["b", "c", "e"]
        );
    }
}
