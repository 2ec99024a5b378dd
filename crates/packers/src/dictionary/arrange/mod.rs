//! Finds the parts of a script whose order changes nothing.
//!
//! A rule here says which orders mean the same. Whether the text of another order is also read as that
//! order is checked by the syntax tree: it must be that of the text with parentheses around each item.

mod operands;
mod parameters;
mod pure;
mod statements;
mod targets;

use std::ops::Range;

use golfchess_script::{Names, script};
use oxc_allocator::Allocator;
use oxc_ast::ast::{
    IdentifierName, IdentifierReference, MethodDefinition, MethodDefinitionKind, ObjectProperty,
    Program, PropertyKind, StringLiteral, TemplateElement,
};
use oxc_ast_visit::{Visit, walk};

use super::form::Guard;

/// Items of a script that may stand in another order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Region {
    /// Regions of one group have the same order.
    pub(super) group: usize,
    /// What stands between the items in their first order, and in any other one.
    pub(super) separators: [&'static str; 2],
    pub(super) guard: Guard,
    /// Where the items are. Nothing but separators is between them.
    pub(super) items: Vec<Range<usize>>,
}

impl Region {
    /// The region of some items; `None` if anything but separators is between them.
    fn of(
        source: &str,
        items: Vec<Range<usize>>,
        separators: [&'static str; 2],
        guard: Guard,
    ) -> Option<Self> {
        let mut pairs = items.windows(2);
        let is_plain = pairs.all(|pair| {
            let between = source.get(pair[0].end..pair[1].start);
            between == Some(separators[0])
        });
        (is_plain && items.len() > 1).then_some(Self {
            group: 0,
            separators,
            guard,
            items,
        })
    }

    /// Everything from the first item to the last one.
    pub(super) fn range(&self) -> Range<usize> {
        let start = self.items.first().map_or(0, |item| item.start);
        start..self.items.last().map_or(start, |item| item.end)
    }
}

/// The groups of regions of a script; the regions of each have the same order.
///
/// `sums` says that a sum with a number adds numbers, see [`super::PackOptions::sums`].
pub(super) fn groups(source: &str, names: &Names<'_>, sums: bool) -> Vec<Vec<Region>> {
    let arena = Allocator::default();
    let Ok(program) = script::parse(&arena, source) else {
        return Vec::new();
    };
    let mut groups = parameters::groups(&program, source, names);
    if !converts(&program) {
        let regions = [
            operands::regions(&program, source, sums),
            targets::regions(&program, source),
            statements::regions(&program, source),
        ];
        groups.extend(regions.into_iter().flatten().map(|region| vec![region]));
    }
    for (number, group) in groups.iter_mut().enumerate() {
        for region in group {
            region.group = number;
        }
    }
    groups
}

/// Whether a read or a conversion may run code of the script: it has getters, setters, proxies or own
/// conversions to numbers or texts.
fn converts(program: &Program<'_>) -> bool {
    let mut conversions = Conversions(false);
    conversions.visit_program(program);
    conversions.0
}

struct Conversions(bool);

/// Names with which a script can make them.
const CONVERSIONS: [&str; 7] = [
    "valueOf",
    "toString",
    "toPrimitive",
    "Proxy",
    // defineProperty and defineProperties.
    "defineProper",
    "__defineGetter__",
    "__defineSetter__",
];

impl Conversions {
    /// Looks for one of the names in a name or a text.
    fn note(&mut self, text: &str) {
        self.0 |= CONVERSIONS.iter().any(|name| text.contains(name));
    }
}

impl<'a> Visit<'a> for Conversions {
    fn visit_identifier_name(&mut self, name: &IdentifierName<'a>) {
        self.note(&name.name);
    }

    fn visit_identifier_reference(&mut self, name: &IdentifierReference<'a>) {
        self.note(&name.name);
    }

    fn visit_string_literal(&mut self, text: &StringLiteral<'a>) {
        self.note(&text.value);
    }

    fn visit_template_element(&mut self, text: &TemplateElement<'a>) {
        self.note(&text.value.raw);
    }

    fn visit_object_property(&mut self, property: &ObjectProperty<'a>) {
        self.0 |= property.kind != PropertyKind::Init;
        walk::walk_object_property(self, property);
    }

    fn visit_method_definition(&mut self, method: &MethodDefinition<'a>) {
        let kind = method.kind;
        self.0 |= kind == MethodDefinitionKind::Get || kind == MethodDefinitionKind::Set;
        walk::walk_method_definition(self, method);
    }
}

fn range(span: oxc_span::Span) -> Range<usize> {
    span.start as usize..span.end as usize
}

/// For the tests of the rules: the regions of a script, each as its items.
#[cfg(test)]
fn texts(source: &str, regions: impl FnOnce(&Program<'_>, &str) -> Vec<Region>) -> Vec<Vec<&str>> {
    let arena = Allocator::default();
    let program = script::parse(&arena, source).expect(source);
    let regions = regions(&program, source).into_iter();
    let text = |item: &Range<usize>| &source[item.clone()];
    let texts = regions.map(|region| region.items.iter().map(text).collect());
    texts.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_whose_reads_may_run_code_are_found() {
        let converts = |source: &str| {
            let arena = Allocator::default();
            converts(&script::parse(&arena, source).expect(source))
        };
        for source in [
            "a={get b(){return c++}}",
            "a={get'b'(){return c++}}",
            "a={set[b](c){d=c}}",
            "class A{static get b(){}}",
            "a={valueOf:()=>b++}",
            "a['toString']=b",
            "a[`valueOf`]=b",
            "a[Symbol.toPrimitive]=b",
            "new Proxy(a,b)",
            "Object.defineProperty(a,b,c)",
        ] {
            assert!(converts(source), "{source}");
        }
        for source in [
            "a={get:1,set(b){}}",
            "a=b.get(1)",
            "a='get b'",
            "class A{get(){}}",
        ] {
            assert!(!converts(source), "{source}");
        }
    }
}
