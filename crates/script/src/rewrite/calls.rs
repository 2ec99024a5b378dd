//! The calls of a script, and what the values of functions are in their places.

use std::collections::BTreeMap;

use golfchess_sizes::edit::{Edit, Splice};
use oxc_ast::ast::{
    ArrowFunctionExpression, CallExpression, Class, Expression, Function, IdentifierReference,
    ObjectProperty, Program, Statement, TaggedTemplateExpression,
};
use oxc_ast_visit::{Visit, walk};
use oxc_semantic::Scoping;
use oxc_span::{GetSpan, Span};
use oxc_syntax::reference::ReferenceId;
use oxc_syntax::scope::ScopeFlags;
use oxc_syntax::symbol::SymbolId;

use super::scopes;

/// The kind of the edits that put the value of a function in the places of its calls.
pub(super) const APPLY: &str = "apply";

/// A call of a variable.
pub(super) struct Call {
    pub(super) span: Span,
    /// The arguments; `None` if one is spread or not a simple value.
    arguments: Option<Vec<Argument>>,
}

pub(super) struct Argument {
    span: Span,
    /// Whether its value is the same whenever it is read.
    constant: bool,
}

/// All calls, and the edits that are found.
pub(super) struct Sites<'s> {
    pub(super) source: &'s str,
    pub(super) scoping: &'s Scoping,
    pub(super) calls: BTreeMap<ReferenceId, Call>,
    /// References that are evaluated once in their function, outside of loops and classes.
    pub(super) values: BTreeMap<ReferenceId, Span>,
    depth: usize,
    pub(super) edits: Vec<Edit>,
}

impl<'s> Sites<'s> {
    pub(super) fn of(source: &'s str, scoping: &'s Scoping, program: &Program<'_>) -> Self {
        let mut sites = Self {
            source,
            scoping,
            calls: BTreeMap::new(),
            values: BTreeMap::new(),
            depth: 0,
            edits: Vec::new(),
        };
        Calls(&mut sites).visit_program(program);
        sites
    }

    fn is_constant(&self, expression: &Expression<'_>) -> bool {
        match expression {
            Expression::Identifier(name) => {
                let symbol = scopes::symbol(self.scoping, name);
                symbol.is_some_and(|symbol| !scopes::is_written_elsewhere(self.scoping, symbol))
            }
            Expression::StringLiteral(_)
            | Expression::NumericLiteral(_)
            | Expression::BooleanLiteral(_)
            | Expression::NullLiteral(_) => true,
            _ => false,
        }
    }

    pub(super) fn references(&self, symbol: SymbolId) -> &[ReferenceId] {
        self.scoping.get_resolved_reference_ids(symbol)
    }

    pub(super) fn is_never_written(&self, symbol: SymbolId) -> bool {
        scopes::is_never_written(self.scoping, symbol)
    }

    /// An arrow function in the place of its only call.
    pub(super) fn moved(&mut self, symbol: SymbolId, arrow: &str) {
        let &[only] = self.references(symbol) else {
            return;
        };
        if self.calls.contains_key(&only) {
            let name = self.scoping.symbol_name(symbol).len() as u32;
            let start = self.calls[&only].span.start;
            let place = (start as usize, (start + name) as usize);
            let call = Splice::new(place, format!("({arrow})"));
            self.edits.extend(Edit::of("inline", vec![call]));
        }
    }

    /// The value of an arrow function in the places of all its calls.
    pub(super) fn applied(&mut self, symbol: SymbolId, arrow: &ArrowFunctionExpression<'_>) {
        let value = arrow.body.span();
        if let Some(splices) = self.applications(symbol, arrow, value) {
            self.edits.extend(Edit::of(APPLY, splices));
        }
    }

    /// The value of the function in the place of each call.
    fn applications(
        &self,
        symbol: SymbolId,
        arrow: &ArrowFunctionExpression<'_>,
        value: Span,
    ) -> Option<Vec<Splice>> {
        let calls = self.references(symbol).iter();
        if calls.len() == 0 {
            return None;
        }
        let calls =
            calls.map(|reference| self.application(self.calls.get(reference)?, arrow, value));
        calls.collect()
    }

