//! A folder of fragments.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{Environment, UndefinedBehavior, Value};
use walkdir::WalkDir;

use super::blame;
use super::decision::{self, Decision};
use crate::catalog::{Catalog, Manifest, Spelling, Variant};
use crate::minify::{self, Minified};

/// The folder among the templates that holds those of the site; scripts in it are no fragments.
pub const SITE_FOLDER: &str = "site";

/// All fragments of a catalog, ready to be composed.
#[derive(Debug)]
pub struct Templates {
    folder: PathBuf,
    manifest: Manifest,
    texts: BTreeMap<String, String>,
    environment: Environment<'static>,
    /// By the name of the variant, as each is asked for again and again.
    decisions: Mutex<BTreeMap<String, Vec<Decision>>>,
}

/// Why a variant could not be made from the fragments.
#[derive(Debug, thiserror::Error)]
pub enum ComposeError {
    /// A folder or file cannot be read.
    #[error("cannot read the templates in {}: {reason}", path.display())]
    Read {
        /// The folder or file.
        path: PathBuf,
        /// What the system said.
        reason: String,
    },
    /// A fragment has a fault in its template language.
    #[error("{0}")]
    Template(String),
    /// A fragment asks for a flag that the manifest does not declare.
    #[error("{place}: `{flag}` is no flag; the manifest declares {declared}")]
    UndeclaredFlag {
        /// File and line.
        place: String,
        /// What was asked for.
        flag: String,
        /// The letters of the manifest.
        declared: String,
    },
    /// The composed script has a fault.
    #[error("{variant}: {place}{error}")]
    Minify {
        /// The variant that was built.
        variant: String,
        /// The file and line of the fragment, where they could be found.
        place: String,
        /// The fault.
        error: minify::Error,
    },
}

impl Templates {
    /// Reads every `.js` file below a folder. A file is included by its path in
    /// the folder, with `/` between its parts.
    ///
    /// # Errors
    /// A file cannot be read or is no template, or asks for an undeclared flag.
    pub fn load(folder: &Path, catalog: &Catalog) -> Result<Self, ComposeError> {
        let mut environment = environment();
        let mut texts = BTreeMap::new();
        let site = folder.join(SITE_FOLDER);
        let files = WalkDir::new(folder).follow_links(true).sort_by_file_name();
        for entry in files.into_iter().filter_entry(|entry| entry.path() != site) {
            let entry = entry.map_err(|error| ComposeError::Read {
                path: folder.to_owned(),
                reason: error.to_string(),
            })?;
            if !entry.file_type().is_file() || entry.path().extension() != Some("js".as_ref()) {
                continue;
            }
            let text = fs::read_to_string(entry.path()).map_err(|error| ComposeError::Read {
                path: entry.path().to_owned(),
                reason: error.to_string(),
            })?;
            // How an editor or a checkout stores lines must not change a page.
            let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
            let name = template_name(folder, entry.path());
            environment
                .add_template_owned(name.clone(), text.clone())
                .map_err(|error| template_fault(&error))?;
            texts.insert(name, text);
        }
        let templates = Self {
            folder: folder.to_owned(),
            manifest: catalog.manifest().clone(),
            texts,
            environment,
            decisions: Mutex::default(),
        };
        templates.check_flags()?;
        Ok(templates)
    }

    /// The fragments by name, as they are written.
    pub const fn fragments(&self) -> &BTreeMap<String, String> {
        &self.texts
    }

    /// The readable script of a variant, with the spellings that make its page shortest.
    ///
    /// # Errors
    /// A fault in a fragment, with its file, line and an excerpt.
    pub fn compose(&self, variant: &Variant) -> Result<String, ComposeError> {
        let decisions = self.decisions(variant)?;
        let pairs = self.manifest.choices.iter().zip(&decisions);
        let spellings = pairs.filter_map(|(choice, decision)| {
            let mut spellings = choice.spellings.iter();
            spellings.find(|spelling| spelling.name == decision.spelling)
        });
        self.spelled(variant, spellings)
    }

    /// Which of the alternative spellings are in a variant, in the manifest's order.
    ///
    /// # Errors
    /// A fault in a fragment or in the script they make together.
    pub fn decisions(&self, variant: &Variant) -> Result<Vec<Decision>, ComposeError> {
        let known = || {
            self.decisions
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
        };
        if let Some(decisions) = known().get(&variant.name) {
            return Ok(decisions.clone());
        }
        let choices = &self.manifest.choices;
        let setting = self.manifest.setting();
        let compose = |spellings: &[&Spelling]| self.spelled(variant, spellings.iter().copied());
        let measure = |script: &str| {
            minify::bytes(script, &setting).map_err(|error| self.fault(variant, error))
        };
        let decisions = decision::decide(choices, &variant.flags, compose, measure)?;
        known().insert(variant.name.clone(), decisions.clone());
        Ok(decisions)
    }

