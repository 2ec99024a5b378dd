//! Scripts that are the body of a function which runs again and again, such as dweets.

mod aliases;
mod body;
mod closures;
mod declare;
mod picked;
mod undeclare;

use oxc_span::SourceType;

use super::dynamic::Masked;
use super::kept::is_kept;
use super::rewrite::{self, Known, fold, last};
use super::script::Script;
use super::strategy::readable;
use super::{Names, compact, compressor, declared, templates};

/// The function whose body a script is, and the names that it finds there.
///
/// A variable of the script may become a global one if each run writes it before it reads it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Frame {
    /// The name of the function.
    pub function: String,
    /// Its parameter, a number.
    pub parameter: String,
    /// Other variables, which nothing writes while the script runs.
    pub variables: Vec<String>,
    /// Functions without an effect, which give no objects.
    pub functions: Vec<String>,
    /// Which of these functions are those of `Math`: `cos` is `C`.
    pub short: Vec<(String, String)>,
}

/// The steps that put an assignment where its variable is read.
const MAX_FOLDS: usize = 60;

impl Frame {
    /// The script without the function around it, if that is all of the script. Each of its characters stays where
    /// it is.
    pub fn unwrapped(&self, source: &str) -> Option<String> {
        body::unwrapped(source, self)
    }

    /// What is known of the names that a script does not write.
    fn known(&self, script: &Script<'_>) -> Known {
        let written = script.free_names_that(|_, uses| uses.iter().any(|one| one.is_write()));
        let unwritten = |names: &[String]| -> Vec<String> {
            let names = names.iter().filter(|name| !written.contains(*name));
            names.cloned().collect()
        };
        let parameter = std::slice::from_ref(&self.parameter);
        Known {
            steady: unwritten(&[parameter, &self.variables].concat()),
            numbers: unwritten(parameter),
            pure: unwritten(&self.functions),
        }
    }

    /// Short forms of a compacted script that do the same in this place, and perhaps not in another one.
    pub(super) fn scripts(&self, compacted: &str, keep: &[String]) -> Vec<String> {
        self.all(compacted, keep).unwrap_or_default()
    }

    fn all(&self, compacted: &str, keep: &[String]) -> Option<Vec<String>> {
        if Masked::of(compacted)?.is_changed() {
            return None;
        }
        let source = readable(compacted, keep)?;
        // Each variable has a name of its own, so that none hides another one.
        let canonical = Names::of(&source, keep).ok()?.canonical();
        let short = aliases::short(&picked::unpicked(&canonical, self, keep), self);
        let kept = declared::kept_in(&short, keep);
        let known = Script::look(&short, |script| self.known(script)).ok()?;
        let rewritten = |text: &str| rewrite::rewrite(text, &kept, &known);
        let declared = declare::declared(&short, self, &kept);
        let declared = declared.and_then(|text| rewritten(&text));
        let mut found = Vec::new();
        let texts = [Some(short.clone()), rewritten(&short), declared];
        for text in texts.into_iter().flatten() {
            let bare = undeclare::undeclared(&text, self, &kept).unwrap_or(text);
            let again = compressor::compress(&bare, SourceType::script());
            for text in [Some(bare), again].into_iter().flatten() {
                let text = last::rewritten(&text);
                let text = templates::shorter(&text).unwrap_or(text);
                if let Ok(text) = compact(&text) {
                    found.push(folded(text, &known));
                }
            }
        }
        found.retain(|text| is_kept(&short, text));
        Some(found)
    }
}

/// The script with assignments where their variables are read first: `a=S(t);f(a,a)` is `f(a=S(t),a)`.
fn folded(mut text: String, known: &Known) -> String {
    for _ in 0..MAX_FOLDS {
        let globals = Script::look(&text, |script| {
            script.free_names_that(|_, uses| uses.iter().any(|one| one.is_write()))
        });
        // The rule moves declared variables. Here nothing else writes the global ones.
        let names: Vec<String> = globals.unwrap_or_default().into_iter().collect();
        let names: Vec<String> = names.into_iter().filter(|name| is_own(name)).collect();
        if names.is_empty() {
            return text;
        }
        let open = format!("var {};", names.join(","));
        let whole = format!("{open}{text}");
        let edits = Script::look(&whole, |script| fold::known_edits(script, known));
        let shorter = edits.unwrap_or_default().into_iter().find_map(|edit| {
            let next = edit.apply(&whole);
            let next = compact(next.strip_prefix(&open)?).ok()?;
            (next.len() < text.len()).then_some(next)
        });
        match shorter {
            Some(shorter) => text = shorter,
            None => return text,
        }
    }
    text
}

/// Whether a name is one that [`Names::canonical`] has given.
fn is_own(name: &str) -> bool {
    name.starts_with("$name")
}

#[cfg(test)]
mod tests;
