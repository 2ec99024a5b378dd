//! Where the scripts of a file are played: what they find there, and who calls their functions.

use std::sync::Arc;

use golfchess_parity::Inputs;
use serde_json::json;

use super::preset::{Preset, RECORDER};

/// What all scripts before those of a file begin with.
const COMMON: &str = include_str!("scene/common.js");

/// Calls functions.
const CALLS: &str = include_str!("scene/calls.js");

/// Calls the functions that a script exports.
const KEPT: &str = include_str!("scene/kept.js");

/// Runs a module that is a script.
const MODULE: &str = include_str!("scene/module.js");

/// Counts the functions that run.
const COUNT: &str = include_str!("scene/count.js");

/// Where the scripts of a file are played.
#[derive(Debug, Clone, Default)]
pub struct Scene {
    /// For a script, not for a page.
    pub preset: Option<Preset>,
    /// Whether the file is a module.
    pub is_module: bool,
    /// The names that other code uses.
    pub names: Vec<String>,
    /// Whether it is called what a script exports.
    pub exports: bool,
}

impl Scene {
    /// What runs before the scripts of a file.
    pub fn before(&self, source: &str) -> Arc<str> {
        let stage = self.preset.and_then(Preset::stage);
        let (variables, parts) = match (stage, self.preset) {
            _ if self.is_module => ("", vec![COMMON.into(), CALLS.into(), MODULE.into()]),
            (Some(stage), Some(preset)) => {
                let keys = Inputs::keys_of(source).into_iter();
                let keys: Vec<(String, u32)> = keys
                    .map(|key| {
                        let code = Inputs::code_of(&key);
                        (key, code)
                    })
                    .collect();
                let texts = format!(
                    "const NAMES = {}, KEYS = {};\n",
                    json!(preset.given()),
                    json!(keys)
                );
                let parts = [COMMON, &texts, RECORDER, stage.before];
                (stage.variables, parts.map(str::to_owned).into())
            }
            _ if self.calls() => {
                let texts = format!(
                    "const NAMES = {}, EXPORTS = {}, FOUND = {};\n",
                    json!(names(&self.names)),
                    self.exports,
                    json!(match self.exports {
                        true => given(source),
                        false => Vec::new(),
                    }),
                );
                ("", vec![COMMON.into(), CALLS.into(), texts, KEPT.into()])
            }
            _ => return Arc::default(),
        };
        function(variables, &parts).into()
    }

    /// Whether functions of a script are called.
    pub fn calls(&self) -> bool {
        self.exports || !self.names.is_empty()
    }

    /// A script that shows what another one does in its place.
    pub fn played(&self, script: &str) -> String {
        match self.preset.and_then(Preset::stage) {
            Some(stage) => [stage.around[0], script, stage.around[1]].concat(),
            None => script.to_owned(),
        }
    }
}

/// What runs before scripts that call a counter of this name.
pub fn count(counter: &str) -> String {
    let name = format!("const COUNTER = {};\n", json!(counter));
    function("", &[name, COUNT.to_owned()])
}

/// Whether a script may export something.
pub fn exports(source: &str) -> bool {
    source.contains("exports") || !given(source).is_empty()
}

/// Variables, and code with names of its own.
fn function(variables: &str, parts: &[String]) -> String {
    format!("{variables}(() => {{\n{}}})();\n", parts.concat())
}

/// The texts among some that are names.
fn names(texts: &[String]) -> Vec<&String> {
    let is_name = |text: &&String| {
        let words = golfchess_script::words(text);
        words.len() == 1 && words.contains(*text)
    };
    texts.iter().filter(is_name).collect()
}

/// The names of properties that a script sets, and that no variable has: they may be those of the global object.
fn given(source: &str) -> Vec<String> {
    let own = golfchess_script::global_names(source).unwrap_or_default();
    let mut found = Vec::new();
    for part in source.split('.').skip(1) {
        let end = part.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '$');
        let (name, rest) = part.split_at(end.unwrap_or(part.len()));
        let rest = rest.trim_start();
        let is_set = rest.starts_with('=') && !rest.starts_with("==") && !rest.starts_with("=>");
        let name = name.to_owned();
        if is_set && !name.is_empty() && !own.contains(&name) && !found.contains(&name) {
            found.push(name);
        }
    }
    found.truncate(MOST_GIVEN);
    found
}

/// The most names of properties that are looked for.
const MOST_GIVEN: usize = 200;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_a_script_gives_to_an_object_are_found() {
        let source = "var total; (function(root){root.Lib = {}; root.total=1; a.b == c; d.e >= 1; root . f=2})(this); g=1; this.g=2";
        assert_eq!(given(source), ["Lib"]);
        assert_eq!(
            names(&["a".to_owned(), "a b".to_owned(), "1;".to_owned()]),
            ["a"]
        );
    }
}