    /// The script with one spelling for each choice of the manifest.
    fn spelled<'s>(
        &self,
        variant: &Variant,
        spellings: impl Iterator<Item = &'s Spelling>,
    ) -> Result<String, ComposeError> {
        let flags = self.manifest.flags.iter().map(|flag| {
            let on = variant.flags.has(flag.letter);
            (flag.letter.to_string(), Value::from(on))
        });
        let pairs = self.manifest.choices.iter().zip(spellings);
        let choices = pairs.map(|(choice, spelling)| {
            let value = Value::from(Serde(&spelling.value));
            (choice.name.clone(), value)
        });
        let context: BTreeMap<String, Value> = flags.chain(choices).collect();
        self.environment
            .get_template(&self.manifest.entry)
            .and_then(|template| template.render(context))
            .map_err(|error| template_fault(&error))
    }

    /// The readable, runnable page of a variant.
    ///
    /// # Errors
    /// As [`Templates::compose`].
    pub fn source_page(&self, variant: &Variant) -> Result<String, ComposeError> {
        let script = self.compose(variant)?;
        let named = |text: &str| text.replace("{name}", &variant.name);
        let source = &self.manifest.source;
        Ok(named(source.open.trim_start()) + &script + &named(&source.close))
    }

    /// The shortest page of a variant.
    ///
    /// # Errors
    /// A fault in a fragment or in the script they make together.
    pub fn build(&self, variant: &Variant) -> Result<Minified, ComposeError> {
        let script = self.compose(variant)?;
        minify::minify(&script, &self.manifest.setting())
            .map_err(|error| self.fault(variant, error))
    }

    fn fault(&self, variant: &Variant, error: minify::Error) -> ComposeError {
        ComposeError::Minify {
            variant: variant.name.clone(),
            place: match &error {
                minify::Error::Script(fault) => blame::place(&self.texts, &fault.excerpt)
                    .map(|place| format!("{}: ", self.folder.join(place).display()))
                    .unwrap_or_default(),
                minify::Error::Unwrappable => String::new(),
            },
            error,
        }
    }

    /// Every name that a fragment leaves to its surroundings must be a flag or a choice.
    fn check_flags(&self) -> Result<(), ComposeError> {
        for (name, text) in &self.texts {
            let template = self
                .environment
                .get_template(name)
                .map_err(|error| template_fault(&error))?;
            let mut asked: Vec<_> = template.undeclared_variables(false).into_iter().collect();
            asked.sort();
            let is_flag = |name: &String| {
                let mut letters = name.chars();
                matches!((letters.next(), letters.next()), (Some(letter), None)
                    if self.manifest.flag(letter).is_some())
                    || self
                        .manifest
                        .choices
                        .iter()
                        .any(|choice| choice.name == *name)
            };
            if let Some(flag) = asked.into_iter().find(|name| !is_flag(name)) {
                let line = blame::line_of_word(text, &flag);
                return Err(ComposeError::UndeclaredFlag {
                    place: format!("{}:{line}", self.folder.join(name).display()),
                    flag,
                    declared: self.manifest.naming.order(),
                });
            }
        }
        Ok(())
    }
}

/// Template syntax that looks like comments to JavaScript, so that fragments
/// stay JavaScript to an editor.
fn environment() -> Environment<'static> {
    let syntax = SyntaxConfig::builder()
        .block_delimiters("/*%", "%*/")
        .variable_delimiters("/*=", "=*/")
        .comment_delimiters("/*#", "#*/")
        .line_statement_prefix("//%")
        .keep_trailing_newline(true)
        .build()
        .expect("the delimiters differ");
    let mut environment = Environment::new();
    environment.set_syntax(syntax);
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_debug(true);
    environment.set_auto_escape_callback(|_| minijinja::AutoEscape::None);
    environment
}

fn template_name(folder: &Path, file: &Path) -> String {
    let relative = file.strip_prefix(folder).unwrap_or(file);
    let parts: Vec<_> = relative
        .components()
        .map(|part| part.as_os_str().to_string_lossy())
        .collect();
    parts.join("/")
}

/// The message of the innermost fault with file, line and excerpt.
fn template_fault(error: &minijinja::Error) -> ComposeError {
    let mut innermost = error;
    let mut source = std::error::Error::source(error);
    while let Some(inner) = source {
        if let Some(inner) = inner.downcast_ref::<minijinja::Error>() {
            innermost = inner;
        }
        source = inner.source();
    }
    let mut text = format!("{innermost}");
    if let Some(excerpt) = excerpt(innermost) {
        text.push('\n');
        text.push_str(&excerpt);
    }
    ComposeError::Template(text)
}

fn excerpt(error: &minijinja::Error) -> Option<String> {
    let line = error.line()?;
    let text = error.template_source()?;
    let first = line.saturating_sub(2).max(1);
    let lines = text
        .lines()
        .enumerate()
        .skip(first - 1)
        .take(line + 2 - first);
    let marked = lines.map(|(at, text)| {
        let mark = if at + 1 == line { '>' } else { ' ' };
        format!("  {mark} {:>3} | {text}", at + 1)
    });
    Some(marked.collect::<Vec<_>>().join("\n"))
}
