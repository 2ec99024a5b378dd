//! Reads the nodes of a script that have properties, or show them.

use oxc_ast::ast::{
    AccessorProperty, AssignmentExpression, AssignmentTargetPropertyIdentifier, BinaryExpression,
    BindingProperty, CallExpression, Class, ComputedMemberExpression, Expression, ForInStatement,
    IdentifierReference, MethodDefinition, NewExpression, ObjectProperty, PrivateIdentifier,
    PropertyDefinition, PropertyKey, RegExpLiteral, SimpleAssignmentTarget, StaticMemberExpression,
    StringLiteral, TemplateElement, ThisExpression, UnaryExpression, VariableDeclarator,
    WithStatement,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::GetSpan;
use oxc_syntax::operator::{BinaryOperator, UnaryOperator};

use super::finder::{Finder, is_plain_text};
use super::flow::Base;
use crate::is_number;
use crate::lookup::{self, words};

const UNKNOWN: &str = "this may run a text that uses properties by their names";

impl<'a> Visit<'a> for Finder<'_> {
    fn visit_with_statement(&mut self, statement: &WithStatement<'a>) {
        self.refuse(
            statement.span,
            "`with` finds variables and properties by their texts",
        );
        walk::walk_with_statement(self, statement);
    }

    fn visit_this_expression(&mut self, _: &ThisExpression) {
        self.facts.sees_global_object |= self.is_in_class == 0;
    }

    fn visit_class(&mut self, class: &Class<'a>) {
        self.is_in_class += 1;
        walk::walk_class(self, class);
        self.is_in_class -= 1;
    }

    fn visit_identifier_reference(&mut self, identifier: &IdentifierReference<'a>) {
        if !self.is_undeclared(identifier) {
            return;
        }
        let name = identifier.name.as_str();
        self.facts.sees_global_object |= lookup::is_global_object(name);
        if ["eval", "Function"].contains(&name) && !self.handled.contains(&identifier.span.start) {
            self.refuse(identifier.span, UNKNOWN);
        }
    }

    fn visit_unary_expression(&mut self, unary: &UnaryExpression<'a>) {
        if unary.operator == UnaryOperator::Typeof {
            self.handled.insert(unary.argument.span().start);
        }
        walk::walk_unary_expression(self, unary);
    }

    fn visit_binary_expression(&mut self, binary: &BinaryExpression<'a>) {
        match binary.operator {
            BinaryOperator::Instanceof => {
                self.handled.insert(binary.right.span().start);
            }
            BinaryOperator::In if !is_plain_text(&binary.left) => self.list(&binary.right),
            _ => {}
        }
        walk::walk_binary_expression(self, binary);
    }

    fn visit_call_expression(&mut self, call: &CallExpression<'a>) {
        self.call(&call.callee, &call.arguments);
        walk::walk_call_expression(self, call);
    }

    fn visit_new_expression(&mut self, new: &NewExpression<'a>) {
        self.call(&new.callee, &new.arguments);
        walk::walk_new_expression(self, new);
    }

    fn visit_for_in_statement(&mut self, each: &ForInStatement<'a>) {
        self.list(&each.right);
        walk::walk_for_in_statement(self, each);
    }

    fn visit_static_member_expression(&mut self, member: &StaticMemberExpression<'a>) {
        let name = member.property.name.as_str();
        self.place(name, member.property.span, false);
        match &member.object {
            // They are attributes, and entries of a store.
            Expression::StaticMemberExpression(object) if object.property.name == "dataset" => {
                self.facts.seen.insert(name.to_owned());
            }
            Expression::Identifier(object)
                if ["localStorage", "sessionStorage"].contains(&object.name.as_str()) =>
            {
                self.facts.seen.insert(name.to_owned());
            }
            Expression::Identifier(object) if object.name == "Function" => {
                self.handled.insert(object.span.start);
            }
            _ => {}
        }
        match name {
            "eval" => self.refuse(member.property.span, UNKNOWN),
            "defaultView" => self.facts.sees_global_object = true,
            _ => {}
        }
        walk::walk_static_member_expression(self, member);
    }

    fn visit_computed_member_expression(&mut self, member: &ComputedMemberExpression<'a>) {
        if !is_plain_text(&member.expression) && !is_number(&member.expression) {
            self.list(&member.object);
            self.key(&member.expression);
        }
        walk::walk_computed_member_expression(self, member);
    }

    fn visit_private_identifier(&mut self, identifier: &PrivateIdentifier<'a>) {
        self.place(&format!("#{}", identifier.name), identifier.span, false);
    }

    fn visit_property_key(&mut self, key: &PropertyKey<'a>) {
        match key {
            PropertyKey::StaticIdentifier(name) => self.place(&name.name, name.span, false),
            other => {
                if let Some(expression) = other.as_expression() {
                    self.key(expression);
                }
            }
        }
        walk::walk_property_key(self, key);
    }

    fn visit_object_property(&mut self, property: &ObjectProperty<'a>) {
        self.define(&property.key);
        if let PropertyKey::StaticIdentifier(name) = &property.key {
            let base = Base::Property(name.name.to_string());
            self.facts.flows.give(self.script(), base, &property.value);
            if property.shorthand {
                self.place(&name.name, name.span, true);
                self.visit_expression(&property.value);
                return;
            }
        }
        walk::walk_object_property(self, property);
    }

    fn visit_binding_property(&mut self, property: &BindingProperty<'a>) {
        if let PropertyKey::StaticIdentifier(name) = &property.key
            && property.shorthand
        {
            self.place(&name.name, name.span, true);
            self.visit_binding_pattern(&property.value);
            return;
        }
        walk::walk_binding_property(self, property);
    }

    fn visit_assignment_target_property_identifier(
        &mut self,
        target: &AssignmentTargetPropertyIdentifier<'a>,
    ) {
        self.place(&target.binding.name, target.binding.span, true);
        walk::walk_assignment_target_property_identifier(self, target);
    }

    fn visit_method_definition(&mut self, method: &MethodDefinition<'a>) {
        self.define(&method.key);
        walk::walk_method_definition(self, method);
    }

    fn visit_property_definition(&mut self, field: &PropertyDefinition<'a>) {
        self.define(&field.key);
        if let PropertyKey::StaticIdentifier(name) = &field.key {
            self.facts.flows.set_in(Base::This, &name.name);
        }
        if let (PropertyKey::StaticIdentifier(name), Some(value)) = (&field.key, &field.value) {
            let base = Base::Property(name.name.to_string());
            self.facts.flows.give(self.script(), base, value);
        }
        walk::walk_property_definition(self, field);
    }

    fn visit_accessor_property(&mut self, field: &AccessorProperty<'a>) {
        self.define(&field.key);
        walk::walk_accessor_property(self, field);
    }

    fn visit_simple_assignment_target(&mut self, target: &SimpleAssignmentTarget<'a>) {
        if let SimpleAssignmentTarget::StaticMemberExpression(member) = target {
            let name = member.property.name.to_string();
            if self.is_foreign(&member.object) {
                self.facts.seen.insert(name.clone());
            }
            self.facts.flows.set(self.script(), &member.object, &name);
            self.facts.defined.insert(name);
        }
        walk::walk_simple_assignment_target(self, target);
    }

    fn visit_assignment_expression(&mut self, assignment: &AssignmentExpression<'a>) {
        if let Some(target) = assignment.left.as_simple_assignment_target() {
            let base = Base::of_target(self.script(), target);
            if let Some(base) = base {
                self.facts
                    .flows
                    .give(self.script(), base, &assignment.right);
            }
            let is_foreign = match target.as_member_expression() {
                Some(member) => self.is_foreign(member.object()),
                None => false,
            };
            if is_foreign {
                self.show(&assignment.right);
            }
        }
        walk::walk_assignment_expression(self, assignment);
    }

    fn visit_variable_declarator(&mut self, declarator: &VariableDeclarator<'a>) {
        if let (Some(name), Some(value)) =
            (declarator.id.get_binding_identifier(), &declarator.init)
            && let Some(id) = name.symbol_id.get()
        {
            let base = Base::of_symbol(self.script(), id);
            self.facts.flows.give(self.script(), base, value);
        }
        walk::walk_variable_declarator(self, declarator);
    }

    fn visit_string_literal(&mut self, literal: &StringLiteral<'a>) {
        self.facts.words.extend(words(&literal.value));
    }

    fn visit_template_element(&mut self, element: &TemplateElement<'a>) {
        let cooked = element.value.cooked.as_ref();
        let text = cooked.map_or(element.value.raw.as_str(), |cooked| cooked.as_str());
        self.facts.words.extend(words(text));
    }

    fn visit_reg_exp_literal(&mut self, literal: &RegExpLiteral<'a>) {
        // The letter after `\` is none of the text, as in `\bname`.
        let text = literal.regex.pattern.text.as_str();
        let mut plain = String::new();
        let mut characters = text.chars();
        while let Some(character) = characters.next() {
            if character == '\\' {
                characters.next();
                plain.push(' ');
            } else {
                plain.push(character);
            }
        }
        self.facts.words.extend(words(&plain));
    }
}
