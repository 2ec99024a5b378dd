//! Expressions that only read.

use oxc_ast::ast::{
    ArrowFunctionExpression, AssignmentExpression, AwaitExpression, CallExpression, Class,
    Expression, Function, IdentifierReference, ImportExpression, NewExpression,
    TaggedTemplateExpression, UnaryExpression, UpdateExpression, YieldExpression,
};
use oxc_ast_visit::{Visit, walk};
use oxc_syntax::operator::UnaryOperator;
use oxc_syntax::scope::ScopeFlags;

/// Whether the value of an expression neither changes anything nor depends on when it is read among
/// other reads. Reads of properties and conversions count as reads, see [`super::converts`].
pub(super) fn is_pure(expression: &Expression<'_>) -> bool {
    let mut effects = Effects::default();
    effects.visit_expression(expression);
    !effects.found
}

/// Whether the value is always the same and runs nothing.
pub(super) fn is_constant(expression: &Expression<'_>) -> bool {
    match expression {
        Expression::TemplateLiteral(template) => template.expressions.is_empty(),
        Expression::UnaryExpression(unary) => {
            unary.operator.is_arithmetic() && is_constant(&unary.argument)
        }
        other => other.is_literal(),
    }
}

/// Whether the value only reads. Functions in it may have effects when they are called.
pub(super) fn is_pure_now(expression: &Expression<'_>) -> bool {
    let mut effects = Effects {
        found: false,
        skips_functions: true,
    };
    effects.visit_expression(expression);
    !effects.found
}

#[derive(Default)]
pub(super) struct Effects {
    pub(super) found: bool,
    /// Whether functions do not count.
    skips_functions: bool,
}

impl<'a> Visit<'a> for Effects {
    fn visit_function(&mut self, function: &Function<'a>, flags: ScopeFlags) {
        if !self.skips_functions {
            walk::walk_function(self, function, flags);
        }
    }

    fn visit_arrow_function_expression(&mut self, arrow: &ArrowFunctionExpression<'a>) {
        if !self.skips_functions {
            walk::walk_arrow_function_expression(self, arrow);
        }
    }

    fn visit_class(&mut self, _: &Class<'a>) {
        self.found = true;
    }

    fn visit_assignment_expression(&mut self, _: &AssignmentExpression<'a>) {
        self.found = true;
    }

    fn visit_update_expression(&mut self, _: &UpdateExpression<'a>) {
        self.found = true;
    }

    fn visit_call_expression(&mut self, _: &CallExpression<'a>) {
        self.found = true;
    }

    fn visit_new_expression(&mut self, _: &NewExpression<'a>) {
        self.found = true;
    }

    fn visit_import_expression(&mut self, _: &ImportExpression<'a>) {
        self.found = true;
    }

    fn visit_await_expression(&mut self, _: &AwaitExpression<'a>) {
        self.found = true;
    }

    fn visit_yield_expression(&mut self, _: &YieldExpression<'a>) {
        self.found = true;
    }

    fn visit_tagged_template_expression(&mut self, _: &TaggedTemplateExpression<'a>) {
        self.found = true;
    }

    fn visit_unary_expression(&mut self, unary: &UnaryExpression<'a>) {
        self.found |= unary.operator == UnaryOperator::Delete;
        walk::walk_unary_expression(self, unary);
    }
}

/// The variables that an expression reads. Functions in it read theirs later.
#[derive(Default)]
pub(super) struct Reads(pub(super) Vec<String>);

impl<'a> Visit<'a> for Reads {
    fn visit_identifier_reference(&mut self, name: &IdentifierReference<'a>) {
        self.0.push(name.name.to_string());
    }

    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}

    fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {}
}
