//! Expressions that oxc's compressor deletes where they have no use, though they may throw.

use oxc_ast::ast::{
    ArrowFunctionExpression, AssignmentExpression, AwaitExpression, BinaryExpression,
    CallExpression, Class, Expression, Function, NewExpression, Program, PropertyKey, Statement,
    TaggedTemplateExpression, UpdateExpression, YieldExpression,
};
use oxc_ast_visit::{Visit, walk};
use oxc_semantic::Scoping;
use oxc_syntax::operator::{BinaryOperator, UnaryOperator};
use oxc_syntax::scope::ScopeFlags;
use oxc_syntax::symbol::{SymbolFlags, SymbolId};

use crate::{globals, script};

/// Objects of browsers whose functions convert what they are given.
const CONVERTING: [&str; 15] = [
    "BigInt64Array",
    "BigUint64Array",
    "Date",
    "Float32Array",
    "Float64Array",
    "Int8Array",
    "Int16Array",
    "Int32Array",
    "Math",
    "Number",
    "String",
    "Uint8Array",
    "Uint8ClampedArray",
    "Uint16Array",
    "Uint32Array",
];

/// Whether nothing reads a variable.
pub(super) fn is_unread(scoping: &Scoping, symbol: SymbolId) -> bool {
    let mut references = scoping.get_resolved_references(symbol);
    !references.any(|reference| reference.is_read())
}

/// Finds what may throw in an expression, outside of the functions in it.
pub(super) struct Doubt<'s> {
    scoping: &'s Scoping,
    found: bool,
}

impl<'s> Doubt<'s> {
    /// Whether an expression without a use may be deleted, though it may throw.
    pub(super) fn may_be_lost(expression: &Expression<'_>, scoping: &'s Scoping) -> bool {
        let mut doubt = Self {
            scoping,
            found: false,
        };
        let is_kept = match expression {
            Expression::CallExpression(call) => !doubt.converts(call),
            Expression::NewExpression(_)
            | Expression::AssignmentExpression(_)
            | Expression::UpdateExpression(_)
            | Expression::AwaitExpression(_)
            | Expression::YieldExpression(_) => true,
            _ => false,
        };
        if !is_kept {
            doubt.visit_expression(expression);
        }
        doubt.found
    }

    /// Whether a call only converts values, such as `String(a)` or `Math.abs(a)`: it throws for an object without
    /// a text or a number.
    fn converts(&self, call: &CallExpression<'_>) -> bool {
        let name = match &call.callee {
            Expression::StaticMemberExpression(member) => {
                let object = member.object.get_identifier_reference();
                object.filter(|name| CONVERTING.contains(&name.name.as_str()))
            }
            callee => callee
                .get_identifier_reference()
                .filter(|name| name.name == "String"),
        };
        let id = name.and_then(|name| name.reference_id.get());
        id.is_some_and(|id| self.scoping.get_reference(id).symbol_id().is_none())
            && !call
                .arguments
                .iter()
                .all(|one| one.as_expression().is_some_and(is_plain))
    }

    fn may_be_no_class(&self, heritage: &Expression<'_>) -> bool {
        let Some(name) = heritage.get_identifier_reference() else {
            return !heritage.is_null();
        };
        let id = name.reference_id.get();
        match id.and_then(|id| self.scoping.get_reference(id).symbol_id()) {
            Some(symbol) => {
                let known = SymbolFlags::Class | SymbolFlags::Function;
                !self.scoping.symbol_flags(symbol).intersects(known)
            }
            None => !globals::is_known(&name.name),
        }
    }
}

/// Whether a comparison with this value needs no conversion of the other one that may throw.
fn is_plain(value: &Expression<'_>) -> bool {
    match value {
        Expression::UnaryExpression(unary) => {
            unary.operator == UnaryOperator::Typeof || is_plain(&unary.argument)
        }
        Expression::TemplateLiteral(_) => true,
        value => value.is_literal(),
    }
}

