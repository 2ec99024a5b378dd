//! Finds where a script looks names up by their text, which shortening the names would break.
//!
//! What is certain is an error, what is possible is a warning. What only an event handler reads
//! differently excludes the wrappers that make the script one.

mod text;

use std::collections::{BTreeMap, BTreeSet};

use oxc_allocator::Allocator;
use oxc_ast::ast::{
    Argument, AssignmentExpression, AssignmentTarget, AssignmentTargetProperty, BinaryExpression,
    BindingPattern, CallExpression, Class, ComputedMemberExpression, Expression, Function,
    IdentifierReference, MethodDefinition, NewExpression, ObjectProperty, StaticMemberExpression,
    StringLiteral, TemplateElement, ThisExpression, VariableDeclarator,
};
use oxc_ast_visit::{Visit, walk};
use oxc_semantic::{Scoping, SemanticBuilder};
use oxc_span::GetSpan;
use oxc_syntax::operator::BinaryOperator;
use oxc_syntax::scope::ScopeFlags;
use oxc_syntax::symbol::SymbolFlags;

use self::text::{Text, may_have_script, names_of_code, words};
use super::globals;
use super::handler::{self, HandlerUse};
use super::script::{self, ScriptError};

/// Names of the global object in a page without frames.
const GLOBAL_OBJECTS: [&str; 6] = ["window", "self", "globalThis", "frames", "top", "parent"];

/// Whether an undeclared name is the global object.
pub(super) fn is_global_object(name: &str) -> bool {
    GLOBAL_OBJECTS.contains(&name)
}

/// What a script does with names and their texts.
#[derive(Debug, Default)]
pub(super) struct Lookups {
    /// Places where the page may differ from its source.
    pub(super) warnings: Vec<ScriptError>,
    /// Places that mean something else in an event handler, in order.
    pub(super) handler: Vec<HandlerUse>,
}

impl Lookups {
    /// Reads a script whose names are shortened, except those in `keep`.
    ///
    /// # Errors
    /// A syntax error, or a place where the script certainly finds a shortened name by its text.
    pub(super) fn of(source: &str, keep: &[String]) -> Result<Self, ScriptError> {
        let arena = Allocator::default();
        let program = script::parse(&arena, source)?;
        let scoping = SemanticBuilder::new()
            .build(&program)
            .semantic
            .into_scoping();
        let mut finder = Finder::new(source, &scoping, keep);
        finder.visit_program(&program);
        finder.finish()
    }
}

/// The value of `this`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum This {
    /// The global object, in a script element.
    Global,
    /// The global object if the function is called without an object.
    Caller,
    /// An object of the script.
    Object,
}

struct Finder<'p> {
    source: &'p str,
    scoping: &'p Scoping,
    /// The shortened names that are properties of the global object in a script element.
    properties: BTreeSet<String>,
    /// All shortened names that code in a text can use.
    names: BTreeSet<String>,
    this: Vec<This>,
    /// Whether the next function is the value of a property.
    is_method: bool,
    /// Where expressions start that are not used as mere values.
    handled: BTreeSet<u32>,
    /// Whether the global object is used as a value, so that other code can look names up in it.
    is_passed: bool,
    /// Texts and properties with the name of a variable.
    suspects: Vec<(u32, String)>,
    errors: BTreeMap<u32, ScriptError>,
    warnings: BTreeMap<u32, ScriptError>,
    handler: Vec<HandlerUse>,
}

impl<'p> Finder<'p> {
    fn new(source: &'p str, scoping: &'p Scoping, keep: &[String]) -> Self {
        let kept = |name: &str| keep.iter().any(|kept| kept == name);
        let mut finder = Self {
            source,
            scoping,
            properties: BTreeSet::new(),
            names: BTreeSet::new(),
            this: vec![This::Global],
            is_method: false,
            handled: BTreeSet::new(),
            is_passed: false,
            suspects: Vec::new(),
            errors: BTreeMap::new(),
            warnings: BTreeMap::new(),
            handler: Vec::new(),
        };
        for (name, references) in scoping.root_unresolved_references() {
            let is_written = |&id| scoping.get_reference(id).is_write();
            let name = name.to_string();
            if references.iter().any(is_written) && !kept(&name) && !globals::is_known(&name) {
                finder.properties.insert(name.clone());
                finder.names.insert(name);
            }
        }
        for id in scoping.iter_bindings_in(scoping.root_scope_id()) {
            let name = scoping.symbol_name(id);
            let flags = scoping.symbol_flags(id);
            let is_property =
                flags.intersects(SymbolFlags::FunctionScopedVariable | SymbolFlags::Function);
            if kept(name) {
                let offset = scoping.symbol_span(id).start as usize;
                finder.handler.push(HandlerUse::local(offset, name));
                continue;
            }
            finder.names.insert(name.to_owned());
            if is_property {
                finder.properties.insert(name.to_owned());
            }
        }
        finder
    }

