//! The place to which an assignment can be moved.

use oxc_ast::AstKind;
use oxc_ast::ast::{
    AssignmentTarget, Expression, ObjectPropertyKind, PropertyKind, SimpleAssignmentTarget,
};
use oxc_span::Span;
use oxc_syntax::operator::UnaryOperator;
use oxc_syntax::symbol::SymbolId;

use super::known::Known;
use super::{Script, walk};
use crate::globals;

/// An assignment that is moved behind other reads.
pub(super) struct Moved<'s, 'a> {
    script: &'s Script<'a>,
    symbol: SymbolId,
    effects: Effects,
    known: &'s Known,
    /// Whether the script catches errors.
    catches: bool,
}

impl<'s, 'a> Moved<'s, 'a> {
    pub(super) fn of(
        script: &'s Script<'a>,
        assignment: &Expression<'_>,
        symbol: SymbolId,
        known: &'s Known,
    ) -> Self {
        Self {
            script,
            symbol,
            effects: Effects::of(script, assignment, known),
            known,
            catches: script.source.contains("try"),
        }
    }

    /// Whether the assignment writes a variable, or any code that it may run: a call, a method of an
    /// object, the conversion of an operand.
    fn may_write(&self, symbol: SymbolId) -> bool {
        self.effects.waits
            || self.effects.written.contains(&symbol)
            || self.script.is_written_elsewhere(symbol)
    }

    /// The place of the variable if nothing is evaluated before it that the assignment may change.
    pub(super) fn first(&self, expression: &Expression<'_>) -> Option<Span> {
        match expression {
            Expression::Identifier(name) => {
                (self.script.symbol(name) == Some(self.symbol)).then_some(name.span)
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
            Expression::NewExpression(new) => {
                let mut parts = vec![&new.callee];
                for argument in &new.arguments {
                    parts.push(argument.as_expression()?);
                }
                self.in_order(&parts)
            }
            Expression::ArrayExpression(array) => {
                let elements = array.elements.iter();
                let elements: Option<Vec<_>> = elements.map(|one| one.as_expression()).collect();
                self.in_order(&elements?)
            }
            Expression::ObjectExpression(object) => {
                let values = object.properties.iter().map(|property| match property {
                    ObjectPropertyKind::ObjectProperty(one)
                        if one.kind == PropertyKind::Init && !one.computed && !one.shorthand =>
                    {
                        Some(&one.value)
                    }
                    _ => None,
                });
                // Those behind the place do not matter.
                for value in values {
                    let value = value?;
                    match self.first(value) {
                        None if self.is_stable(value) => {}
                        found => return found,
                    }
                }
                None
            }
            Expression::AwaitExpression(waiting) => self.first(&waiting.argument),
            Expression::SequenceExpression(sequence) => self.first(sequence.expressions.first()?),
            Expression::TemplateLiteral(template) => {
                self.in_order(&template.expressions.iter().collect::<Vec<_>>())
            }
            Expression::AssignmentExpression(assignment) => match &assignment.left {
                AssignmentTarget::AssignmentTargetIdentifier(target) => {
                    let is_read = !assignment.operator.is_assign();
                    let target = self.script.symbol(target)?;
                    let is_safe = target != self.symbol
                        && (!is_read || !self.may_write(target))
                        && !assignment.operator.is_logical();
                    is_safe.then(|| self.first(&assignment.right)).flatten()
                }
                AssignmentTarget::StaticMemberExpression(target)
                    if assignment.operator.is_assign() && self.is_stable(&target.object) =>
                {
                    self.first(&assignment.right)
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
            Expression::Identifier(name) => match self.script.symbol(name) {
                Some(symbol) => symbol != self.symbol && !self.may_write(symbol),
                // The script does not write it, and every browser has it.
                None => {
                    self.known.is_steady(&name.name)
                        || globals::is_known(&name.name) && !self.effects.waits
                }
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

/// What an expression may change.
#[derive(Default)]
struct Effects {
    /// The variables that it writes.
    written: Vec<SymbolId>,
    /// Whether other code runs in it, by `await` or `yield`.
    waits: bool,
    /// Whether it may change an object.
    runs: bool,
}

impl Effects {
    fn of(script: &Script<'_>, expression: &Expression<'_>, known: &Known) -> Self {
        let mut effects = Self::default();
        walk::some(expression, |node| {
            let is_variable = |target: &&AssignmentTarget<'_>| {
                matches!(target, AssignmentTarget::AssignmentTargetIdentifier(_))
            };
            effects.runs |= !walk::targets(node).iter().all(is_variable);
            match node {
                AstKind::IdentifierReference(name) => {
                    let id = name.reference_id.get();
                    if id.is_some_and(|id| script.scoping().get_reference(id).is_write()) {
                        effects.written.extend(script.symbol(name));
                    }
                }
                AstKind::CallExpression(call) => effects.runs |= !known.is_pure(script, call),
                AstKind::NewExpression(_) | AstKind::TaggedTemplateExpression(_) => {
                    effects.runs = true
                }
                AstKind::UnaryExpression(unary) => {
                    effects.runs |= unary.operator == UnaryOperator::Delete;
                }
                AstKind::UpdateExpression(update) => {
                    let target = &update.argument;
                    effects.runs |= !matches!(
                        target,
                        SimpleAssignmentTarget::AssignmentTargetIdentifier(_)
                    );
                }
                AstKind::AwaitExpression(_) | AstKind::YieldExpression(_) => {
                    effects.runs = true;
                    effects.waits = true;
                    return false;
                }
                _ => {}
            }
            true
        });
        effects
    }
}
