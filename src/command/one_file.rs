//! The script of one file: the names that stay, and errors with their places in the file.

use std::path::Path;

use anyhow::Error;
use golfchess_script::{Dialect, Language, ScriptError, Wrapper};

use super::minify::input::{Kind, kind_of};
use super::minify::spot::Spot;
use crate::options::STDOUT;
use crate::output::help;

/// How a name of one file is kept.
pub const WITH_OPTION: &str = "with --keep";

/// Keeps names that code may find by a text that it puts together, with a note.
pub fn keep_built(names: Vec<String>, keep: &mut Vec<String>, note: &dyn Fn(&str)) {
    let names = names.into_iter().filter(|name| !keep.contains(name));
    let names: Vec<String> = names.collect();
    let listed: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match &listed[..] {
        [] => {}
        [name] => note(&format!(
            "the name {name} stays: a text that is put together may have it"
        )),
        all => note(&format!(
            "the names {} stay: a text that is put together may have them",
            all.join(", ")
        )),
    }
    keep.extend(names);
}

/// Says which names of a script stay because code finds them when it runs.
fn note_found(names: &[String], note: &dyn Fn(&str)) {
    let listed: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match &listed[..] {
        [] => {}
        [name] => note(&format!(
            "the name {name} stays: a `with` or a direct `eval` may find it"
        )),
        all => note(&format!(
            "the names {} stay: a `with` or a direct `eval` may find them",
            all.join(", ")
        )),
    }
}

/// The file of the commands that are advised.
const BUNDLE: &str = "bundle.js";

/// A script in a file.
#[derive(Debug, Clone, Copy)]
pub struct OneFile<'f> {
    pub name: &'f str,
    /// The line of the file on which the script starts.
    pub line: usize,
    /// For each line of the script, that of the file, if the script is not as it is in the file.
    pub lines: &'f [usize],
    /// The scripts that it stands for, each with the line of it on which this one starts.
    pub parts: &'f [(usize, Spot)],
}

impl<'f> OneFile<'f> {
    /// A script that is a file.
    pub fn of(name: &'f str) -> Self {
        Self {
            name,
            line: 1,
            lines: &[],
            parts: &[],
        }
    }

    /// The names that stay beside `keep`: those of elements and of the browser, those that the script
    /// finds by their texts, and those that another script may have. Notes say why, through `note`.
    pub fn kept(
        &self,
        script: &str,
        around: &Wrapper,
        mut keep: Vec<String>,
        note: &dyn Fn(&str),
    ) -> Result<Vec<String>, Error> {
        let failed = |error| self.failed(script, &error);
        keep.extend(golfchess_script::outside_names(script, around).map_err(failed)?);
        let by_text = golfchess_script::names_by_text(script)
            .map_err(failed)?
            .into_iter();
        let by_text = by_text.map(|name| (name, "the script finds it by its text"));
        let (found, all) = golfchess_script::dynamic_names(script).map_err(failed)?;
        note_found(&found, note);
        let doubtful = golfchess_script::doubtful_names(script)
            .map_err(failed)?
            .into_iter();
        let doubtful = doubtful.filter(|name| !all.contains(name));
        let doubtful = doubtful.map(|name| (name, "an element or another script may have it"));
        for (name, reason) in by_text.chain(doubtful) {
            if !keep.contains(&name) {
                note(&format!("the name `{name}` stays: {reason}"));
                keep.push(name);
            }
        }
        let built = golfchess_script::names_by_unknown_text(script, script).map_err(failed)?;
        keep_built(built, &mut keep, note);
        Ok(keep)
    }

    /// An error of the minifier with its place in the file.
    pub fn unminified(&self, script: &str, error: &golfchess_script::Error) -> Error {
        match error {
            golfchess_script::Error::Script(error) => self.failed(script, error),
            golfchess_script::Error::Empty | golfchess_script::Error::Unwrappable(_) => {
                let help = error.help().into_iter();
                let help: Vec<String> = help.map(|advice| advice.with(WITH_OPTION)).collect();
                help::error(format!("{}: {error}", self.name), help.join("\n"))
            }
        }
    }

    /// An error in the script with its place in the file.
    pub fn failed(&self, script: &str, error: &ScriptError) -> Error {
        let Some(dialect) = golfchess_script::dialect(script) else {
            let help = error.help.as_ref();
            let help = help.map_or("correct the script".to_owned(), |advice| {
                advice.with(WITH_OPTION)
            });
            return help::error(self.located(error), help);
        };
        let language = match dialect.language {
            Language::TypeScript if kind_of(Path::new(self.name)) != Kind::TypeScript => {
                "TypeScript"
            }
            Language::Jsx => "JSX",
            _ => {
                let is_module = dialect.imports || dialect.exports || dialect.awaits;
                let help = match error.help.as_ref().filter(|_| !is_module) {
                    Some(advice) => advice.with(WITH_OPTION),
                    None => self.without_modules(dialect),
                };
                return help::error(self.located(error), help);
            }
        };
        let error = ScriptError {
            message: format!("the script is {language}, which browsers do not run"),
            ..error.clone()
        };
        let help = match dialect.language {
            Language::Jsx => format!("compile it first: {}", self.bundle()),
            _ if self.has_extension() => {
                "name the file with the extension .ts: its types go".to_owned()
            }
            _ => "write it into a file of its own, with the extension .ts: its types go".to_owned(),
        };
        help::error(self.located(&error), help)
    }

    /// What to do with a module.
    fn without_modules(&self, dialect: Dialect) -> String {
        let waiting = "put the code that waits into a function: `(async () => { … })()`";
        let bundle = self.bundle();
        match dialect {
            Dialect {
                awaits: true,
                imports: false,
                ..
            } => waiting.to_owned(),
            Dialect { awaits: true, .. } => {
                format!("{waiting}; then make one classic script of it and its modules: {bundle}")
            }
            Dialect { imports: true, .. } => {
                format!("make one classic script of it and its modules first: {bundle}")
            }
            Dialect { .. } => format!(
                "delete `export`; or minify the module that imports this one, after npx esbuild main.js \
                 --bundle --outfile={BUNDLE}"
            ),
        }
    }

    /// Whether a command can name the script: it is not in a page, nor from stdin.
    fn has_extension(&self) -> bool {
        self.name != STDOUT && kind_of(Path::new(self.name)) != Kind::Page
    }

    /// A command that makes one classic script.
    fn bundle(&self) -> String {
        let name = match self.has_extension() {
            true => self.name,
            false => "script.js",
        };
        format!("npx esbuild {name} --bundle --outfile={BUNDLE}")
    }

    /// Why the minifier fails, with the place in the file, in one line.
    pub fn reason(&self, error: &golfchess_script::Error) -> String {
        match error {
            golfchess_script::Error::Script(error) => self.placed(error),
            other => other.to_string(),
        }
    }

    /// An error or a warning with its place in the file, and its code.
    pub fn located(&self, error: &ScriptError) -> String {
        format!("{}\n    {}", self.placed(error), error.excerpt)
    }

    fn placed(&self, error: &ScriptError) -> String {
        let mut parts = self.parts.iter().rev();
        if let Some((start, part)) = parts.find(|(start, _)| *start <= error.line) {
            let name = part.file.as_deref().unwrap_or(self.name);
            let line = part.line + error.line - start;
            return format!("{name}:{line}: {}", error.message);
        }
        let line = self.lines.get(error.line - 1).unwrap_or(&error.line);
        format!("{}:{}: {}", self.name, self.line - 1 + line, error.message)
    }
}
