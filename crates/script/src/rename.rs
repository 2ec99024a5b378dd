//! Renames every name of a script to a short one.
//!
//! Minifiers rename what is declared. Golfed scripts live on *implicit
//! globals*, names that are written without a declaration, so those are renamed
//! too. Two names may share a letter when no scope can see both.

mod colouring;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::collections::BTreeSet;

use oxc_ast_visit::Visit;
use serde::Serialize;

use super::declared;
use super::dynamic;
use super::inline::InlineHandler;
use super::script::{Script, ScriptError};
use super::symbols::{Collector, NameKind, Symbol};

pub use colouring::Colouring;
use colouring::colour;
use golfchess_sizes::text;

/// All names of one letter.
pub(super) const ALPHABET: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$";

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
    /// Finds and colours all names of `source`. Names in `keep` stay as they are, but for those that a
    /// function declares: no other code sees them.
    ///
    /// # Errors
    /// A syntax error; an undeclared name that is only read, only written or
    /// only changed, and that no browser knows (a misspelling); a name that is
    /// written without a declaration although browsers use it for something
    /// else; `with` and direct `eval` in an event handler in a text, unless all names are in `keep`.
    pub fn of(source: &'s str, keep: &[String]) -> Result<Self, ScriptError> {
        Script::look(source, |script| Self::with(source, script, keep, &[]))?
    }

    /// The same; names in `everywhere` stay in functions too.
    fn with(
        source: &'s str,
        script: &Script<'_>,
        keep: &[String],
        everywhere: &[String],
    ) -> Result<Self, ScriptError> {
        let scoping = script.scoping();
        if let Some(offset) = dynamic::strict_with(script) {
            let message = "strict code has no `with`";
            return Err(ScriptError::at(source, offset, message).with_help("name the object"));
        }
        let everywhere = declared::kept(script.program, scoping, everywhere);
        let keep = [keep, &everywhere].concat();
        let mut found = Collector::new(scoping);
        found.visit_program(script.program);
        found.add_handlers(&InlineHandler::all(script.program, source));
        let is_kept = |name: &str| keep.iter().any(|kept| kept == name);
        let mut free = scoping.root_unresolved_references().keys();
        let keeps_all = scoping.symbol_names().all(is_kept) && free.all(|name| is_kept(name));
        if let Some((offset, message)) = found.refused.filter(|_| !keeps_all) {
            let help = "call the code directly, and name its variables where it uses them";
            return Err(ScriptError::at(source, offset, message).with_help(help));
        }
        let fixed = found.fixed(&keep);
        let has_handlers = found.has_handlers;
        let everywhere = match found.refused {
            Some(_) => &keep,
            None => &everywhere,
        };
        let mut symbols = found.symbols(source, &keep, everywhere)?;
        // The most frequent names first; the order of appearance breaks ties.
        symbols.sort_by_key(|s| (usize::MAX - s.places.len(), s.places[0].span.start));
        let colours = colour(&mut symbols, Colouring::Uses);
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
    pub fn frugal(source: &'s str, keep: &[String]) -> Result<Self, ScriptError> {
        Script::look(source, |script| Self::frugal_of(source, script, keep))?
    }

    fn frugal_of(
        source: &'s str,
        script: &Script<'_>,
        keep: &[String],
    ) -> Result<Self, ScriptError> {
        let names = Self::with(source, script, keep, &[])?;
        let is_short = |symbol: &&Symbol| {
            symbol.name.len() == 1 && symbol.places.iter().any(|place| place.shorthand)
        };
        let short = names.symbols.iter().filter(is_short);
        let short: Vec<String> = short.map(|symbol| symbol.name.clone()).collect();
        match short.is_empty() {
            true => Ok(names),
            false => Self::with(source, script, keep, &short),
        }
    }

    /// The same names with colours in another order.
    pub fn coloured(mut self, colouring: Colouring) -> Self {
        self.colours = colour(&mut self.symbols, colouring);
        self
    }

    /// The names that may be shortened, the most frequent before the others.
    pub fn symbols(&self) -> &[Symbol] {
        &self.symbols
    }

    /// The names that stay as they are, and that no other name may get.
    pub fn fixed(&self) -> &BTreeSet<String> {
        &self.fixed
    }

    /// Whether texts of the script have event handlers that use the names.
    pub fn has_handlers(&self) -> bool {
        self.has_handlers
    }

    /// The script with a name of its own for every symbol, numbered by first
    /// appearance: equal for two scripts exactly if they differ in names only.
    pub fn canonical(&self) -> String {
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

    /// The script with a letter for each symbol, in the order of [`Names::symbols`].
    pub fn spell_each(&self, letters: &[String]) -> String {
        self.write(|at| &letters[at])
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
        self.table_of(|_, symbol| &letters[symbol.colour])
    }

    /// The same for a letter for each symbol.
    pub fn table_each(&self, letters: &[String]) -> Vec<Renaming> {
        self.table_of(|at, _| &letters[at])
    }

    fn table_of<'n>(&self, letter: impl Fn(usize, &Symbol) -> &'n String) -> Vec<Renaming> {
        let mut symbols: Vec<_> = self.symbols.iter().enumerate().collect();
        symbols.sort_by_key(|(_, s)| s.places[0].span.start);
        symbols
            .into_iter()
            .map(|(at, s)| Renaming {
                name: s.name.clone(),
                letter: letter(at, s).clone(),
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

/// The number of a symbol with such a name, and the property of it that a variable was made of.
pub(super) fn canonical_number(name: &str) -> Option<(usize, Option<String>)> {
    let name = name.strip_prefix("$name")?.strip_suffix('$')?;
    match name.split_once('$') {
        None => Some((name.parse().ok()?, None)),
        Some((number, property)) => Some((number.parse().ok()?, Some(property.replace('$', ".")))),
    }
}
