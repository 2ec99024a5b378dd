//! Fragments of scripts, and how they are composed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use minijinja::machinery::{Token, tokenize};
use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{Environment, UndefinedBehavior, Value};
use walkdir::WalkDir;

use super::around::around;
use super::bundled;
use super::composed::{Composed, Position};
use super::cycle::Cycle;
use super::error::ComposeError;
use super::marks::{self, Place};
use crate::catalog::{Catalog, FlagSet, Manifest, Spelling, Variant};
use crate::text;

/// The subfolder of the templates that holds those of the site; its scripts are not fragments.
pub const SITE_FOLDER: &str = "site";

/// All fragments of a catalog, ready to be composed.
#[derive(Debug)]
pub struct Templates {
    /// Where the fragments are, for messages.
    folder: PathBuf,
    manifest: Manifest,
    fragments: Arc<BTreeMap<String, String>>,
    environment: Environment<'static>,
    /// The same templates with marks in their text.
    marked: Environment<'static>,
    places: Arc<Vec<Place>>,
}

impl Templates {
    /// Reads every `.js` file below a folder, except hidden ones, and the file of the HTML. A file is included by
    /// its path in the folder, with `/` between its parts.
    ///
    /// # Errors
    /// A file cannot be read or is not a template, or uses an undeclared flag.
    pub fn load(folder: &Path, catalog: &Catalog) -> Result<Self, ComposeError> {
        Self::load_with(folder, catalog, BTreeMap::new())
    }

    /// The same with the fragments of the bundled entry: [`BUNDLE`](super::BUNDLE), and perhaps [`BUNDLE_HTML`](super::BUNDLE_HTML).
    ///
    /// # Errors
    /// As [`Self::load`]; the manifest names an entry and there is no bundle; or a file has the name of one of these
    /// fragments, or one of them has the syntax of a template.
    pub fn load_with(
        folder: &Path,
        catalog: &Catalog,
        bundled: BTreeMap<String, String>,
    ) -> Result<Self, ComposeError> {
        let manifest = catalog.manifest();
        let mut fragments = read_folder(folder, manifest.html.as_deref())?;
        if let Some(entry) = manifest.bundled_entry() {
            bundled::add(&mut fragments, folder, entry, bundled)?;
        }
        Self::new(folder, fragments, catalog)
    }

    /// The folder of the fragments.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The fragments of a map from their names to their texts; messages name `folder`, and no file
    /// is read.
    ///
    /// # Errors
    /// A text is not a template, or uses an undeclared flag.
    pub fn new(
        folder: &Path,
        fragments: BTreeMap<String, String>,
        catalog: &Catalog,
    ) -> Result<Self, ComposeError> {
        let fragments = Arc::new(fragments);
        let mut templates = Self {
            folder: folder.to_owned(),
            manifest: catalog.manifest().clone(),
            fragments: Arc::clone(&fragments),
            environment: environment(),
            marked: environment(),
            places: Arc::default(),
        };
        let mut places = Vec::new();
        for (name, text) in fragments.iter() {
            if let Some((offset, character)) =
                text.char_indices().find(|&(_, c)| marks::is_digit(c))
            {
                let place = templates.path(&Position::at(name, text, offset));
                return Err(ComposeError::Reserved { place, character });
            }
            templates
                .environment
                .add_template_owned(name.clone(), text.clone())
                .map_err(|error| template_error(&error))?;
            if let Some(marked) = marks::marked(name, text, syntax(), &mut places) {
                // A template that only its marks break has no positions.
                let _ = templates.marked.add_template_owned(name.clone(), marked);
            }
        }
        templates
            .marked
            .add_function(marks::MARK_VALUE, |place: usize, value: Value| {
                Value::from_safe_string(marks::marked_value(place, value.to_string()))
            });
        templates.places = Arc::new(places);
        if let Some(html) = &templates.manifest.html
            && !fragments.contains_key(html)
        {
            let path = folder.join(html).display().to_string();
            return Err(ComposeError::Html {
                path,
                reason: "there is no such file; `html` in the manifest names it".to_owned(),
            });
        }
        templates.check_names()?;
        Ok(templates)
    }

    /// The fragments by name, as they are written.
    pub fn fragments(&self) -> &BTreeMap<String, String> {
        &self.fragments
    }

    /// The manifest that the fragments belong to.
    pub(crate) fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The readable script of a variant with one spelling for each choice of the manifest, and
    /// where its text is from.
    ///
    /// # Errors
    /// An error in a fragment, with its file, line and an excerpt.
    pub fn compose(
        &self,
        variant: &Variant,
        spellings: &[&Spelling],
    ) -> Result<Composed, ComposeError> {
        let text = self.render(variant, spellings)?;
        let entry = self.marked.get_template(&self.manifest.entry);
        let marked = entry.and_then(|template| template.render(self.context(variant, spellings)));
        let places = Arc::clone(&self.places);
        let fragments = Arc::clone(&self.fragments);
        let marked = marks::unmarked(&marked.unwrap_or_default());
        Ok(Composed::new(text, marked, places, fragments))
    }

    /// The text of [`Templates::compose`].
    pub(crate) fn render(
        &self,
        variant: &Variant,
        spellings: &[&Spelling],
    ) -> Result<String, ComposeError> {
        let entry = self.environment.get_template(&self.manifest.entry);
        entry
            .and_then(|template| template.render(self.context(variant, spellings)))
            .map_err(|error| self.render_error(&error))
    }

