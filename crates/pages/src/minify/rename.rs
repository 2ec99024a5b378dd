//! Renames every name of a script to a short one.
//!
//! Minifiers rename what is declared. Golfed scripts live on *implicit
//! globals*, names that are written without a declaration, so those are renamed
//! too. Two names may share a letter when no scope can see both.

use std::borrow::Cow;
use std::collections::BTreeSet;

use oxc_allocator::Allocator;
use oxc_ast_visit::Visit;
use serde::Serialize;

use super::declared;
use super::inline::InlineHandler;
use super::script::{self, ScriptError};
use super::symbols::{Finder, NameKind, Symbol};
use crate::text;

/// A readable name and its short name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Renaming {
    /// The name in the fragments.
    pub name: String,
    /// The name in the page.
    pub letter: String,
    /// Whether it is declared or an implicit global.
    pub kind: NameKind,
    /// How often it occurs.
    pub uses: usize,
}

/// The names of one script, coloured: names of one colour share a letter.
#[derive(Debug, Clone)]
pub struct Names<'s> {
    source: &'s str,
    symbols: Vec<Symbol>,
    colours: usize,
    fixed: BTreeSet<String>,
    has_handlers: bool,
}

impl<'s> Names<'s> {
    /// Finds and colours all names of `source`. Names in `keep` stay as they are.
    ///
    /// # Errors
    /// A syntax error; an undeclared name that is only read, only written or
    /// only changed, and that no browser knows (a misspelling); a name that is
    /// written without a declaration although browsers use it for something
    /// else; `with` and direct `eval`, which look names up by their text.
    pub fn of(source: &'s str, keep: &[String]) -> Result<Self, ScriptError> {
        let arena = Allocator::default();
        let program = script::parse(&arena, source)?;
        let scoping = script::scoping(&program);
        let keep = &declared::kept(&program, &scoping, keep);
        let mut finder = Finder::new(&scoping);
        finder.visit_program(&program);
        finder.add_handlers(&InlineHandler::all(&program, source));
        if let Some((offset, message)) = finder.refused {
            let help = "call the code directly, and name its variables where it uses them";
            return Err(ScriptError::at(source, offset, message).with_help(help));
        }
        let fixed = finder.fixed(keep);
        let has_handlers = finder.has_handlers;
        let mut symbols = finder.symbols(source, keep)?;
        // The most frequent names first; the order of appearance breaks ties.
        symbols.sort_by_key(|s| (usize::MAX - s.places.len(), s.places[0].span.start));
        let frequent: Vec<usize> = (0..symbols.len()).collect();
        let colours = colour(&mut symbols, &frequent);
        Ok(Self {
            source,
            symbols,
            colours,
            fixed,
            has_handlers,
        })
    }

    /// Like [`Names::of`], but one-letter names of shorthand properties stay too: another letter
    /// would make `{a}` the longer `{a:b}`.
    ///
    /// # Errors
    /// Those of [`Names::of`].
    pub(crate) fn frugal(source: &'s str, keep: &[String]) -> Result<Self, ScriptError> {
        let names = Self::of(source, keep)?;
        let is_short = |symbol: &&Symbol| {
            symbol.name.len() == 1 && symbol.places.iter().any(|place| place.shorthand)
        };
        let short = names.symbols.iter().filter(is_short);
        let short: Vec<String> = short.map(|symbol| symbol.name.clone()).collect();
        match short.is_empty() {
            true => Ok(names),
            false => Self::of(source, &[keep, &short].concat()),
        }
    }

    /// The same names with colours in another order.
    pub(crate) fn coloured(mut self, colouring: Colouring) -> Self {
        let mut order: Vec<usize> = (0..self.symbols.len()).collect();
        let first = |at: &usize| self.symbols[*at].places[0].span.start;
        match colouring {
            Colouring::Uses => {}
            Colouring::Appearance => order.sort_by_key(first),
            // Scopes have the numbers of their order.
            Colouring::Scopes => {
                order.sort_by_key(|at| (self.symbols[*at].live.first().copied(), first(at)));
            }
        }
        self.colours = colour(&mut self.symbols, &order);
        self
    }

