//! What the scripts of a page do with properties.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use oxc_allocator::Allocator;
use oxc_ast_visit::Visit;
use oxc_syntax::reference::ReferenceFlags;

use super::finder::Finder;
use super::flow::Flows;
use crate::globals;
use crate::script::{Script, ScriptError};

/// Where the name of a property stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Place {
    /// The number of the script.
    pub(super) script: usize,
    pub(super) range: Range<usize>,
    /// Whether the name is that of a variable too, as in `{a}`.
    pub(super) is_shorthand: bool,
}

impl Place {
    pub(super) fn order(&self) -> (usize, usize) {
        (self.script, self.range.start)
    }
}

/// What the scripts of a page do with properties.
#[derive(Debug, Default)]
pub(super) struct Facts {
    /// Where each name stands. Private names start with `#`.
    pub(super) places: BTreeMap<String, Vec<Place>>,
    /// The names that the scripts give to properties.
    pub(super) defined: BTreeSet<String>,
    /// The words of texts.
    pub(super) words: BTreeSet<String>,
    /// Whether a script may see its global variables as properties.
    pub(super) sees_global_object: bool,
    /// The names of global variables.
    pub(super) globals: BTreeSet<String>,
    /// Names of other code.
    pub(super) foreign: BTreeSet<String>,
    /// Whether a script makes objects of texts that may come from elsewhere.
    pub(super) reads_json: bool,
    /// The first and the last part of texts that become names of properties.
    pub(super) parts: BTreeSet<(String, String)>,
    /// The names that other code finds in objects.
    pub(super) seen: BTreeSet<String>,
    pub(super) flows: Flows,
}

impl Facts {
    /// Reads all scripts.
    ///
    /// # Errors
    /// The number of a script, and its error.
    pub(super) fn read_all(
        &mut self,
        scripts: &[&str],
        other: &BTreeSet<String>,
    ) -> Result<(), (usize, ScriptError)> {
        let arenas: Vec<Allocator> = scripts.iter().map(|_| Allocator::default()).collect();
        let parsed = scripts.iter().zip(&arenas).enumerate();
        let parsed = parsed.map(|(number, (source, arena))| {
            Script::of(arena, source).map_err(|error| (number, error))
        });
        let parsed: Vec<Script<'_>> = parsed.collect::<Result<_, _>>()?;
        let mut own = BTreeSet::new();
        for script in &parsed {
            self.read_names(script, &mut own);
        }
        let is_foreign = |name: &&String| {
            !own.contains(*name) && !other.contains(*name) && !globals::is_known(name)
        };
        self.foreign = self.globals.iter().filter(is_foreign).cloned().collect();
        for (number, script) in parsed.iter().enumerate() {
            self.read(number, script).map_err(|error| (number, error))?;
        }
        Ok(())
    }

    /// Reads the global names of a script, and those that it declares or writes.
    fn read_names(&mut self, script: &Script<'_>, own: &mut BTreeSet<String>) {
        own.extend(script.top_names());
        let is_write = |flags: &ReferenceFlags| flags.is_write();
        own.extend(script.free_names_that(|_, uses| uses.iter().any(is_write)));
        self.globals.extend(script.free_names());
        self.globals.extend(own.iter().cloned());
    }

    /// Reads the properties of a script.
    fn read(&mut self, number: usize, script: &Script<'_>) -> Result<(), ScriptError> {
        let mut finder = Finder::new(self, script.scoping(), number);
        finder.visit_program(script.program);
        match finder.refused {
            None => Ok(()),
            Some((offset, message)) => {
                let help = "call the code directly";
                Err(ScriptError::at(script.source, offset, message).with_help(help))
            }
        }
    }

    /// The names that other code, or a text that becomes the name of a property, may find.
    pub(super) fn names_that_stay(&self) -> BTreeSet<String> {
        let mut names = self.words.clone();
        names.extend(self.seen.iter().cloned());
        names.extend(self.flows.seen());
        if self.sees_global_object {
            names.extend(self.globals.iter().cloned());
        }
        names
    }

    /// Whether a text that is put together may be the name.
    pub(super) fn is_part_of_key(&self, name: &str) -> bool {
        let mut parts = self.parts.iter();
        parts.any(|(first, last)| name.starts_with(first.as_str()) && name.ends_with(last.as_str()))
    }
}
