//! Parameters of functions that are only called by their names.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use golfchess_script::Names;
use oxc_ast::ast::{
    Argument, AssignmentExpression, AssignmentTarget, BindingPattern, CallExpression, Expression,
    ExpressionStatement, ForStatement, FormalParameters, Function, FunctionType, Program,
    SequenceExpression, VariableDeclarator,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan, Span};
use oxc_syntax::operator::AssignmentOperator;
use oxc_syntax::scope::ScopeFlags;

use super::pure::{is_constant, is_pure};
use super::{Guard, Region, range};

/// The regions of parameters and arguments, those of one function together.
pub(super) fn groups(program: &Program<'_>, source: &str, names: &Names<'_>) -> Vec<Vec<Region>> {
    let mut functions = Functions {
        source,
        unused: BTreeSet::new(),
        defined: BTreeMap::new(),
        calls: BTreeMap::new(),
    };
    functions.visit_program(program);
    let symbols = names.symbols().iter();
    let groups = symbols.filter_map(|symbol| {
        let places: Vec<Span> = symbol.places.iter().map(|place| place.span).collect();
        functions.group(&places)
    });
    groups.collect()
}

/// What the script does with functions and calls, by the places of their names.
struct Functions<'s> {
    source: &'s str,
    /// Expressions whose values nothing uses.
    unused: BTreeSet<Span>,
    /// The parameters at the start of a list that can change places.
    defined: BTreeMap<Span, Vec<Range<usize>>>,
    calls: BTreeMap<Span, Vec<Passed>>,
}

/// An argument.
struct Passed {
    range: Range<usize>,
    is_pure: bool,
    is_constant: bool,
}

impl Functions<'_> {
    /// The regions of a function, if one place of its name defines it and all others call it.
    fn group(&self, places: &[Span]) -> Option<Vec<Region>> {
        let mut parameters = None;
        let mut calls = Vec::new();
        for place in places {
            match (self.defined.get(place), self.calls.get(place)) {
                (Some(found), _) if parameters.is_none() => parameters = Some(found),
                (None, Some(call)) => calls.push(call),
                _ => return None,
            }
        }
        let parameters = parameters?;
        calls.retain(|call| !call.is_empty());
        let shortest = calls.iter().map(|call| call.len()).min()?;
        let count = shortest.min(parameters.len());
        let mut regions = vec![self.region(parameters[..count].to_vec())?];
        for call in calls {
            let passed = &call[..count];
            let impure = passed.iter().filter(|argument| !argument.is_pure).count();
            let others = passed.iter().filter(|argument| argument.is_pure);
            let is_right = impure == 0
                || impure == 1 && others.into_iter().all(|argument| argument.is_constant);
            let ranges = passed.iter().map(|argument| argument.range.clone());
            regions.push(self.region(ranges.collect()).filter(|_| is_right)?);
        }
        Some(regions)
    }

    fn region(&self, items: Vec<Range<usize>>) -> Option<Region> {
        Region::of(self.source, items, [",", ","], Guard::None)
    }

    fn define(&mut self, name: Span, parameters: &FormalParameters<'_>, function: Span) {
        // `arguments` knows the order, and two parameters of one name are one variable.
        if self.source[range(function)].contains("arguments") {
            return;
        }
        let names = parameters
            .items
            .iter()
            .map_while(|item| match &item.pattern {
                BindingPattern::BindingIdentifier(name) if item.initializer.is_none() => Some(name),
                _ => None,
            });
        let mut seen = BTreeSet::new();
        let names: Vec<_> = names.collect();
        if names.iter().all(|name| seen.insert(name.name.as_str())) {
            let ranges = names.iter().map(|name| range(name.span));
            self.defined.insert(name, ranges.collect());
        }
    }

    fn define_as(&mut self, name: Span, value: &Expression<'_>) {
        match value {
            Expression::ArrowFunctionExpression(arrow) => {
                self.define(name, &arrow.params, arrow.span);
            }
            // A function expression with a name can call itself by it.
            Expression::FunctionExpression(function) if function.id.is_none() => {
                self.define(name, &function.params, function.span);
            }
            _ => {}
        }
    }

    fn mark_unused(&mut self, expression: &Expression<'_>) {
        self.unused.insert(expression.span());
        if let Expression::SequenceExpression(sequence) = expression {
            let parts = sequence.expressions.iter();
            self.unused.extend(parts.map(GetSpan::span));
        }
    }
}

