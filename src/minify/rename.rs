//! Gives every name of a script the shortest letter.
//!
//! Minifiers rename what is declared. Golfed scripts live on *implicit
//! globals*, names that are written without a declaration, so those are renamed
//! too. Two names may share a letter when no scope can see both.

use std::collections::{BTreeMap, BTreeSet};

use oxc_allocator::Allocator;
use oxc_ast::ast::{
    AssignmentTargetPropertyIdentifier, BindingIdentifier, BindingProperty, IdentifierReference,
    ObjectProperty,
};
use oxc_ast_visit::{Visit, walk};
use oxc_semantic::{Scoping, SemanticBuilder};
use oxc_span::{GetSpan, Span};
use oxc_syntax::symbol::SymbolId;
use serde::Serialize;

use super::globals;
use super::script::{self, ScriptError};

/// How a name comes to exist.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum NameKind {
    /// Written without a declaration: a property of the global object.
    Global,
    /// Declared: a parameter, variable or function.
    Local,
}

/// A readable name and the letter that stands for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Renaming {
    /// The name in the fragments.
    pub name: String,
    /// The name in the page.
    pub letter: String,
    /// Where the name lives.
    pub kind: NameKind,
    /// How often it is written out.
    pub uses: usize,
}

/// One name of the script with all its places.
#[derive(Debug)]
struct Symbol {
    name: String,
    kind: NameKind,
    places: Vec<Place>,
    /// The scopes in which the name must keep its meaning.
    live: BTreeSet<usize>,
    /// Index of its letter: symbols of equal colour share one.
    colour: usize,
}

#[derive(Debug, Clone, Copy)]
struct Place {
    span: Span,
    /// `{name}` in an object: the property's own name must stay.
    shorthand: bool,
}

/// The names of one script, coloured: which of them may share a letter.
#[derive(Debug)]
pub struct Names<'s> {
    source: &'s str,
    symbols: Vec<Symbol>,
    colours: usize,
}

impl<'s> Names<'s> {
    /// Finds and colours all names of `source`. Names in `keep` stay as they are.
    ///
    /// # Errors
    /// A syntax error; a name that is read but never written and that no
    /// browser knows (a misspelling); a name that is written without a
    /// declaration although browsers use it for something else.
    pub fn of(source: &'s str, keep: &[String]) -> Result<Self, ScriptError> {
        let arena = Allocator::default();
        let program = script::parse(&arena, source)?;
        let scoping = SemanticBuilder::new()
            .build(&program)
            .semantic
            .into_scoping();
        let mut finder = Finder::new(&scoping);
        finder.visit_program(&program);
        let mut symbols = finder.symbols(source, keep)?;
        // The busiest names choose first; the order of appearance breaks ties.
        symbols.sort_by_key(|s| (usize::MAX - s.places.len(), s.places[0].span.start));
        let colours = colour(&mut symbols);
        Ok(Self {
            source,
            symbols,
            colours,
        })
    }

    /// How many different letters the script needs.
    pub fn colours(&self) -> usize {
        self.colours
    }

    /// Whether a colour is used by a name that lives on the global object.
    pub fn is_global(&self, colour: usize) -> bool {
        self.symbols
            .iter()
            .any(|s| s.colour == colour && s.kind == NameKind::Global)
    }

    /// The script with `letters[colour]` for every name of that colour.
    pub fn spell(&self, letters: &[String]) -> String {
        let mut places: Vec<_> = self
            .symbols
            .iter()
            .flat_map(|s| s.places.iter().map(move |place| (place, s)))
            .collect();
        places.sort_by_key(|(place, _)| place.span.start);
        let mut out = String::with_capacity(self.source.len());
        let mut from = 0;
        for (place, symbol) in places {
            out.push_str(&self.source[from..place.span.start as usize]);
            if place.shorthand {
                out.push_str(&symbol.name);
                out.push(':');
            }
            out.push_str(&letters[symbol.colour]);
            from = place.span.end as usize;
        }
        out + &self.source[from..]
    }

