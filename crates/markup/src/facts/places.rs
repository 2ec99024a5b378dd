//! Elements that a script finds by their tags only to put another one before them, as snippets of analytics do:
//! `a = document.getElementsByTagName('script')[0]; a.parentNode.insertBefore(b, a)`.

use std::collections::HashSet;
use std::ops::Range;

use golfchess_script::script;
use oxc_ast::ast::{
    Argument, AssignmentExpression, AssignmentTarget, CallExpression, Expression, Function,
    IdentifierReference, Program, VariableDeclarator,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::Span;
use oxc_syntax::reference::ReferenceId;
use oxc_syntax::scope::ScopeFlags;
use oxc_syntax::symbol::SymbolId;

/// Where the texts stand that name the tags of such elements.
pub(super) fn tags_of_places(program: &Program<'_>) -> Vec<Range<usize>> {
    let scoping = script::scoping(program);
    let mut snippets = Snippets::default();
    snippets.visit_program(program);
    let symbol = |id: ReferenceId| scoping.get_reference(id).symbol_id();
    let is_only = |symbol: SymbolId, uses: &HashSet<ReferenceId>| {
        // Other scripts may use a variable of the top level.
        scoping.symbol_scope_id(symbol) != scoping.root_scope_id()
            && scoping
                .get_resolved_reference_ids(symbol)
                .iter()
                .all(|id| uses.contains(id))
    };
    let found = snippets.found.iter();
    let assigned = snippets.assigned.iter();
    let found: Vec<(SymbolId, &Tag)> = found
        .map(|(symbol, tag)| (*symbol, tag))
        .chain(assigned.filter_map(|(id, tag)| Some((symbol(*id)?, tag))))
        .collect();
    for &(id, inserted) in &snippets.places {
        if symbol(id).is_some() && symbol(id) == symbol(inserted) {
            snippets.places_only.extend([id, inserted]);
        }
    }
    let mut tags = Vec::new();
    for (symbol, tag) in found {
        if is_only(symbol, &snippets.places_only) {
            match tag {
                Tag::Text(span) => tags.push(*span),
                Tag::Name(id) => drop(snippets.tag_names.insert(*id)),
            }
        }
    }
    let passed = snippets.passed.iter();
    let passed = passed.filter(|(symbol, _)| is_only(*symbol, &snippets.tag_names));
    tags.extend(passed.map(|(_, span)| *span));
    let ranges = tags.into_iter();
    let mut ranges: Vec<_> = ranges
        .map(|tag| tag.start as usize..tag.end as usize)
        .collect();
    ranges.sort_by_key(|range| range.start);
    ranges
}

/// The tag in a search.
#[derive(Clone, Copy)]
enum Tag {
    Text(Span),
    Name(ReferenceId),
}

/// What snippets consist of.
#[derive(Default)]
struct Snippets {
    /// Variables that are declared as the first element with a tag.
    found: Vec<(SymbolId, Tag)>,
    /// Those to which it is assigned.
    assigned: Vec<(ReferenceId, Tag)>,
    /// The two uses of `a` in `a.parentNode.insertBefore(b, a)`.
    places: Vec<(ReferenceId, ReferenceId)>,
    /// All uses of variables in these ways.
    places_only: HashSet<ReferenceId>,
    /// The uses of `a` in `document.createElement(a)`, and in searches for such elements.
    tag_names: HashSet<ReferenceId>,
    /// Parameters of a function that is called where it stands, with the texts that they get.
    passed: Vec<(SymbolId, Span)>,
}

impl<'a> Visit<'a> for Snippets {
    fn visit_variable_declarator(&mut self, declarator: &VariableDeclarator<'a>) {
        let name = declarator.id.get_binding_identifier();
        if let (Some(name), Some(tag)) = (name, declarator.init.as_ref().and_then(first_of_tag)) {
            self.found.push((name.symbol_id(), tag));
        }
        walk::walk_variable_declarator(self, declarator);
    }

    fn visit_assignment_expression(&mut self, assignment: &AssignmentExpression<'a>) {
        if let AssignmentTarget::AssignmentTargetIdentifier(name) = &assignment.left
            && let Some(tag) = first_of_tag(&assignment.right)
        {
            self.assigned.push((name.reference_id(), tag));
            self.places_only.insert(name.reference_id());
        }
        walk::walk_assignment_expression(self, assignment);
    }

    fn visit_call_expression(&mut self, call: &CallExpression<'a>) {
        if let Some((place, argument)) = place(call) {
            self.places
                .push((place.reference_id(), argument.reference_id()));
        }
        if let (Some("createElement"), [Argument::Identifier(tag)]) =
            (method(call), &call.arguments[..])
        {
            self.tag_names.insert(tag.reference_id());
        }
        if let Expression::FunctionExpression(function) = call.callee.get_inner_expression()
            && !has_arguments(function)
        {
            for (parameter, argument) in function.params.items.iter().zip(&call.arguments) {
                if let (Some(name), Argument::StringLiteral(text)) =
                    (parameter.pattern.get_binding_identifier(), argument)
                {
                    self.passed.push((name.symbol_id(), text.span));
                }
            }
        }
        walk::walk_call_expression(self, call);
    }
}

/// Whether a function uses `arguments`.
fn has_arguments(function: &Function<'_>) -> bool {
    struct Arguments(bool);
    impl<'a> Visit<'a> for Arguments {
        fn visit_identifier_reference(&mut self, name: &IdentifierReference<'a>) {
            self.0 |= name.name == "arguments";
        }
        // It has others.
        fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}
    }
    let mut arguments = Arguments(false);
    walk::walk_function(&mut arguments, function, ScopeFlags::Function);
    arguments.0
}