impl<'a> Visit<'a> for Functions<'_> {
    fn visit_expression_statement(&mut self, statement: &ExpressionStatement<'a>) {
        self.mark_unused(&statement.expression);
        walk::walk_expression_statement(self, statement);
    }

    fn visit_for_statement(&mut self, statement: &ForStatement<'a>) {
        if let Some(init) = statement
            .init
            .as_ref()
            .and_then(|init| init.as_expression())
        {
            self.mark_unused(init);
        }
        if let Some(update) = &statement.update {
            self.mark_unused(update);
        }
        walk::walk_for_statement(self, statement);
    }

    fn visit_sequence_expression(&mut self, sequence: &SequenceExpression<'a>) {
        if let Some((_, before)) = sequence.expressions.split_last() {
            self.unused.extend(before.iter().map(GetSpan::span));
        }
        walk::walk_sequence_expression(self, sequence);
    }

    fn visit_assignment_expression(&mut self, assignment: &AssignmentExpression<'a>) {
        if let AssignmentTarget::AssignmentTargetIdentifier(name) = &assignment.left
            && assignment.operator == AssignmentOperator::Assign
            && self.unused.contains(&assignment.span)
        {
            self.define_as(name.span, &assignment.right);
        }
        walk::walk_assignment_expression(self, assignment);
    }

    fn visit_variable_declarator(&mut self, declarator: &VariableDeclarator<'a>) {
        if let (BindingPattern::BindingIdentifier(name), Some(value)) =
            (&declarator.id, &declarator.init)
        {
            self.define_as(name.span, value);
        }
        walk::walk_variable_declarator(self, declarator);
    }

    fn visit_function(&mut self, function: &Function<'a>, flags: ScopeFlags) {
        if let (FunctionType::FunctionDeclaration, Some(name)) = (function.r#type, &function.id) {
            self.define(name.span, &function.params, function.span);
        }
        walk::walk_function(self, function, flags);
    }

    fn visit_call_expression(&mut self, call: &CallExpression<'a>) {
        if let Expression::Identifier(name) = &call.callee
            && !call.optional
        {
            let passed = call.arguments.iter().map(|argument| {
                let expression = argument.as_expression();
                Passed {
                    range: range(argument.span()),
                    is_pure: expression.is_some_and(is_pure),
                    is_constant: expression.is_some_and(is_constant),
                }
            });
            let passed: Vec<Passed> = passed.collect();
            let spreads = |argument: &Argument<'a>| matches!(argument, Argument::SpreadElement(_));
            if !call.arguments.iter().any(spreads) {
                self.calls.insert(name.span, passed);
            }
        }
        walk::walk_call_expression(self, call);
    }
}

#[cfg(test)]
mod tests {
    use super::{super::texts, groups};
    use golfchess_script::Names;

    fn found(source: &str) -> Vec<Vec<&str>> {
        texts(source, |program, source| {
            let names = Names::of(source, &[]).expect(source);
            groups(program, source, &names).concat()
        })
    }

    #[test]
    fn parameters_change_places_together_with_arguments() {
        for (source, expected) in [
            (
                "a=(b,c,d)=>b-c-d;a(1,2,3);a(4,5)",
                vec![vec!["b", "c"], vec!["1", "2"], vec!["4", "5"]],
            ),
            (
                "function f(a,b){return a-b}f(x=>1,2)",
                vec![vec!["a", "b"], vec!["x=>1", "2"]],
            ),
            (
                "let f=(a,b)=>a-b;f(alert(),2);f()",
                vec![vec!["a", "b"], vec!["alert()", "2"]],
            ),
            (
                "for(f=(a,b)=>a-b;;f(1,2));",
                vec![vec!["a", "b"], vec!["1", "2"]],
            ),
        ] {
            assert_eq!(found(source), expected, "{source}");
        }
    }

    #[test]
    fn functions_that_are_known_otherwise_stay() {
        for source in [
            "f=(a,b)=>a-b;f(1,2);[].map(f)",
            "f=(a,b)=>a-b;f(1,2);f=1",
            "f=g=(a,b)=>a-b;f(1,2);g(1,2)",
            "alert(f=(a,b)=>a-b);f(1,2)",
            "g=x=>f=(a,b)=>a-b;g();f(1,2)",
            "f=(a,b)=>a-b;f(alert(),alert())",
            "n=1;f=(a,b)=>a-b;f(alert(),n)",
            "f=(a,b)=>a-b;f(...[1,2])",
            "function f(a,b){return arguments}f(1,2)",
            "function f(a,a){return a}f(1,2)",
            "f=(a,b=a)=>a-b;f(1,2)",
            "f=({a},b)=>a-b;f(1,2)",
            "f=(a,b)=>a-b;f(1)",
            "g=function f(a,b){f(1,2)};g(2,1)",
            "f=(a,b)=>a-b;f(1, 2)",
            "f=(a,b)=>a-b;alert(`<p onclick=f(1,2)>`,f(1,2))",
        ] {
            let found = found(source);
            let of_f = found.iter().filter(|items| items[..] == ["a", "b"]);
            assert_eq!(of_f.count(), 0, "{source}: {found:?}");
        }
    }
}