impl<'a> Visit<'a> for Doubt<'_> {
    fn visit_binary_expression(&mut self, binary: &BinaryExpression<'a>) {
        let is_null = |side: &Expression<'_>| side.is_null() || side.is_specific_id("undefined");
        self.found |= match binary.operator {
            BinaryOperator::LessThan
            | BinaryOperator::LessEqualThan
            | BinaryOperator::GreaterThan
            | BinaryOperator::GreaterEqualThan => {
                !(is_plain(&binary.left) && is_plain(&binary.right))
            }
            BinaryOperator::Equality | BinaryOperator::Inequality => {
                !(is_null(&binary.left)
                    || is_null(&binary.right)
                    || is_plain(&binary.left) && is_plain(&binary.right))
            }
            _ => false,
        };
        walk::walk_binary_expression(self, binary);
    }

    fn visit_call_expression(&mut self, call: &CallExpression<'a>) {
        self.found |= self.converts(call);
        walk::walk_call_expression(self, call);
    }

    fn visit_property_key(&mut self, key: &PropertyKey<'a>) {
        self.found |= !key.as_expression().is_none_or(is_plain);
        walk::walk_property_key(self, key);
    }

    fn visit_class(&mut self, class: &Class<'a>) {
        let heritage = class.heritage_expression();
        self.found |= heritage.is_some_and(|heritage| self.may_be_no_class(heritage));
        walk::walk_class(self, class);
    }

    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}

    fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {}
}

/// Finds what has an effect, outside of functions: the compressor keeps it, with what decides whether it runs.
#[derive(Default)]
struct Effects(bool);

/// Whether an expression has an effect.
pub(super) fn acts(expression: &Expression<'_>) -> bool {
    let mut effects = Effects::default();
    effects.visit_expression(expression);
    effects.0
}

/// The same of a statement.
pub(super) fn statement_acts(statement: &Statement<'_>) -> bool {
    let mut effects = Effects::default();
    effects.visit_statement(statement);
    effects.0
}

impl<'a> Visit<'a> for Effects {
    fn visit_statement(&mut self, statement: &Statement<'a>) {
        match statement {
            Statement::EmptyStatement(_)
            | Statement::ExpressionStatement(_)
            | Statement::BlockStatement(_)
            | Statement::IfStatement(_) => walk::walk_statement(self, statement),
            _ => self.0 = true,
        }
    }

    fn visit_call_expression(&mut self, _: &CallExpression<'a>) {
        self.0 = true;
    }

    fn visit_new_expression(&mut self, _: &NewExpression<'a>) {
        self.0 = true;
    }

    fn visit_tagged_template_expression(&mut self, _: &TaggedTemplateExpression<'a>) {
        self.0 = true;
    }

    fn visit_assignment_expression(&mut self, _: &AssignmentExpression<'a>) {
        self.0 = true;
    }

    fn visit_update_expression(&mut self, _: &UpdateExpression<'a>) {
        self.0 = true;
    }

    fn visit_await_expression(&mut self, _: &AwaitExpression<'a>) {
        self.0 = true;
    }

    fn visit_yield_expression(&mut self, _: &YieldExpression<'a>) {
        self.0 = true;
    }

    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}

    fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {}
}

/// Whether something catches errors, and the declaration of a class that nothing uses may throw.
pub(super) fn loses_class(source: &str, program: &Program<'_>) -> bool {
    struct Classes<'s>(Doubt<'s>);
    impl<'a> Visit<'a> for Classes<'_> {
        fn visit_class(&mut self, class: &Class<'a>) {
            let symbol = class.id.as_ref().and_then(|id| id.symbol_id.get());
            if class.is_declaration()
                && symbol.is_some_and(|symbol| is_unread(self.0.scoping, symbol))
            {
                self.0.visit_class(class);
            }
            walk::walk_class(self, class);
        }
    }
    if !(source.contains("try") && source.contains("class")) {
        return false;
    }
    let scoping = script::scoping(program);
    let mut classes = Classes(Doubt {
        scoping: &scoping,
        found: false,
    });
    classes.visit_program(program);
    classes.0.found
}