/// The name of the method that a call calls.
fn method<'c>(call: &'c CallExpression<'_>) -> Option<&'c str> {
    call.callee.as_member_expression()?.static_property_name()
}

/// The tag in `document.getElementsByTagName(tag)[0]`.
fn first_of_tag(expression: &Expression<'_>) -> Option<Tag> {
    let Expression::ComputedMemberExpression(member) = expression else {
        return None;
    };
    let (Expression::CallExpression(call), Expression::NumericLiteral(_)) =
        (&member.object, &member.expression)
    else {
        return None;
    };
    match (method(call), &call.arguments[..]) {
        (Some("getElementsByTagName"), [Argument::StringLiteral(tag)]) => Some(Tag::Text(tag.span)),
        (Some("getElementsByTagName"), [Argument::Identifier(tag)]) => {
            Some(Tag::Name(tag.reference_id()))
        }
        _ => None,
    }
}

/// The two names in `a.parentNode.insertBefore(b, a)`.
fn place<'c, 'a>(
    call: &'c CallExpression<'a>,
) -> Option<(&'c IdentifierReference<'a>, &'c IdentifierReference<'a>)> {
    let Expression::StaticMemberExpression(callee) = &call.callee else {
        return None;
    };
    let Expression::StaticMemberExpression(parent) = &callee.object else {
        return None;
    };
    match (&parent.object, &call.arguments[..]) {
        (Expression::Identifier(place), [_, Argument::Identifier(argument)])
            if callee.property.name == "insertBefore" && parent.property.name == "parentNode" =>
        {
            Some((place, argument))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use golfchess_script::look_into;

    use super::*;

    #[test]
    fn a_tag_is_that_of_a_place_if_nothing_else_uses_the_element() {
        for (code, tags) in [
            (
                "(function(){var a=document.createElement(b),c=document.getElementsByTagName('script')[0];\
                 c.parentNode.insertBefore(a,c)})()",
                1,
            ),
            (
                "(function(d,t,n){n=d.getElementsByTagName(t)[0];n.parentNode.insertBefore(d.createElement(t),n)})\
                 (document,'script')",
                1,
            ),
            (
                "!function(d,t){var n=d.getElementsByTagName(t)[0];n.parentNode.insertBefore(d.createElement(t),n)}\
                 (document,'script')",
                1,
            ),
            // The element is read.
            (
                "(function(){var c=document.getElementsByTagName('script')[0];c.parentNode.insertBefore(a,c);\
                 alert(c.text)})()",
                0,
            ),
            // It stands before another one.
            (
                "(function(){var c=document.getElementsByTagName('script')[0];c.parentNode.insertBefore(c,a)})()",
                0,
            ),
            // Other scripts may read it.
            (
                "var c=document.getElementsByTagName('script')[0];c.parentNode.insertBefore(a,c)",
                0,
            ),
            (
                "(function(){c=document.getElementsByTagName('script')[0];c.parentNode.insertBefore(a,c)})()",
                0,
            ),
            // The tag has another use.
            (
                "(function(d,t,n){n=d.getElementsByTagName(t)[0];n.parentNode.insertBefore(a,n);d.querySelector(t)})\
                 (document,'script')",
                0,
            ),
            ("(function(t){alert(t)})('script')", 0),
            (
                "(function(d,t){d.createElement(t);alert(arguments[1])})(document,'script')",
                0,
            ),
            (
                "(function(d,t){d.createElement(t);a=function(){b(arguments)}})(document,'script')",
                1,
            ),
        ] {
            let found = look_into(code, tags_of_places).expect(code);
            assert_eq!(found.len(), tags, "{code}");
            assert!(
                found.iter().all(|range| &code[range.clone()] == "'script'"),
                "{code}"
            );
        }
    }
}