    /// The names that may be shortened, the most frequent before the others.
    pub(crate) fn symbols(&self) -> &[Symbol] {
        &self.symbols
    }

    /// The names that stay as they are, and that no other name may get.
    pub(crate) fn fixed(&self) -> &BTreeSet<String> {
        &self.fixed
    }

    /// Whether texts of the script have event handlers that use the names.
    pub(crate) fn has_handlers(&self) -> bool {
        self.has_handlers
    }

    /// The script with a name of its own for every symbol, numbered by first
    /// appearance: equal for two scripts exactly if they differ in names only.
    pub(crate) fn canonical(&self) -> String {
        let mut order: Vec<_> = (0..self.symbols.len()).collect();
        order.sort_by_key(|&at| self.symbols[at].places[0].span.start);
        let mut letters = vec![String::new(); order.len()];
        for (number, &at) in order.iter().enumerate() {
            letters[at] = canonical_name(number);
        }
        self.write(|at| &letters[at])
    }

    /// How many different letters the script needs.
    pub fn colours(&self) -> usize {
        self.colours
    }

    /// Whether an implicit global has this colour.
    pub fn is_global(&self, colour: usize) -> bool {
        self.symbols
            .iter()
            .any(|s| s.colour == colour && s.kind == NameKind::Global)
    }

    /// The script with `letters[colour]` for every name of that colour.
    pub fn spell(&self, letters: &[String]) -> String {
        self.write(|at| &letters[self.symbols[at].colour])
    }

    /// The script with `name(index)` for each symbol.
    fn write<'n>(&self, name: impl Fn(usize) -> &'n String) -> String {
        let symbols = self.symbols.iter().enumerate();
        let places = symbols.flat_map(|(at, s)| s.places.iter().map(move |place| (place, at, s)));
        let mut places: Vec<_> = places.collect();
        places.sort_by_key(|(place, ..)| place.span.start);
        let renamed = places.into_iter().map(|(place, at, symbol)| {
            let text = match place.shorthand {
                true => format!("{}:{}", symbol.name, name(at)).into(),
                false => Cow::from(name(at)),
            };
            (place.span.start as usize..place.span.end as usize, text)
        });
        text::with_replaced(self.source, renamed)
    }

    /// The byte offset where each name of [`Names::table`] first stands in the script.
    pub(super) fn first_places(&self) -> Vec<usize> {
        let starts = self.symbols.iter().map(|s| s.places[0].span.start as usize);
        let mut starts: Vec<_> = starts.collect();
        starts.sort_unstable();
        starts
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

/// The name of the symbol with a number in [`Names::canonical`].
fn canonical_name(number: usize) -> String {
    format!("$name{number}$")
}

/// The number of a symbol with such a name.
pub(super) fn canonical_number(name: &str) -> Option<usize> {
    name.strip_prefix("$name")?.strip_suffix('$')?.parse().ok()
}

/// In which order names get their colours. The first ones get the first letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Colouring {
    /// The most frequent names first, which gives them the shortest names.
    Uses,
    /// The names in their order of appearance: parameters of all functions get the same letters.
    Appearance,
    /// The names of outer scopes before those of inner ones, which then take the first letters that their
    /// functions do not use.
    Scopes,
}

impl Colouring {
    /// All of them.
    pub(crate) const ALL: [Self; 3] = [Self::Uses, Self::Appearance, Self::Scopes];
}

