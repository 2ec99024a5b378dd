//! The places of a script that the reader looks at.

use oxc_ast::ast::{
    AssignmentExpression, AssignmentTarget, AssignmentTargetProperty, BinaryExpression,
    BindingPattern, CallExpression, Class, ComputedMemberExpression, Expression, Function,
    IdentifierReference, MethodDefinition, NewExpression, ObjectProperty, StaticMemberExpression,
    StringLiteral, TemplateElement, ThisExpression, VariableDeclarator,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::GetSpan;
use oxc_syntax::operator::BinaryOperator;
use oxc_syntax::scope::ScopeFlags;

use super::text::Text;
use super::unknown::Pattern;
use super::{Reader, This, is_global_object, other_name};
use crate::{evaluated, globals, handler};

impl<'a> Visit<'a> for Reader<'_> {
    fn visit_static_member_expression(&mut self, member: &StaticMemberExpression<'a>) {
        let name = member.property.name.as_str();
        let offset = member.span.start;
        if self.takes_global_object(&member.object) {
            if self.properties.contains(name) {
                self.looked_up(offset, name);
            }
        } else if self.properties.contains(name) {
            let is_this = matches!(member.object, Expression::ThisExpression(_));
            match self.this.last() {
                Some(This::Caller) if is_this => {
                    let message = format!(
                        "`this.{name}` is the variable `{name}` if the function is called without \
                         an object; the build shortens the name of the variable only"
                    );
                    self.warn(offset, message, &other_name(name));
                }
                _ if is_this => {}
                _ => self
                    .suspects
                    .push((member.property.span.start, name.to_owned())),
            }
        }
        walk::walk_static_member_expression(self, member);
    }

    fn visit_computed_member_expression(&mut self, member: &ComputedMemberExpression<'a>) {
        let text = Text::of(&member.expression);
        if !self.takes_global_object(&member.object) {
            self.looked_up_built(&member.object, &text);
        } else {
            match text.whole() {
                Some(name) if self.properties.contains(name) => {
                    self.looked_up(member.span.start, name);
                }
                Some(_) => {}
                None if member.expression.is_number_literal() => {}
                None => {
                    self.unknown.insert(Pattern::of_property(&text));
                    self.looked_up_unknown(member.span.start);
                }
            }
        }
        walk::walk_computed_member_expression(self, member);
    }

    fn visit_binary_expression(&mut self, binary: &BinaryExpression<'a>) {
        self.joined(binary);
        if binary.operator == BinaryOperator::In && self.takes_global_object(&binary.right) {
            let text = Text::of(&binary.left);
            match text.whole() {
                Some(name) if self.properties.contains(name) => {
                    self.looked_up(binary.span.start, name);
                }
                Some(_) => {}
                None => {
                    self.unknown.insert(Pattern::of_property(&text));
                    self.looked_up_unknown(binary.span.start);
                }
            }
        }
        walk::walk_binary_expression(self, binary);
    }

    fn visit_variable_declarator(&mut self, declarator: &VariableDeclarator<'a>) {
        if let Some(symbol) = declarator
            .id
            .get_binding_identifier()
            .and_then(|name| name.symbol_id.get())
            && let Some(init) = &declarator.init
        {
            let was_handled = self.handled.contains(&init.span().start);
            if self.takes_global_object(init) {
                self.aliases.insert(symbol);
                // It is a value here.
                if !was_handled {
                    self.handled.remove(&init.span().start);
                }
            }
        }
        if let BindingPattern::ObjectPattern(pattern) = &declarator.id
            && let Some(init) = &declarator.init
            && self.takes_global_object(init)
        {
            for property in &pattern.properties {
                let name = property.key.static_name().unwrap_or_default();
                self.destructured(property.span.start, &name);
            }
        }
        walk::walk_variable_declarator(self, declarator);
    }

    fn visit_assignment_expression(&mut self, assignment: &AssignmentExpression<'a>) {
        if let AssignmentTarget::ObjectAssignmentTarget(target) = &assignment.left
            && self.takes_global_object(&assignment.right)
        {
            for property in &target.properties {
                let (name, span) = match property {
                    AssignmentTargetProperty::AssignmentTargetPropertyIdentifier(property) => {
                        (Some(property.binding.name.to_string()), property.span)
                    }
                    AssignmentTargetProperty::AssignmentTargetPropertyProperty(property) => {
                        let name = property.name.static_name();
                        (name.map(|name| name.to_string()), property.span)
                    }
                };
                self.destructured(span.start, &name.unwrap_or_default());
            }
        }
        self.is_method = assignment.left.is_member_expression()
            && matches!(assignment.right, Expression::FunctionExpression(_));
        walk::walk_assignment_expression(self, assignment);
    }

    fn visit_call_expression(&mut self, call: &CallExpression<'a>) {
        match evaluated::is_direct(call) {
            true => self.direct_eval(call),
            false => self.call(&call.callee, &call.arguments),
        }
        walk::walk_call_expression(self, call);
    }

    fn visit_new_expression(&mut self, new: &NewExpression<'a>) {
        self.call(&new.callee, &new.arguments);
        walk::walk_new_expression(self, new);
    }

    fn visit_identifier_reference(&mut self, identifier: &IdentifierReference<'a>) {
        let name = identifier.name.as_str();
        if !self.is_undeclared(identifier) || self.names.contains(name) {
            return;
        }
        let start = identifier.span.start;
        if handler::is_shadowed(name) {
            // A name that is written is a global of the script.
            if globals::is_known(name) || self.is_written(name) {
                self.handler
                    .push(handler::shadowed(self.source, start, name));
            } else {
                self.element
                    .push(handler::unknown(self.source, start, name));
                self.document
                    .push(handler::hidden(self.source, start, name));
            }
        }
        if !self.handled.contains(&start) {
            self.is_passed |= is_global_object(name);
            if name == "eval" {
                self.run_unknown(start, name);
            }
        }
    }

    fn visit_this_expression(&mut self, this: &ThisExpression) {
        if self.this.last() == Some(&This::Global) {
            self.handler
                .push(handler::this(self.source, this.span.start));
            self.is_passed |= !self.handled.contains(&this.span.start);
        }
    }

    fn visit_string_literal(&mut self, literal: &StringLiteral<'a>) {
        self.unknown.extend(Pattern::of_handler(&literal.value));
        match self.without_handlers(literal.span) {
            Some(rest) => self.text(literal.span.start, &rest),
            None => self.text(literal.span.start, &literal.value),
        }
    }

    fn visit_template_element(&mut self, element: &TemplateElement<'a>) {
        let text = element.value.cooked.as_ref().filter(|_| !element.tail);
        self.unknown
            .extend(text.and_then(|text| Pattern::of_handler(text)));
        if let Some(rest) = self.without_handlers(element.span) {
            self.text(element.span.start, &rest);
        } else if let Some(text) = &element.value.cooked {
            self.text(element.span.start, text);
        }
    }

    fn visit_object_property(&mut self, property: &ObjectProperty<'a>) {
        self.visit_property_key(&property.key);
        self.is_method = matches!(property.value, Expression::FunctionExpression(_));
        self.visit_expression(&property.value);
    }

    fn visit_method_definition(&mut self, method: &MethodDefinition<'a>) {
        self.visit_property_key(&method.key);
        self.is_method = true;
        self.visit_function(&method.value, ScopeFlags::Function);
    }

    fn visit_class(&mut self, class: &Class<'a>) {
        self.in_this(This::Object, |reader| walk::walk_class(reader, class));
    }

    fn visit_function(&mut self, function: &Function<'a>, flags: ScopeFlags) {
        let this = match std::mem::take(&mut self.is_method) {
            true => This::Object,
            false => This::Caller,
        };
        self.in_this(this, |reader| walk::walk_function(reader, function, flags));
    }
}