    fn finish(mut self) -> Result<Lookups, ScriptError> {
        if let Some((_, error)) = self.errors.pop_first() {
            return Err(error);
        }
        if self.is_passed {
            for (offset, name) in std::mem::take(&mut self.suspects) {
                let message = format!(
                    "`{name}` is the name of a variable, which the build shortens; it is not \
                     found by this text if the object is the global object"
                );
                self.warn(offset, message, &other_name(&name));
            }
        }
        self.handler.sort_by_key(|found| found.offset);
        Ok(Lookups {
            warnings: self.warnings.into_values().collect(),
            handler: self.handler,
        })
    }

    fn error(&mut self, offset: u32, message: String, help: &str) {
        let error = ScriptError::at(self.source, offset as usize, message).with_help(help);
        self.errors.entry(offset).or_insert(error);
    }

    fn warn(&mut self, offset: u32, message: String, help: &str) {
        let warning = ScriptError::at(self.source, offset as usize, message).with_help(help);
        self.warnings.entry(offset).or_insert(warning);
    }

    /// A variable is looked up in the global object by its text.
    fn looked_up(&mut self, offset: u32, name: &str) {
        let message =
            format!("this finds the variable `{name}` by its name, which the build shortens");
        let help = format!(
            "write `{name}` without the global object, or list it under `keep` in the manifest"
        );
        self.error(offset, message, &help);
    }

    /// Something is looked up in the global object by a text that is not known.
    fn looked_up_unknown(&mut self, offset: u32) {
        if !self.properties.is_empty() {
            let message = "this may find a variable by its name, which the build shortens".into();
            let help = "use the properties of an object of your own, or list the names under \
                        `keep` in the manifest";
            self.warn(offset, message, help);
        }
    }

    fn is_undeclared(&self, identifier: &IdentifierReference<'_>) -> bool {
        let id = identifier.reference_id.get();
        id.is_some_and(|id| self.scoping.get_reference(id).symbol_id().is_none())
    }

    /// Whether an expression is the global object; if so, its own parts are done.
    fn takes_global_object(&mut self, expression: &Expression<'_>) -> bool {
        let is_global = match expression {
            Expression::Identifier(identifier) => {
                is_global_object(&identifier.name) && self.is_undeclared(identifier)
            }
            Expression::ThisExpression(_) => self.this.last() == Some(&This::Global),
            Expression::StaticMemberExpression(member) => match &member.object {
                Expression::Identifier(object)
                    if object.name == "document" && self.is_undeclared(object) =>
                {
                    member.property.name == "defaultView"
                }
                object => {
                    is_global_object(&member.property.name) && self.takes_global_object(object)
                }
            },
            _ => false,
        };
        if is_global {
            self.handled.insert(expression.span().start);
        }
        is_global
    }

    /// The name of the function that runs its text arguments as code, if it is one.
    fn runner(&mut self, callee: &Expression<'_>) -> Option<&'static str> {
        let (name, is_global) = match callee {
            Expression::Identifier(name) => (name.name.to_string(), self.is_undeclared(name)),
            Expression::StaticMemberExpression(member) => {
                let name = member.property.name.to_string();
                (name, self.takes_global_object(&member.object))
            }
            Expression::SequenceExpression(sequence) => {
                return self.runner(sequence.expressions.last()?);
            }
            _ => return None,
        };
        let known = ["setTimeout", "setInterval", "Function", "eval"];
        let found = known
            .into_iter()
            .find(|known| *known == name && is_global)?;
        self.handled.insert(callee.span().start);
        Some(found)
    }

    /// A function is called that runs text.
    fn call(&mut self, callee: &Expression<'_>, arguments: &[Argument<'_>]) {
        let Some(runner) = self.runner(callee) else {
            return;
        };
        let is_timer = runner.starts_with("set");
        let used = if is_timer { 1 } else { arguments.len() };
        let mut texts = Vec::new();
        for argument in arguments.iter().take(used) {
            texts.push(argument.as_expression().map(Text::of).unwrap_or_default());
        }
        let Some(body) = texts.pop().filter(|body| body.is_string || !is_timer) else {
            return;
        };
        let offset = arguments.first().map_or(0, |first| first.span().start);
        let parameters: Vec<&str> = texts.iter().map(|text| text.known.as_str()).collect();
        let complete = body.is_string && body.complete && texts.iter().all(|text| text.complete);
        let code = match runner {
            "Function" => format!("(function({}){{{}\n}})", parameters.join(","), body.known),
            _ => body.known.clone(),
        };
        let used = if complete {
            names_of_code(&code)
        } else {
            words(&code)
        };
        if let Some(name) = used.iter().find(|name| self.names.contains(*name)) {
            let message = format!(
                "`{runner}` runs a text with the variable `{name}`, whose name the build shortens"
            );
            let help = if is_timer {
                "give it a function, such as `() => \u{2026}`".to_owned()
            } else {
                format!(
                    "write the code outside of the text, or list `{name}` under `keep` in the manifest"
                )
            };
            self.error(offset, message, &help);
        } else if !complete {
            self.run_unknown(offset, runner);
        }
    }