/// Greedy colouring in the order given; returns how many colours it took.
fn colour(symbols: &mut [Symbol], order: &[usize]) -> usize {
    // Which scopes each colour is already live in.
    let mut taken: Vec<BTreeSet<usize>> = Vec::new();
    for &at in order {
        let symbol = &mut symbols[at];
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
    fn implicit_globals_are_renamed_and_browser_names_are_not() {
        assert_eq!(renamed("score=1;prompt(score)"), "a=1;prompt(a)");
    }

    #[test]
    fn names_that_cannot_meet_share_a_letter() {
        assert_eq!(
            renamed("f=first=>first;g=second=>second;f(g)"),
            "a=a=>a;b=a=>a;a(b)"
        );
    }

    #[test]
    fn a_parameter_does_not_hide_a_global_that_its_function_reads() {
        let text = renamed("total=1;add=(value)=>inner=>value+inner+total;add(2)");
        assert_eq!(text, "a=1;b=(b)=>c=>b+c+a;b(2)");
    }

    #[test]
    fn a_global_used_only_outside_may_share_a_letter_with_a_parameter() {
        assert_eq!(
            renamed("f=value=>value*value;total=f(1);total"),
            "a=a=>a*a;b=a(1);b"
        );
    }

    #[test]
    fn shorthand_properties_keep_their_key() {
        assert_eq!(
            renamed("thing=1;f=({size})=>({thing,size});f()"),
            "a=1;b=({size:b})=>({thing:a,size:b});b()"
        );
        assert_eq!(renamed("({size}=f={});f(size)"), "({size:a}=b={});b(a)");
    }

    #[test]
    fn one_letter_names_of_shorthand_properties_may_stay() {
        let names = Names::frugal("f=({b,size})=>b+size+f", &[]).expect("a script");
        let letters = ["a", "c"].map(String::from);
        assert_eq!(names.spell(&letters), "a=({b,size:c})=>b+c+a");
    }

    #[test]
    fn the_order_of_colours_decides_which_names_are_alike() {
        let source = "function f(b,c){return c*c+b}function g(d,e){return d*d+e+f(1,2)}g(g(1,2),3)";
        let letters: Vec<_> = ('a'..='z').map(String::from).collect();
        let spelt = |source, colouring| {
            let names = Names::of(source, &[]).unwrap();
            names.coloured(colouring).spell(&letters)
        };
        for (colouring, text) in [
            (
                Colouring::Uses,
                "function c(b,a){return a*a+b}function a(b,d){return b*b+d+c(1,2)}a(a(1,2),3)",
            ),
            (
                Colouring::Appearance,
                "function a(b,c){return c*c+b}function b(c,d){return c*c+d+a(1,2)}b(b(1,2),3)",
            ),
        ] {
            assert_eq!(spelt(source, colouring), text, "{colouring:?}");
        }
        let outer = "(b=>{let c=b*b;alert(c+e)})(1);let d=1,e=2;alert(d,e)";
        for (colouring, text) in [
            (
                Colouring::Appearance,
                "(a=>{let b=a*a;alert(b+c)})(1);let a=1,c=2;alert(a,c)",
            ),
            (
                Colouring::Scopes,
                "(b=>{let c=b*b;alert(c+a)})(1);let b=1,a=2;alert(b,a)",
            ),
        ] {
            assert_eq!(spelt(outer, colouring), text, "{colouring:?}");
        }
        for colouring in Colouring::ALL {
            let names = Names::of(source, &[]).unwrap().coloured(colouring);
            let again = names.spell(&letters);
            assert_eq!(
                Names::of(&again, &[]).unwrap().canonical(),
                names.canonical()
            );
        }
    }

    #[test]
    fn hoisted_and_redeclared_names_are_followed() {
        assert_eq!(
            renamed("f=()=>{count=1;var count;var count;return count};f()"),
            "a=()=>{a=1;var a;var a;return a};a()"
        );
    }

    #[test]
    fn kept_names_stay() {
        let names = Names::of("shown=hidden=1;hidden", &["shown".into()]).unwrap();
        assert_eq!(names.spell(&["q".into()]), "shown=q=1;q");
        assert!(names.fixed().contains("shown"));
    }

    #[test]
    fn a_var_in_a_block_is_not_hidden_by_the_names_of_the_block() {
        for source in [
            "function show(){try{throw 5}catch(error){var total=1;alert(error+error+error)}\
             alert(total)}show()",
            "function show(call){{let count=call(2);{var total=call(1);}call(count+count)}\
             return total}show(x=>x)",
        ] {
            let names = Names::of(source, &[]).unwrap();
            let letters: Vec<_> = ('a'..='z').map(String::from).collect();
            let text = names.spell(&letters);
            let again = Names::of(&text, &[]).expect("still a script");
            assert_eq!(again.canonical(), names.canonical(), "{text}");
        }
    }

    #[test]
    fn canonical_names_differ_where_scopes_differ() {
        let canonical = |source| Names::of(source, &[]).unwrap().canonical();
        assert_eq!(canonical("f=a=>b=>a+b;f()"), canonical("g=c=>d=>c+d;g()"));
        assert_ne!(canonical("f=a=>b=>a+b;f()"), canonical("f=a=>a=>a+a;f()"));
    }

    #[test]
    fn with_and_direct_eval_are_errors() {
        for source in ["total=1;eval('total')", "total=1;with(thing={}){total=2}"] {
            let error = Names::of(source, &[]).unwrap_err();
            assert!(error.message.contains("by their text"), "{error}");
        }
    }

    #[test]
    fn a_misspelt_target_of_an_assignment_is_an_error() {
        for (source, reason) in [
            (
                "count=1;cuont=2;alert(count)",
                "`cuont` is written but never read",
            ),
            (
                "count=1;alert(cuont+=1,count)",
                "`cuont` is written but never given a value",
            ),
        ] {
            let error = Names::of(source, &[]).unwrap_err();
            assert!(error.message.contains(reason), "{error}");
        }
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
    fn names_in_event_handlers_in_texts_are_renamed_too() {
        for (source, expected) in [
            (
                "score=0;show=text=>text+score+`<p onclick=score=${score};show(1)>score`;show()",
                "a=0;b=b=>b+a+`<p onclick=a=${a};b(1)>score`;b()",
            ),
            // A handler is global code, from which parameters cannot be seen.
            (
                "show=size=>size+size+size+`<p onclick=show(total=${size})>`;total=show;total",
                "a=a=>a+a+a+`<p onclick=a(b=${a})>`;b=a;b",
            ),
            // The names of a handler's own stay, and no other name gets them.
            (
                "total=1;total+=total;alert('<p onclick=\"[1].map(a=>total+=a)\">')",
                "b=1;b+=b;alert('<p onclick=\"[1].map(a=>b+=a)\">')",
            ),
            // Names of the element and the document.
            (
                "total=1;alert('<p onclick=total+=title>')",
                "a=1;alert('<p onclick=a+=title>')",
            ),
            // Declarations of a script element are global.
            (
                "let total=1;alert('<p onclick=total++>')",
                "let a=1;alert('<p onclick=a++>')",
            ),
        ] {
            let names = Names::of(source, &[]).expect(source);
            let letters =
                crate::minify::mangle::assign(&names, crate::minify::mangle::Order::Alphabet, &[]);
            assert_eq!(names.spell(&letters), expected);
        }
    }

    #[test]
    fn a_misspelling_in_a_handler_in_a_text_is_an_error_with_its_place() {
        let error = Names::of("total=1;\nalert('<p onclick=total=totl+total>')", &[]).unwrap_err();
        assert_eq!((error.line, error.column), (2, 25));
        assert!(error.message.contains("`totl`"), "{error}");
    }

    #[test]
    fn a_browser_property_is_no_name_for_a_variable() {
        let error = Names::of("history=1", &[]).unwrap_err();
        assert!(error.message.contains("belongs to the browser"), "{error}");
    }
}