    /// The table of names for a choice of letters, in order of first appearance.
    pub fn table(&self, letters: &[String]) -> Vec<Renaming> {
        let mut symbols: Vec<_> = self.symbols.iter().collect();
        symbols.sort_by_key(|s| s.places[0].span.start);
        symbols
            .iter()
            .map(|s| Renaming {
                name: s.name.clone(),
                letter: letters[s.colour].clone(),
                kind: s.kind,
                uses: s.places.len(),
            })
            .collect()
    }
}

/// Collects every place of every name.
struct Finder<'p> {
    scoping: &'p Scoping,
    declared: BTreeMap<SymbolId, Found>,
    undeclared: BTreeMap<String, Found>,
    shorthands: BTreeSet<u32>,
}

#[derive(Debug, Default)]
struct Found {
    spans: BTreeSet<Span>,
    live: BTreeSet<usize>,
    written: bool,
}

impl<'p> Finder<'p> {
    fn new(scoping: &'p Scoping) -> Self {
        Self {
            scoping,
            declared: BTreeMap::new(),
            undeclared: BTreeMap::new(),
            shorthands: BTreeSet::new(),
        }
    }

    fn symbols(self, source: &str, keep: &[String]) -> Result<Vec<Symbol>, ScriptError> {
        let kept = |name: &str| keep.iter().any(|kept| kept == name);
        let mut symbols = Vec::new();
        for (id, found) in &self.declared {
            let name = self.scoping.symbol_name(*id);
            if !kept(name) {
                symbols.push(self.symbol(name, NameKind::Local, found));
            }
        }
        for (name, found) in &self.undeclared {
            let first = found.spans.first().map_or(0, |span| span.start as usize);
            match (found.written, globals::is_known(name)) {
                (_, _) if kept(name) => {}
                (false, true) => {}
                (true, false) => symbols.push(self.symbol(name, NameKind::Global, found)),
                (false, false) => {
                    let message = format!(
                        "`{name}` is read but nothing writes it and no browser has it; \
                         correct the spelling, or list it under `keep` in the manifest"
                    );
                    return Err(ScriptError::at(source, first, message));
                }
                (true, true) => {
                    let message = format!(
                        "`{name}` is written without a declaration but belongs to the browser; \
                         choose another name"
                    );
                    return Err(ScriptError::at(source, first, message));
                }
            }
        }
        Ok(symbols)
    }

    fn symbol(&self, name: &str, kind: NameKind, found: &Found) -> Symbol {
        Symbol {
            name: name.to_owned(),
            kind,
            places: found
                .spans
                .iter()
                .map(|&span| Place {
                    span,
                    shorthand: self.shorthands.contains(&span.start),
                })
                .collect(),
            live: found.live.clone(),
            colour: 0,
        }
    }
}

impl<'a> Visit<'a> for Finder<'_> {
    fn visit_binding_identifier(&mut self, identifier: &BindingIdentifier<'a>) {
        let Some(id) = identifier.symbol_id.get() else {
            return;
        };
        let scope = self.scoping.symbol_scope_id(id).index();
        let found = self.declared.entry(id).or_default();
        found.spans.insert(identifier.span);
        found.live.insert(scope);
    }

    fn visit_identifier_reference(&mut self, identifier: &IdentifierReference<'a>) {
        let Some(id) = identifier.reference_id.get() else {
            return;
        };
        let reference = self.scoping.get_reference(id);
        let (found, home) = match reference.symbol_id() {
            Some(symbol) => (
                self.declared.entry(symbol).or_default(),
                Some(self.scoping.symbol_scope_id(symbol)),
            ),
            None => (
                self.undeclared
                    .entry(identifier.name.to_string())
                    .or_default(),
                None,
            ),
        };
        found.spans.insert(identifier.span);
        found.written |= reference.is_write();
        // A name must keep its meaning in every scope from here out to its home.
        for scope in self.scoping.scope_ancestors(reference.scope_id()) {
            found.live.insert(scope.index());
            if Some(scope) == home {
                break;
            }
        }
    }

    fn visit_object_property(&mut self, property: &ObjectProperty<'a>) {
        if property.shorthand {
            self.shorthands.insert(property.value.span().start);
        }
        walk::walk_object_property(self, property);
    }

    fn visit_binding_property(&mut self, property: &BindingProperty<'a>) {
        if property.shorthand {
            self.shorthands.insert(property.value.span().start);
        }
        walk::walk_binding_property(self, property);
    }

    fn visit_assignment_target_property_identifier(
        &mut self,
        target: &AssignmentTargetPropertyIdentifier<'a>,
    ) {
        self.shorthands.insert(target.binding.span.start);
        walk::walk_assignment_target_property_identifier(self, target);
    }
}

