//! Expressions that oxc's compressor deletes where they have no use, though they may throw.

use oxc_ast::ast::{
    ArrowFunctionExpression, BinaryExpression, CallExpression, Class, Expression, Function,
    ObjectProperty, Program, PropertyKey,
};
use oxc_ast_visit::{Visit, walk};
use oxc_semantic::Scoping;
use oxc_syntax::operator::{BinaryOperator, UnaryOperator};
use oxc_syntax::scope::ScopeFlags;
use oxc_syntax::symbol::{SymbolFlags, SymbolId};

use crate::{globals, script};

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
            Expression::CallExpression(call) => !doubt.is_text(call),
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

    /// Whether a call is `String(a)`, which throws for an object without a text.
    fn is_text(&self, call: &CallExpression<'_>) -> bool {
        let callee = call.callee.get_identifier_reference();
        let id = callee
            .filter(|name| name.name == "String")
            .and_then(|name| name.reference_id.get());
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
        self.found |= self.is_text(call);
        walk::walk_call_expression(self, call);
    }

    fn visit_object_property(&mut self, property: &ObjectProperty<'a>) {
        self.found |= property.computed && !is_plain_key(&property.key);
        walk::walk_object_property(self, property);
    }

    fn visit_class(&mut self, class: &Class<'a>) {
        let heritage = class.heritage_expression();
        self.found |= heritage.is_some_and(|heritage| self.may_be_no_class(heritage));
        walk::walk_class(self, class);
    }

    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}

    fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {}
}

fn is_plain_key(key: &PropertyKey<'_>) -> bool {
    key.as_expression().is_none_or(is_plain)
}

/// Whether something catches errors, and the declaration of a class that nothing uses may throw.
pub(super) fn loses_class(source: &str, program: &Program<'_>) -> bool {
    struct Classes<'s>(Doubt<'s>);
    impl<'a> Visit<'a> for Classes<'_> {
        fn visit_class(&mut self, class: &Class<'a>) {
            let symbol = class.id.as_ref().and_then(|id| id.symbol_id.get());
            if class.is_declaration()
                && symbol.is_some_and(|symbol| is_unread(self.0.scoping, symbol))
                && let Some(heritage) = class.heritage_expression()
            {
                self.0.found |= self.0.may_be_no_class(heritage);
            }
            walk::walk_class(self, class);
        }
    }
    if !(source.contains("try") && source.contains("extends")) {
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