    /// A text that is not known is run as code.
    fn run_unknown(&mut self, offset: u32, runner: &str) {
        if !self.names.is_empty() {
            let message = format!(
                "`{runner}` runs a text that is not known when the page is built; the names of \
                 variables in it are not shortened"
            );
            let help = "list the names that it uses under `keep` in the manifest";
            self.warn(offset, message, help);
        }
    }

    /// A text of the script.
    fn text(&mut self, offset: u32, text: &str) {
        if self.properties.contains(text) {
            self.suspects.push((offset, text.to_owned()));
        }
        if may_have_script(text)
            && let Some(name) = words(text).iter().find(|name| self.names.contains(*name))
        {
            let message = format!(
                "this text may be HTML whose script uses the variable `{name}`; the build \
                 shortens the name in the script only"
            );
            self.warn(offset, message, &other_name(name));
        }
    }

    fn in_this(&mut self, this: This, walk: impl FnOnce(&mut Self)) {
        self.this.push(this);
        walk(self);
        self.this.pop();
    }
}

/// The advice about a text that is the name of a variable, perhaps by chance.
fn other_name(name: &str) -> String {
    format!("list `{name}` under `keep` in the manifest, or give the variable another name")
}

impl<'a> Visit<'a> for Finder<'_> {
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
        if self.takes_global_object(&member.object) {
            let text = Text::of(&member.expression);
            match text.whole() {
                Some(name) if self.properties.contains(name) => {
                    self.looked_up(member.span.start, name);
                }
                Some(_) => {}
                None if member.expression.is_number_literal() => {}
                None => self.looked_up_unknown(member.span.start),
            }
        }
        walk::walk_computed_member_expression(self, member);
    }

    fn visit_binary_expression(&mut self, binary: &BinaryExpression<'a>) {
        if binary.operator == BinaryOperator::In && self.takes_global_object(&binary.right) {
            match Text::of(&binary.left).whole() {
                Some(name) if self.properties.contains(name) => {
                    self.looked_up(binary.span.start, name);
                }
                Some(_) => {}
                None => self.looked_up_unknown(binary.span.start),
            }
        }
        walk::walk_binary_expression(self, binary);
    }

    fn visit_variable_declarator(&mut self, declarator: &VariableDeclarator<'a>) {
        if let BindingPattern::ObjectPattern(pattern) = &declarator.id
            && let Some(init) = &declarator.init
            && self.takes_global_object(init)
        {
            for property in &pattern.properties {
                let name = property.key.static_name().unwrap_or_default();
                // `var {alert} = window` declares a variable of this name itself.
                if self.properties.contains(&*name) && !globals::is_known(&name) {
                    self.looked_up(property.span.start, &name);
                }
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
                let name = name.unwrap_or_default();
                if self.properties.contains(&name) && !globals::is_known(&name) {
                    self.looked_up(span.start, &name);
                }
            }
        }
        self.is_method = assignment.left.is_member_expression()
            && matches!(assignment.right, Expression::FunctionExpression(_));
        walk::walk_assignment_expression(self, assignment);
    }

    fn visit_call_expression(&mut self, call: &CallExpression<'a>) {
        self.call(&call.callee, &call.arguments);
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
            self.handler
                .push(HandlerUse::shadowed(start as usize, name));
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
                .push(HandlerUse::this(this.span.start as usize));
            self.is_passed |= !self.handled.contains(&this.span.start);
        }
    }

    fn visit_string_literal(&mut self, literal: &StringLiteral<'a>) {
        self.text(literal.span.start, &literal.value);
    }

    fn visit_template_element(&mut self, element: &TemplateElement<'a>) {
        if let Some(text) = &element.value.cooked {
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
        self.in_this(This::Object, |finder| walk::walk_class(finder, class));
    }

    fn visit_function(&mut self, function: &Function<'a>, flags: ScopeFlags) {
        let this = match std::mem::take(&mut self.is_method) {
            true => This::Object,
            false => This::Caller,
        };
        self.in_this(this, |finder| walk::walk_function(finder, function, flags));
    }
}

#[cfg(test)]
mod tests;
