//! Turns functions into arrow functions where nothing can see the difference.

use std::collections::HashSet;

use golfchess_sizes::edit::{Edit, Splice};
use oxc_ast::ast::{
    Argument, AssignmentTarget, CallExpression, Expression, Function, FunctionBody, Program,
    PropertyKey, Statement, VariableDeclarator,
};
use oxc_ast_visit::{Visit, walk};
use oxc_semantic::Scoping;
use oxc_span::{GetSpan, Span};
use oxc_syntax::reference::ReferenceId;
use oxc_syntax::scope::ScopeFlags;
use oxc_syntax::symbol::SymbolId;

use super::edits_of;
use super::scopes::Own;

/// Methods of the language and of browsers that only call the functions that they are given.
const CALLERS: [&str; 18] = [
    "map",
    "filter",
    "forEach",
    "reduce",
    "reduceRight",
    "some",
    "every",
    "find",
    "findIndex",
    "flatMap",
    "sort",
    "replace",
    "replaceAll",
    "then",
    "addEventListener",
    "setTimeout",
    "setInterval",
    "requestAnimationFrame",
];

/// Edits that make arrow functions.
///
/// An arrow function has no `this` and no `arguments` of its own and cannot be constructed. So a
/// function is converted if it uses none of them, and if it is only called.
pub(super) fn edits(source: &str, keep: &[String]) -> Vec<Edit> {
    edits_of(source, |program, scoping| {
        let mut calls = Calls::default();
        calls.visit_program(program);
        // A method of the script's own may construct its argument.
        let own = &calls.own_methods;
        let is_caller = |(method, _): &(String, u32)| !own.contains(method);
        let given = calls.given.iter().filter(|given| is_caller(given));
        let given: Vec<u32> = given.map(|(_, start)| *start).collect();
        calls.functions.extend(given);
        let mut finder = Finder {
            source,
            scoping,
            keep,
            calls,
            edits: Vec::new(),
        };
        finder.visit_program(program);
        finder.edits
    })
}

/// The names that are called, and the functions that are only called where they are written.
#[derive(Default)]
struct Calls {
    called: HashSet<ReferenceId>,
    /// Where such functions start.
    functions: HashSet<u32>,
    /// Methods of [`CALLERS`], and where functions start that they are given.
    given: Vec<(String, u32)>,
    /// The names of properties that the script itself gives a value, and of methods.
    own_methods: HashSet<String>,
    /// Where functions start that are the only value of a variable, with the variable.
    variables: Vec<(u32, SymbolId)>,
}

impl<'a> Visit<'a> for Calls {
    fn visit_call_expression(&mut self, call: &CallExpression<'a>) {
        let method = match &call.callee {
            Expression::Identifier(name) => {
                self.called.extend(name.reference_id.get());
                Some(name.name.as_str())
            }
            Expression::FunctionExpression(function) => {
                self.functions.insert(function.span.start);
                None
            }
            Expression::StaticMemberExpression(member) => Some(member.property.name.as_str()),
            _ => None,
        };
        if let Some(method) = method.filter(|method| CALLERS.contains(method)) {
            let functions = call.arguments.iter().filter_map(|argument| match argument {
                Argument::FunctionExpression(function) => {
                    Some((method.to_owned(), function.span.start))
                }
                _ => None,
            });
            self.given.extend(functions);
        }
        walk::walk_call_expression(self, call);
    }

    fn visit_property_key(&mut self, key: &PropertyKey<'a>) {
        self.own_methods
            .extend(key.static_name().map(|name| name.to_string()));
        walk::walk_property_key(self, key);
    }

    fn visit_assignment_target(&mut self, target: &AssignmentTarget<'a>) {
        if let AssignmentTarget::StaticMemberExpression(member) = target {
            self.own_methods.insert(member.property.name.to_string());
        }
        walk::walk_assignment_target(self, target);
    }

    fn visit_variable_declarator(&mut self, declarator: &VariableDeclarator<'a>) {
        if let Some(Expression::FunctionExpression(function)) = &declarator.init
            && let Some(name) = declarator.id.get_binding_identifier()
            && let Some(symbol) = name.symbol_id.get()
        {
            self.variables.push((function.span.start, symbol));
        }
        walk::walk_variable_declarator(self, declarator);
    }
}

