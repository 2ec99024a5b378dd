//! Shorter expressions for single operators and numbers.

use golfchess_sizes::edit::{Edit, Splice};
use oxc_allocator::Allocator;
use oxc_ast::ast::{
    AssignmentExpression, AssignmentTarget, BinaryExpression, ConditionalExpression, Expression,
    ExpressionStatement, NumericLiteral, PropertyKey,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan, Span};
use oxc_syntax::operator::BinaryOperator;

use super::script;

/// The script with shorter operators: `a|0` for `a&4294967295`, `.1` for `1/10`, `a+=b` for
/// `a=a+=b`.
pub(super) fn operators(source: &str) -> String {
    let mut text = source.to_owned();
    // One at a time: operands contain each other.
    while let Some(next) = with(&text, |finder| finder.operators = true).first() {
        text = next.apply(&text);
    }
    text
}

/// The script with shorter numbers: `2**32` for `4294967296`. The compressor would undo it.
pub(super) fn numbers(source: &str) -> String {
    let edits = with(source, |finder| finder.numbers = true);
    let splices = edits.into_iter().flat_map(|edit| edit.splices);
    let all = Edit::of("numbers", splices.collect());
    all.map_or_else(|| source.to_owned(), |all| all.apply(source))
}

fn with(source: &str, choose: impl FnOnce(&mut Finder<'_>)) -> Vec<Edit> {
    let arena = Allocator::default();
    let mut finder = Finder {
        source,
        operators: false,
        numbers: false,
        calls: false,
        edits: Vec::new(),
    };
    choose(&mut finder);
    if let Ok(program) = script::parse(&arena, source) {
        finder.visit_program(&program);
    }
    finder.edits
}

struct Finder<'s> {
    source: &'s str,
    operators: bool,
    numbers: bool,
    calls: bool,
    edits: Vec<Edit>,
}

impl Finder<'_> {
    fn replace(&mut self, span: Span, text: String) {
        let range = (span.start as usize, span.end as usize);
        self.edits
            .extend(Edit::of("operator", vec![Splice::new(range, text)]));
    }
}

/// Whether two expressions are the same variable.
fn is_one_name(left: &Expression<'_>, right: &Expression<'_>) -> bool {
    match (left, right) {
        (Expression::Identifier(left), Expression::Identifier(right)) => left.name == right.name,
        _ => false,
    }
}

/// The script with `!function(){}()` for statements that are `(function(){})()`.
pub(super) fn calls(source: &str) -> String {
    let edits = with(source, |finder| finder.calls = true);
    let splices = edits.into_iter().flat_map(|edit| edit.splices);
    let all = Edit::of("calls", splices.collect());
    all.map_or_else(|| source.to_owned(), |all| all.apply(source))
}

/// The value of a number.
fn number(expression: &Expression<'_>) -> Option<f64> {
    match expression {
        Expression::NumericLiteral(number) => Some(number.value),
        _ => None,
    }
}