    /// The HTML of a variant before and after its script, as it is written; `None` if it is no template.
    ///
    /// # Errors
    /// An error in the template, or it does not have one place for the script.
    pub(crate) fn html(&self, variant: &Variant) -> Result<Option<(String, String)>, ComposeError> {
        let Some(name) = &self.manifest.html else {
            return Ok(None);
        };
        let template = self.environment.get_template(name);
        let html = template
            .and_then(|template| template.render(self.context(variant, &[])))
            .map_err(|error| self.render_error(&error))?;
        let html = html.replace("{name}", &variant.name);
        let parts = around(&html, &self.manifest.entry).map_err(|reason| ComposeError::Html {
            path: self.folder.join(name).display().to_string(),
            reason,
        })?;
        Ok(Some(parts))
    }

    fn context(&self, variant: &Variant, spellings: &[&Spelling]) -> BTreeMap<String, Value> {
        let known = self.manifest.flags.iter().filter(|flag| !flag.pack);
        let flags = known.map(|flag| {
            let on = variant.flags.has(flag.letter);
            (flag.letter.to_string(), Value::from(on))
        });
        let pairs = self.manifest.choices.iter().zip(spellings);
        let choices = pairs.map(|(choice, spelling)| {
            let value = Value::from(Serde(&spelling.value));
            (choice.name.clone(), value)
        });
        flags.chain(choices).collect()
    }

    /// A position with the path of its file.
    pub(crate) fn path(&self, position: &Position) -> String {
        let path = self.folder.join(position.to_string());
        path.display().to_string()
    }

    /// An error of a rendering. A cycle of includes is found as the limit of their depth, in any
    /// fragment on it.
    fn render_error(&self, error: &minijinja::Error) -> ComposeError {
        let text = template_error(error);
        let is_limit = text.to_string().contains("recursion limit");
        let cycle = || Cycle::below(&self.manifest.entry, &self.fragments);
        match is_limit.then(cycle).flatten() {
            None => text,
            Some(cycle) => ComposeError::Cycle {
                place: self.path(&cycle.place),
                fragments: cycle.fragments,
            },
        }
    }

    /// Every name that a fragment does not define must be a flag or a choice.
    fn check_names(&self) -> Result<(), ComposeError> {
        for (name, text) in self.fragments.iter() {
            let template = self
                .environment
                .get_template(name)
                .map_err(|error| template_error(&error))?;
            let mut used: Vec<_> = template.undeclared_variables(false).into_iter().collect();
            used.sort();
            if let Some(flag) = used.into_iter().find(|name| !self.is_declared(name)) {
                let position = Position::at(name, text, first_use(text, &flag));
                return Err(ComposeError::UndeclaredFlag {
                    place: self.path(&position),
                    flag,
                    declared: self
                        .manifest
                        .unpacked(&FlagSet::new(&self.manifest.naming.order()))
                        .in_order(&self.manifest.naming.order()),
                });
            }
        }
        Ok(())
    }

    fn is_declared(&self, name: &str) -> bool {
        let mut letters = name.chars();
        let is_flag = matches!((letters.next(), letters.next()), (Some(letter), None)
            if self.manifest.flag(letter).is_some_and(|flag| !flag.pack));
        is_flag
            || self
                .manifest
                .choices
                .iter()
                .any(|choice| choice.name == name)
    }
}

/// The byte offset of the first use of a variable in a template.
fn first_use(text: &str, name: &str) -> usize {
    let mut after_dot = false;
    for (token, span) in tokenize(text, false, syntax()).map_while(Result::ok) {
        match token {
            Token::Ident(ident) if ident == name && !after_dot => {
                return span.start_offset as usize;
            }
            token => after_dot = matches!(token, Token::Dot),
        }
    }
    0
}

/// The texts of all fragments of a folder by their names.
fn read_folder(
    folder: &Path,
    html: Option<&str>,
) -> Result<BTreeMap<String, String>, ComposeError> {
    let mut fragments = BTreeMap::new();
    let site = folder.join(SITE_FOLDER);
    let files = WalkDir::new(folder).follow_links(true).sort_by_file_name();
    for entry in files.into_iter().filter_entry(|entry| entry.path() != site) {
        let entry = match entry {
            Ok(entry) => entry,
            // Editors keep locks and backups as hidden links that may lead nowhere.
            Err(error) if error.path().is_some_and(is_hidden) => continue,
            Err(error) => {
                return Err(ComposeError::Read {
                    path: folder.to_owned(),
                    reason: error.to_string(),
                });
            }
        };
        let (path, is_file) = (entry.path(), entry.file_type().is_file());
        let is_script = path.extension() == Some("js".as_ref());
        let is_html = html.is_some_and(|html| path == folder.join(html));
        if !is_file || !(is_script || is_html) || is_hidden(path) {
            continue;
        }
        let text = text::read(path).map_err(|source| ComposeError::Fragment {
            path: path.to_owned(),
            source,
        })?;
        let name = template_name(folder, path).ok_or_else(|| ComposeError::Name {
            path: path.to_owned(),
        })?;
        fragments.insert(name, text);
    }
    Ok(fragments)
}

/// Template syntax that looks like comments to JavaScript, so that fragments
/// stay JavaScript to an editor.
pub(super) fn syntax() -> SyntaxConfig {
    SyntaxConfig::builder()
        .block_delimiters("/*%", "%*/")
        .variable_delimiters("/*=", "=*/")
        .comment_delimiters("/*#", "#*/")
        .line_statement_prefix("//%")
        .keep_trailing_newline(true)
        .build()
        .expect("the delimiters differ")
}

fn environment() -> Environment<'static> {
    let mut environment = Environment::new();
    environment.set_syntax(syntax());
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

/// The message of the innermost error with file, line and excerpt.
fn template_error(error: &minijinja::Error) -> ComposeError {
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

#[cfg(test)]
#[path = "templates_tests.rs"]
mod tests;
