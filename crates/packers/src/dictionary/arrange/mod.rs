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

use golfchess_script::script::Script;
use golfchess_script::{Names, walk};
use oxc_ast::AstKind;
use oxc_ast::ast::{MethodDefinitionKind, PropertyKind};

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
    let found = Script::look(source, |script| {
        let mut groups = parameters::groups(script, names);
        if !converts(script) {
            let regions = [
                operands::regions(script, sums),
                targets::regions(script),
                statements::regions(script),
            ];
            groups.extend(regions.into_iter().flatten().map(|region| vec![region]));
        }
        groups
    });
    let mut groups = found.unwrap_or_default();
    for (number, group) in groups.iter_mut().enumerate() {
        for region in group {
            region.group = number;
        }
    }
    groups
}

/// Whether a read or a conversion may run code of the script: it has getters, setters, proxies or own
/// conversions to numbers or texts.
fn converts(script: &Script<'_>) -> bool {
    let has_name = |text: &str| CONVERSIONS.iter().any(|name| text.contains(name));
    walk::any(script.program, |node| match node {
        AstKind::IdentifierName(name) => has_name(&name.name),
        AstKind::IdentifierReference(name) => has_name(&name.name),
        AstKind::StringLiteral(text) => has_name(&text.value),
        AstKind::TemplateElement(text) => has_name(&text.value.raw),
        AstKind::ObjectProperty(property) => property.kind != PropertyKind::Init,
        AstKind::MethodDefinition(method) => matches!(
            method.kind,
            MethodDefinitionKind::Get | MethodDefinitionKind::Set
        ),
        _ => false,
    })
}

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

fn range(span: oxc_span::Span) -> Range<usize> {
    span.start as usize..span.end as usize
}

/// For the tests of the rules: the regions of a script, each as its items.
#[cfg(test)]
fn texts(source: &str, regions: impl FnOnce(&Script<'_>) -> Vec<Region>) -> Vec<Vec<&str>> {
    let regions = Script::look(source, regions).expect(source).into_iter();
    let text = |item: &Range<usize>| &source[item.clone()];
    let texts = regions.map(|region| region.items.iter().map(text).collect());
    texts.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_whose_reads_may_run_code_are_found() {
        let converts = |source: &str| Script::look(source, converts).expect(source);
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