    /// The value of the function in the place of a call. All arguments must have the same value for
    /// the whole call.
    fn application(
        &self,
        call: &Call,
        arrow: &ArrowFunctionExpression<'_>,
        value: Span,
    ) -> Option<Splice> {
        let arguments = call.arguments.as_ref()?;
        if arrow.r#async || arrow.params.rest.is_some() {
            return None;
        }
        let mut body = Body {
            scoping: self.scoping,
            places: Vec::new(),
            is_open: false,
        };
        body.visit_expression(arrow.body.as_expression()?);
        if body.is_open || arguments.len() != arrow.params.items.len() {
            return None;
        }
        let mut replaced = Vec::new();
        for (parameter, argument) in arrow.params.items.iter().zip(arguments) {
            let name = parameter.pattern.get_binding_identifier()?;
            let symbol = name.symbol_id.get()?;
            let is_plain = parameter.initializer.is_none() && self.is_never_written(symbol);
            if !is_plain || !argument.constant {
                return None;
            }
            let text = argument.span.source_text(self.source);
            let places = body.places.iter().filter(|(used, _)| *used == symbol);
            replaced.extend(places.map(|(_, place)| {
                let from = (place.start - value.start) as usize;
                let to = (place.end - value.start) as usize;
                Splice::new((from, to), format!("({text})"))
            }));
        }
        let text = Edit::of(APPLY, replaced)?.apply(value.source_text(self.source));
        let place = (call.span.start as usize, call.span.end as usize);
        Some(Splice::new(place, format!("({text})")))
    }
}

/// Where the value of a function uses variables.
struct Body<'s> {
    scoping: &'s Scoping,
    places: Vec<(SymbolId, Span)>,
    /// Whether the value cannot be moved: it has a function, which may run later, or the name of a
    /// property that is also a variable.
    is_open: bool,
}

impl<'a> Visit<'a> for Body<'_> {
    fn visit_identifier_reference(&mut self, name: &IdentifierReference<'a>) {
        let symbol = scopes::symbol(self.scoping, name);
        self.places.extend(symbol.map(|symbol| (symbol, name.span)));
    }

    fn visit_object_property(&mut self, property: &ObjectProperty<'a>) {
        self.is_open |= property.shorthand;
        walk::walk_object_property(self, property);
    }

    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {
        self.is_open = true;
    }

    fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {
        self.is_open = true;
    }

    fn visit_class(&mut self, _: &Class<'a>) {
        self.is_open = true;
    }

    fn visit_tagged_template_expression(&mut self, _: &TaggedTemplateExpression<'a>) {
        // A tag gets the same array for each value of one template.
        self.is_open = true;
    }
}

/// Collects the calls of variables.
struct Calls<'f, 's>(&'f mut Sites<'s>);

impl<'a> Visit<'a> for Calls<'_, '_> {
    fn visit_call_expression(&mut self, call: &CallExpression<'a>) {
        let name = match &call.callee {
            Expression::Identifier(name) => name.reference_id.get(),
            _ => None,
        };
        let arrow = match &call.callee {
            Expression::ArrowFunctionExpression(arrow) => Some(arrow),
            _ => None,
        };
        if !call.optional && (name.is_some() || arrow.is_some()) {
            let arguments = call.arguments.iter().map(|argument| {
                let value = argument.as_expression()?;
                Some(Argument {
                    span: value.span(),
                    constant: self.0.is_constant(value),
                })
            });
            let found = Call {
                span: call.span,
                arguments: arguments.collect(),
            };
            if let Some(arrow) = arrow
                && let Some(splice) = self.0.application(&found, arrow, arrow.body.span())
            {
                self.0.edits.extend(Edit::of(APPLY, vec![splice]));
            }
            if let Some(id) = name {
                self.0.calls.insert(id, found);
            }
        }
        walk::walk_call_expression(self, call);
    }

    fn visit_identifier_reference(&mut self, name: &IdentifierReference<'a>) {
        if self.0.depth == 0
            && let Some(id) = name.reference_id.get()
        {
            self.0.values.insert(id, name.span);
        }
    }

    fn visit_function(&mut self, function: &Function<'a>, flags: ScopeFlags) {
        let depth = std::mem::take(&mut self.0.depth);
        walk::walk_function(self, function, flags);
        self.0.depth = depth;
    }

    fn visit_arrow_function_expression(&mut self, arrow: &ArrowFunctionExpression<'a>) {
        let depth = std::mem::take(&mut self.0.depth);
        walk::walk_arrow_function_expression(self, arrow);
        self.0.depth = depth;
    }

    fn visit_class(&mut self, class: &Class<'a>) {
        self.0.depth += 1;
        walk::walk_class(self, class);
        self.0.depth -= 1;
    }

    fn visit_statement(&mut self, statement: &Statement<'a>) {
        let is_loop = statement.is_iteration_statement();
        self.0.depth += usize::from(is_loop);
        walk::walk_statement(self, statement);
        self.0.depth -= usize::from(is_loop);
    }

    fn visit_object_property(&mut self, property: &ObjectProperty<'a>) {
        // The name of a shorthand property is no place for a function.
        self.0.depth += usize::from(property.shorthand);
        walk::walk_object_property(self, property);
        self.0.depth -= usize::from(property.shorthand);
    }
}