struct Finder<'s> {
    source: &'s str,
    scoping: &'s Scoping,
    keep: &'s [String],
    calls: Calls,
    edits: Vec<Edit>,
}

impl Finder<'_> {
    /// Whether a variable has one declaration, is never written and only called.
    fn is_only_called(&self, symbol: SymbolId) -> bool {
        let name = self.scoping.symbol_name(symbol);
        let is_called = |id: &ReferenceId| {
            self.calls.called.contains(id) && !self.scoping.get_reference(*id).is_write()
        };
        !self.keep.iter().any(|kept| kept == name)
            && self.scoping.symbol_redeclarations(symbol).is_empty()
            && self
                .scoping
                .get_resolved_reference_ids(symbol)
                .iter()
                .all(is_called)
    }

    fn text(&self, span: Span) -> &str {
        span.source_text(self.source)
    }

    /// The function as an arrow function; `None` if it uses what an arrow function has not, or has a
    /// directive, which the compressor would lose with the function.
    fn arrow(&self, function: &Function<'_>) -> Option<String> {
        let body = function.body.as_ref()?;
        let mut own = Own::default();
        own.visit_formal_parameters(&function.params);
        own.visit_function_body(body);
        let mut seen = HashSet::new();
        let mut parameters = function.params.items.iter();
        // Only a function may have two parameters of one name.
        let has_two = parameters.any(|parameter| {
            let name = parameter.pattern.get_binding_identifier();
            name.is_some_and(|name| !seen.insert(name.name.to_string()))
        });
        if own.found || function.generator || has_two || !body.directives.is_empty() {
            return None;
        }
        let mut text = String::from(if function.r#async { "async" } else { "" });
        text += self.text(function.params.span);
        text += "=>";
        match &body.statements[..] {
            [Statement::ReturnStatement(only)] => {
                let value = only.argument.as_ref()?;
                text += &format!("({})", self.text(value.span()));
            }
            _ => text += self.text(body.span),
        }
        Some(text)
    }

    /// Converts the functions that a list of statements declares.
    fn declarations(&mut self, statements: &[Statement<'_>], start: Option<u32>) {
        for statement in statements {
            if let Statement::FunctionDeclaration(function) = statement
                && let Some(id) = &function.id
                && let Some(symbol) = id.symbol_id.get()
                && self.is_only_called(symbol)
                && let Some(arrow) = self.arrow(function)
                && let Some(start) = start
            {
                let (from, to) = (function.span.start as usize, function.span.end as usize);
                let declaration = format!("var {}={arrow};", id.name);
                // A declaration is set before the first statement runs.
                let first = start as usize;
                let splices = vec![
                    Splice::new((first, first), declaration),
                    Splice::new((from, to), ";"),
                ];
                self.edits.extend(Edit::of("arrow", splices));
            }
        }
    }
}

impl<'a> Visit<'a> for Finder<'_> {
    fn visit_program(&mut self, program: &Program<'a>) {
        let first = program.body.first().map(|first| first.span().start);
        self.declarations(&program.body, first);
        walk::walk_program(self, program);
    }

    fn visit_function_body(&mut self, body: &FunctionBody<'a>) {
        let first = body.statements.first().map(|first| first.span().start);
        self.declarations(&body.statements, first);
        walk::walk_function_body(self, body);
    }

    fn visit_function(&mut self, function: &Function<'a>, flags: ScopeFlags) {
        let start = function.span.start;
        let own_name = function.id.as_ref().and_then(|id| id.symbol_id.get());
        let variable = self.calls.variables.iter().find(|(at, _)| *at == start);
        let is_called = self.calls.functions.contains(&start)
            || variable.is_some_and(|(_, symbol)| self.is_only_called(*symbol));
        let is_unnamed = own_name
            .is_none_or(|symbol| self.scoping.get_resolved_reference_ids(symbol).is_empty());
        if function.is_expression()
            && is_called
            && is_unnamed
            && let Some(arrow) = self.arrow(function)
        {
            let range = (start as usize, function.span.end as usize);
            let splice = Splice::new(range, format!("({arrow})"));
            self.edits.extend(Edit::of("arrow", vec![splice]));
        }
        walk::walk_function(self, function, flags);
    }
}
