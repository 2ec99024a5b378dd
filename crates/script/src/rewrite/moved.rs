//! The place to which an assignment can be moved.

use oxc_ast::ast::{
    AssignmentTarget, AwaitExpression, CallExpression, Expression, IdentifierReference,
    NewExpression, SimpleAssignmentTarget, TaggedTemplateExpression, UnaryExpression,
    YieldExpression,
};
use oxc_ast_visit::{Visit, walk};
use oxc_semantic::Scoping;
use oxc_span::Span;
use oxc_syntax::operator::UnaryOperator;
use oxc_syntax::symbol::SymbolId;

use super::scopes::{self, symbol};
use crate::globals;

/// An assignment that is moved behind other reads.
pub(super) struct Moved<'s> {
    scoping: &'s Scoping,
    symbol: SymbolId,
    effects: Effects<'s>,
    /// Whether the script catches errors.
    catches: bool,
}

impl<'s> Moved<'s> {
    pub(super) fn of(
        scoping: &'s Scoping,
        assignment: &Expression<'_>,
        symbol: SymbolId,
        catches: bool,
    ) -> Self {
        let mut effects = Effects {
            scoping,
            written: Vec::new(),
            waits: false,
            runs: false,
        };
        effects.visit_expression(assignment);
        Self {
            scoping,
            symbol,
            effects,
            catches,
        }
    }

    /// The place of the variable if nothing is evaluated before it that the assignment may change.
    pub(super) fn first(&self, expression: &Expression<'_>) -> Option<Span> {
        match expression {
            Expression::Identifier(name) => {
                (symbol(self.scoping, name) == Some(self.symbol)).then_some(name.span)
            }
            Expression::BinaryExpression(binary) => self.in_order(&[&binary.left, &binary.right]),
            Expression::LogicalExpression(logical) => self.first(&logical.left),
            Expression::ConditionalExpression(conditional) => self.first(&conditional.test),
            Expression::UnaryExpression(unary)
                if !matches!(
                    unary.operator,
                    UnaryOperator::Delete | UnaryOperator::Typeof
                ) =>
            {
                self.first(&unary.argument)
            }
            Expression::StaticMemberExpression(member) => self.first(&member.object),
            Expression::ComputedMemberExpression(member) => {
                self.in_order(&[&member.object, &member.expression])
            }
            Expression::CallExpression(call) if !call.optional => {
                let mut parts = vec![&call.callee];
                for argument in &call.arguments {
                    parts.push(argument.as_expression()?);
                }
                self.in_order(&parts)
            }
            Expression::SequenceExpression(sequence) => self.first(sequence.expressions.first()?),
            Expression::AssignmentExpression(assignment) => match &assignment.left {
                AssignmentTarget::AssignmentTargetIdentifier(target) => {
                    let is_read = !assignment.operator.is_assign();
                    let target = symbol(self.scoping, target)?;
                    let is_safe = target != self.symbol
                        && (!is_read || !self.effects.may_write(target))
                        && !assignment.operator.is_logical();
                    is_safe.then(|| self.first(&assignment.right)).flatten()
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// The place in the first of some parts, or in one after parts that the assignment cannot change.
    fn in_order(&self, parts: &[&Expression<'_>]) -> Option<Span> {
        for part in parts {
            if let Some(found) = self.first(part) {
                return Some(found);
            }
            if !self.is_stable(part) {
                return None;
            }
        }
        None
    }

    /// Whether an expression has the same value before and after the assignment, and no effect.
    fn is_stable(&self, expression: &Expression<'_>) -> bool {
        match expression {
            Expression::Identifier(name) => match symbol(self.scoping, name) {
                Some(symbol) => symbol != self.symbol && !self.effects.may_write(symbol),
                // The script does not write it, and every browser has it.
                None => globals::is_known(&name.name) && !self.effects.waits,
            },
            Expression::StringLiteral(_)
            | Expression::NumericLiteral(_)
            | Expression::BooleanLiteral(_)
            | Expression::NullLiteral(_)
            | Expression::FunctionExpression(_)
            | Expression::ArrowFunctionExpression(_) => true,
            // An error in it would come before the assignment.
            Expression::StaticMemberExpression(member) => {
                !self.catches && !self.effects.runs && self.is_stable(&member.object)
            }
            _ => false,
        }
    }
}

/// The variables that an expression may change.
struct Effects<'s> {
    scoping: &'s Scoping,
    written: Vec<SymbolId>,
    /// Whether other code runs in it, by `await` or `yield`.
    waits: bool,
    /// Whether it may change an object.
    runs: bool,
}

impl Effects<'_> {
    /// Whether the expression writes a variable, or any code that it may run: a call, a method of an
    /// object, the conversion of an operand.
    fn may_write(&self, symbol: SymbolId) -> bool {
        self.waits
            || self.written.contains(&symbol)
            || scopes::is_written_elsewhere(self.scoping, symbol)
    }
}

impl<'a> Visit<'a> for Effects<'_> {
    fn visit_identifier_reference(&mut self, name: &IdentifierReference<'a>) {
        let id = name.reference_id.get();
        if id.is_some_and(|id| self.scoping.get_reference(id).is_write()) {
            self.written.extend(symbol(self.scoping, name));
        }
    }

    fn visit_call_expression(&mut self, call: &CallExpression<'a>) {
        self.runs = true;
        walk::walk_call_expression(self, call);
    }

    fn visit_new_expression(&mut self, new: &NewExpression<'a>) {
        self.runs = true;
        walk::walk_new_expression(self, new);
    }

    fn visit_tagged_template_expression(&mut self, tagged: &TaggedTemplateExpression<'a>) {
        self.runs = true;
        walk::walk_tagged_template_expression(self, tagged);
    }

    fn visit_unary_expression(&mut self, unary: &UnaryExpression<'a>) {
        self.runs |= unary.operator == UnaryOperator::Delete;
        walk::walk_unary_expression(self, unary);
    }

    fn visit_assignment_target(&mut self, target: &AssignmentTarget<'a>) {
        self.runs |= !matches!(target, AssignmentTarget::AssignmentTargetIdentifier(_));
        walk::walk_assignment_target(self, target);
    }

    fn visit_simple_assignment_target(&mut self, target: &SimpleAssignmentTarget<'a>) {
        self.runs |= !matches!(
            target,
            SimpleAssignmentTarget::AssignmentTargetIdentifier(_)
        );
        walk::walk_simple_assignment_target(self, target);
    }

    fn visit_await_expression(&mut self, _: &AwaitExpression<'a>) {
        self.runs = true;
        self.waits = true;
    }

    fn visit_yield_expression(&mut self, _: &YieldExpression<'a>) {
        self.runs = true;
        self.waits = true;
    }
}