/// Greedy colouring in the order given; returns how many colours it took.
fn colour(symbols: &mut [Symbol]) -> usize {
    // Which scopes each colour is already live in.
    let mut taken: Vec<BTreeSet<usize>> = Vec::new();
    for symbol in symbols {
        let free = taken.iter().position(|used| used.is_disjoint(&symbol.live));
        symbol.colour = free.unwrap_or(taken.len());
        if free.is_none() {
            taken.push(BTreeSet::new());
        }
        taken[symbol.colour].extend(&symbol.live);
    }
    taken.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn renamed(source: &str) -> String {
        let names = Names::of(source, &[]).expect("a script");
        let letters: Vec<_> = ('a'..='z').map(String::from).collect();
        names.spell(&letters)
    }

    #[test]
    fn implicit_globals_are_renamed_and_the_browser_is_not() {
        assert_eq!(renamed("score=prompt(score=1)"), "a=prompt(a=1)");
    }

    #[test]
    fn names_that_cannot_meet_share_a_letter() {
        assert_eq!(renamed("f=first=>first;g=second=>second"), "a=a=>a;b=a=>a");
    }

    #[test]
    fn a_parameter_does_not_hide_a_global_that_its_function_reads() {
        let text = renamed("total=1;add=(value)=>inner=>value+inner+total");
        assert_eq!(text, "a=1;b=(b)=>c=>b+c+a");
    }

    #[test]
    fn a_global_used_only_outside_may_share_a_letter_with_a_parameter() {
        assert_eq!(renamed("f=value=>value*value;total=1"), "a=a=>a*a;b=1");
    }

    #[test]
    fn shorthand_properties_keep_their_key() {
        assert_eq!(
            renamed("thing=1;f=({size})=>({thing,size})"),
            "a=1;b=({size:b})=>({thing:a,size:b})"
        );
        assert_eq!(renamed("({size}=f={})"), "({size:a}=b={})");
    }

    #[test]
    fn hoisted_and_redeclared_names_are_followed() {
        assert_eq!(
            renamed("f=()=>{count=1;var count;var count;return count}"),
            "a=()=>{a=1;var a;var a;return a}"
        );
    }

    #[test]
    fn kept_names_stay() {
        let names = Names::of("shown=hidden=1", &["shown".into()]).unwrap();
        assert_eq!(names.spell(&["q".into()]), "shown=q=1");
    }

    #[test]
    fn a_misspelling_is_an_error_with_its_place() {
        let error = Names::of(
            "turn=1;
prompt(trun)",
            &[],
        )
        .unwrap_err();
        assert_eq!((error.line, error.column), (2, 8));
        assert!(error.message.contains("`trun`"), "{error}");
    }

    #[test]
    fn a_browser_property_is_no_name_for_a_variable() {
        let error = Names::of("history=1", &[]).unwrap_err();
        assert!(error.message.contains("belongs to the browser"), "{error}");
    }
}
