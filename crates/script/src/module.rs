//! Modules: a module becomes a script that is minified as any other, and the result a module again.
//!
//! ```text
//! import {a as b} from 'c'; export let d = b;
//! $module$(function(b){"use strict";$live$(function(v){b=v});let d = b;
//! $export$({d:()=>d})})
//! ```
//!
//! The names of the module are local in the function, so they become short. Imports are its parameters; unknown code may
//! change them, as other modules do. Unknown code asks the exports for their values at any time.

mod decoded;
mod encoded;
mod exports;
mod imports;

use std::collections::BTreeSet;

use golfchess_sizes::metric::Metric;
use oxc_allocator::Allocator;
use oxc_parser::Parser;
use oxc_span::SourceType;
use oxc_syntax::module_record::{ExportEntry, ExportExportName};

use self::exports::Style;
use self::imports::Import;
use super::script::{Script, ScriptError, error_of};
use super::{depth, script};

/// The function that gets the module.
pub(super) const MODULE: &str = "$module$";
/// Gets a function that sets the imports.
pub(super) const LIVE: &str = "$live$";
/// Gets the exports.
pub(super) const EXPORT: &str = "$export$";
/// Gets the value of `export default`.
const DEFAULT: &str = "$default$";
/// Stands for `import.meta`.
pub(super) const META: &str = "$meta$";

/// The second argument of [`MODULE`] if the module imports files beside it: they may import it in their turn.
pub(super) const RELATED: &str = "$related$";

/// A module as a script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Module {
    /// The script. Its lines are those of the module.
    script: String,
    /// The first line, if it is a hashbang.
    hashbang: String,
    imports: Vec<Import>,
    /// The exports of other modules, as they are printed.
    passed_on: Vec<String>,
    /// The names of all exports, sorted.
    exports: Vec<String>,
    /// The names that the module does not declare.
    free: Vec<String>,
}

impl Module {
    /// A module as a script; `None` if the source is a script.
    ///
    /// # Errors
    /// A syntax error, or code that has no form in a script.
    pub fn of(source: &str) -> Result<Option<Self>, ScriptError> {
        match script::is_script(source) {
            true => Ok(None),
            false => Self::of_module(source).map(Some),
        }
    }

    /// The same for a text that a browser reads as a module, though it may be a script too.
    ///
    /// # Errors
    /// Those of [`Module::of`].
    pub fn of_module(source: &str) -> Result<Self, ScriptError> {
        script::require_depth(source)?;
        let arena = Allocator::default();
        let parsed = Parser::new(&arena, source, SourceType::mjs()).parse();
        if let Some(diagnostic) = parsed.diagnostics.first() {
            return Err(error_of(source, diagnostic));
        }
        encoded::encoded(source, &parsed.program)
    }

    /// The script.
    pub fn script(&self) -> &str {
        &self.script
    }

    /// The names that the script must keep: the module does not declare them.
    pub fn free_names(&self) -> &[String] {
        &self.free
    }

    /// The names of its exports.
    pub fn exports(&self) -> &[String] {
        &self.exports
    }

    /// The module of a script that was made of [`Module::script`], with the forms of exports that are smallest by the
    /// metric; `None` if the script has another form.
    pub fn decoded(&self, minified: &str, metric: Metric) -> Option<String> {
        let styles = match metric.is_compressed() {
            true => &Style::ALL[..],
            false => &[Style::Shortest],
        };
        let texts = decoded::decoded(self, minified, styles)?.into_iter();
        let texts = texts.filter(|text| exported(text).is_some_and(|own| own == self.exports));
        texts.min_by_key(|text| (metric.measure(text), text.len()))
    }
}

/// The names that a module exports, sorted; `None` if this is no module.
fn exported(source: &str) -> Option<Vec<String>> {
    if depth::too_deep(source).is_some() {
        return None;
    }
    let arena = Allocator::default();
    let parsed = Parser::new(&arena, source, SourceType::mjs()).parse();
    parsed.diagnostics.is_empty().then(|| {
        let record = &parsed.module_record;
        let names = record.exported_bindings.keys();
        let mut names: BTreeSet<String> = names.map(|name| name.to_string()).collect();
        let is_default =
            |entry: &ExportEntry<'_>| matches!(entry.export_name, ExportExportName::Default(_));
        if record.local_export_entries.iter().any(is_default) {
            names.insert("default".to_owned());
        }
        names.into_iter().collect()
    })
}

/// The names that a script uses and does not declare.
fn free_names(source: &str) -> Result<Vec<String>, ScriptError> {
    Script::look(source, |script| {
        let free = script.scoping().root_unresolved_references().keys();
        free.map(|name| name.to_string()).collect()
    })
}

#[cfg(test)]
mod tests;
