//! A folder of fragments.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{Environment, UndefinedBehavior, Value};
use walkdir::WalkDir;

use super::decision::{self, Decision};
use super::drafts::Drafts;
use super::{blame, depth};
use crate::catalog::{Catalog, Manifest, Spelling, Variant};
use crate::minify::{self, Minified};
use crate::text::{self, TextError};

/// The folder among the templates that holds those of the site; scripts in it are no fragments.
pub const SITE_FOLDER: &str = "site";

/// All fragments of a catalog, ready to be composed.
#[derive(Debug)]
pub struct Templates {
    folder: PathBuf,
    manifest: Manifest,
    texts: BTreeMap<String, String>,
    environment: Environment<'static>,
    drafts: Drafts,
}

/// Why a variant could not be made from the fragments.
#[derive(Debug, thiserror::Error)]
pub enum ComposeError {
    /// A folder or a link in it cannot be read.
    #[error("cannot read the templates in {}: {reason}; mend or remove it", path.display())]
    Read {
        /// The folder.
        path: PathBuf,
        /// What the system said.
        reason: String,
    },
    /// A fragment is no source text.
    #[error("cannot read the fragment {}", path.display())]
    Fragment {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: TextError,
    },
    /// Other fragments could not include this one.
    #[error("the name of {path:?} is not UTF-8; rename it")]
    Name {
        /// The file.
        path: PathBuf,
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
    /// The composed script is nested so deeply that nothing can read it.
    #[error(
        "{variant}: {place}more than {} brackets are open at once; part what is in them",
        depth::DEEPEST
    )]
    Deep {
        /// The variant.
        variant: String,
        /// The file and line of the fragment, where they could be found.
        place: String,
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
    /// Reads every `.js` file below a folder, hidden ones apart. A file is included by its path in
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
            let entry = match entry {
                Ok(entry) => entry,
                // A lock or a copy that an editor keeps: a link to nowhere, gone in a moment.
                Err(error) if error.path().is_some_and(is_hidden) => continue,
                Err(error) => {
                    return Err(ComposeError::Read {
                        path: folder.to_owned(),
                        reason: error.to_string(),
                    });
                }
            };
            let (path, is_file) = (entry.path(), entry.file_type().is_file());
            if !is_file || path.extension() != Some("js".as_ref()) || is_hidden(path) {
                continue;
            }
            let text = text::read(path).map_err(|source| ComposeError::Fragment {
                path: path.to_owned(),
                source,
            })?;
            let name = template_name(folder, path).ok_or_else(|| ComposeError::Name {
                path: path.to_owned(),
            })?;
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
            drafts: Drafts::new(catalog.manifest().minify_options()),
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
        let choices = &self.manifest.choices;
        let compose = |spellings: &[&Spelling]| self.spelled(variant, spellings.iter().copied());
        let measure = |script: &str| match self.drafts.of(script) {
            Ok(draft) => Ok(draft.bytes()),
            Err(error) => Err(self.fault(variant, error)),
        };
        decision::decide(choices, &variant.flags, compose, measure)
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
            .and_then(|script| match depth::too_deep(&script) {
                None => Ok(script),
                Some(line) => Err(ComposeError::Deep {
                    variant: variant.name.clone(),
                    place: self.place(line),
                }),
            })
    }

    /// The fragment that a line came from, to be put before a message.
    fn place(&self, line: &str) -> String {
        let place = blame::place(&self.texts, line);
        let path = place.map(|place| self.folder.join(place));
        path.map_or_else(String::new, |path| format!("{}: ", path.display()))
    }

    /// The file and line of the fragment that a line of a composed script came from.
    pub fn origin(&self, line: &str) -> Option<String> {
        blame::place(&self.texts, line)
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
        self.minify(variant, &self.compose(variant)?)
    }

    /// The shortest page of a variant whose script is already composed.
    ///
    /// # Errors
    /// A fault in the script.
    pub fn minify(&self, variant: &Variant, script: &str) -> Result<Minified, ComposeError> {
        let page = self.drafts.page(script);
        page.map_err(|error| self.fault(variant, error))
    }

    /// Takes over what the fragments were made into before they changed, as far as it is still so.
    pub fn inherit(&mut self, earlier: &Self) {
        self.drafts.inherit(&earlier.drafts);
    }

    fn fault(&self, variant: &Variant, error: minify::Error) -> ComposeError {
        ComposeError::Minify {
            variant: variant.name.clone(),
            place: match &error {
                minify::Error::Script(fault) => self.place(&fault.excerpt),
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

/// `None` when it is not UTF-8.
fn template_name(folder: &Path, file: &Path) -> Option<String> {
    let relative = file.strip_prefix(folder).unwrap_or(file);
    let parts: Option<Vec<_>> = relative
        .components()
        .map(|part| part.as_os_str().to_str())
        .collect();
    Some(parts?.join("/"))
}

fn is_hidden(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default();
    name.as_encoded_bytes().starts_with(b".")
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
