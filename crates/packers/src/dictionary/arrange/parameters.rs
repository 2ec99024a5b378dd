//! Parameters of functions that are only called by their names.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use golfchess_script::Names;
use golfchess_script::script::{Body, Script};
use oxc_ast::ast::{BindingPattern, CallExpression, Expression};
use oxc_span::{GetSpan, Span};

use super::pure::{is_constant, is_pure};
use super::{Guard, Region, range};

/// The regions of parameters and arguments, those of one function together.
pub(super) fn groups(script: &Script<'_>, names: &Names<'_>) -> Vec<Vec<Region>> {
    let (functions, calls) = (script.facts().functions.iter(), script.facts().calls.iter());
    let places = Places {
        source: script.source,
        defined: functions
            .filter_map(|function| Some((function.variable?, parameters(script, function)?)))
            .collect(),
        calls: calls.filter_map(|call| passed(call)).collect(),
    };
    let symbols = names.symbols().iter();
    let groups = symbols.filter_map(|symbol| {
        let spans: Vec<Span> = symbol.places.iter().map(|place| place.span).collect();
        places.group(&spans)
    });
    groups.collect()
}

/// What the script does with functions and calls, by the places of their names.
struct Places<'s> {
    source: &'s str,
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

impl Places<'_> {
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
}

/// The parameters at the start of a list that can change places.
fn parameters(script: &Script<'_>, function: &Body<'_>) -> Option<Vec<Range<usize>>> {
    // `arguments` knows the order, and a function expression with a name can call itself by it.
    let calls_itself = function
        .id
        .is_some_and(|id| Some(id.span) != function.variable);
    if calls_itself || script.text(&function.span).contains("arguments") {
        return None;
    }
    let items = function.params.items.iter();
    let names = items.map_while(|item| match &item.pattern {
        BindingPattern::BindingIdentifier(name) if item.initializer.is_none() => Some(name),
        _ => None,
    });
    let names: Vec<_> = names.collect();
    // Two parameters of one name are one variable.
    let mut seen = BTreeSet::new();
    let is_plain = names.iter().all(|name| seen.insert(name.name.as_str()));
    is_plain.then(|| names.iter().map(|name| range(name.span)).collect())
}

/// The place of the name in a call, and the arguments.
fn passed(call: &CallExpression<'_>) -> Option<(Span, Vec<Passed>)> {
    let Expression::Identifier(name) = &call.callee else {
        return None;
    };
    let passed = call.arguments.iter().map(|argument| {
        let expression = argument.as_expression()?;
        Some(Passed {
            range: range(argument.span()),
            is_pure: is_pure(expression),
            is_constant: is_constant(expression),
        })
    });
    let passed: Vec<Passed> = passed.collect::<Option<_>>()?;
    (!call.optional).then_some((name.span, passed))
}

#[cfg(test)]
mod tests {
    use super::{super::texts, groups};
    use golfchess_script::Names;

    fn found(source: &str) -> Vec<Vec<&str>> {
        texts(source, |script| {
            let names = Names::of(source, &[]).expect(source);
            groups(script, &names).concat()
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