impl<'a> Visit<'a> for Finder<'_> {
    fn visit_binary_expression(&mut self, binary: &BinaryExpression<'a>) {
        let (left, right) = (number(&binary.left), number(&binary.right));
        match (binary.operator, left, right) {
            // The operators take their operands as 32 bits. A BigInt is an error with both masks.
            (BinaryOperator::BitwiseAnd, None, Some(mask))
                if self.operators && mask == f64::from(u32::MAX) =>
            {
                let left = binary.left.span().source_text(self.source);
                self.replace(binary.span, format!("(({left})|0)"));
            }
            // A value has the type of itself.
            (BinaryOperator::StrictEquality | BinaryOperator::StrictInequality, None, None)
                if self.operators && is_one_name(&binary.left, &binary.right) =>
            {
                let text = binary.span.source_text(self.source);
                self.replace(binary.span, format!("({})", text.replacen("==", "=", 1)));
            }
            (BinaryOperator::Division, Some(left), Some(right)) if self.operators => {
                let text = decimal(left / right);
                if right != 0.0 && text.len() < binary.span.size() as usize {
                    self.replace(binary.span, text);
                }
            }
            _ => {}
        }
        walk::walk_binary_expression(self, binary);
    }

    /// `a?b:(c,b)` is `(a||c,b)`.
    fn visit_conditional_expression(&mut self, conditional: &ConditionalExpression<'a>) {
        let text = |expression: &Expression<'_>| expression.span().source_text(self.source);
        let (one, two) = (&conditional.consequent, &conditional.alternate);
        let shorter = match (one, two) {
            (Expression::Identifier(_), Expression::SequenceExpression(other)) => {
                Some(("||", one, other))
            }
            (Expression::SequenceExpression(other), Expression::Identifier(_)) => {
                Some(("&&", two, other))
            }
            _ => None,
        };
        if self.operators
            && let Some((operator, name, other)) = shorter
            && let [before @ .., last] = &other.expressions[..]
            && is_one_name(name, last)
        {
            let before: Vec<&str> = before.iter().map(text).collect();
            let (test, name) = (text(&conditional.test), text(name));
            let new = format!("(({test}){operator}({}),{name})", before.join(","));
            self.replace(conditional.span, new);
        }
        walk::walk_conditional_expression(self, conditional);
    }

    fn visit_assignment_expression(&mut self, assignment: &AssignmentExpression<'a>) {
        if self.operators
            && assignment.operator.is_assign()
            && let AssignmentTarget::AssignmentTargetIdentifier(target) = &assignment.left
            && let Expression::AssignmentExpression(inner) = &assignment.right
            && let AssignmentTarget::AssignmentTargetIdentifier(other) = &inner.left
            && target.name == other.name
            && !inner.operator.is_logical()
        {
            let text = inner.span.source_text(self.source);
            self.replace(assignment.span, format!("({text})"));
        }
        walk::walk_assignment_expression(self, assignment);
    }

    fn visit_expression_statement(&mut self, statement: &ExpressionStatement<'a>) {
        let first = match &statement.expression {
            Expression::SequenceExpression(sequence) => sequence.expressions.first(),
            only => Some(only),
        };
        if self.calls
            && let Some(Expression::CallExpression(call)) = first
            && let Expression::FunctionExpression(function) = &call.callee
        {
            let (start, end) = (function.span.start as usize, function.span.end as usize);
            let is_enclosed = self.source[..start].ends_with('(')
                && self.source[end..].starts_with(')')
                && start - 1 == statement.span.start as usize;
            if is_enclosed {
                let splices = vec![
                    Splice::new((start - 1, start), "!"),
                    Splice::new((end, end + 1), ""),
                ];
                self.edits.extend(Edit::of("call", splices));
            }
        }
        walk::walk_expression_statement(self, statement);
    }

    /// The name of a property is no expression.
    fn visit_property_key(&mut self, key: &PropertyKey<'a>) {
        if !matches!(key, PropertyKey::NumericLiteral(_)) {
            walk::walk_property_key(self, key);
        }
    }

    fn visit_numeric_literal(&mut self, literal: &NumericLiteral<'a>) {
        if let Some(text) = power(literal.value).filter(|_| self.numbers) {
            self.replace(literal.span, text);
        }
    }
}

/// A number as the shortest decimal that has its value.
fn decimal(value: f64) -> String {
    let text = value.to_string();
    text.strip_prefix("0.")
        .map_or_else(|| text.clone(), |rest| format!(".{rest}"))
}

/// A large number as a power of two, if that is shorter with parentheses.
fn power(value: f64) -> Option<String> {
    let power = |value: f64| {
        let exponent = value.log2();
        (value >= 1e6 && exponent.fract() == 0.0 && exponent < 1000.0)
            .then(|| format!("2**{exponent}"))
            .filter(|_| 2f64.powi(exponent as i32) == value)
    };
    match power(value) {
        Some(text) => Some(format!("({text})")),
        None => power(value + 1.0)
            .filter(|_| (1e8..9e15).contains(&value))
            .map(|text| format!("({text}-1)")),
    }
}
