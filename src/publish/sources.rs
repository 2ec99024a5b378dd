//! The site's own files: templates of its pages, styles, scripts and texts.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{Environment, UndefinedBehavior, Value, context};

use super::PublishError;
use super::text::Texts;

/// Templates that are no pages: pages extend or include them.
const PARTS: [&str; 2] = ["layout", "clicks"];

/// Renders each page of the site.
pub(super) fn render(
    sources: &Path,
    manifest: &[(String, String)],
    context: &serde_json::Value,
    files: &mut BTreeMap<String, String>,
) -> Result<(), PublishError> {
    let common = Texts::load(&sources.join("text/common.toml"), manifest)?;
    let pages = listed(sources, "html")?;
    let mut environment = environment(&pages)?;
    let shared = Value::from(Serde(context));
    for name in pages.iter().map(|path| stem(path)) {
        if PARTS.contains(&name.as_str()) {
            continue;
        }
        let own = Texts::load(&sources.join(format!("text/{name}.toml")), &[])?;
        let texts = common.clone().with(own);
        let context = context! {
            page => &name,
            texts => texts.for_scripts().replace("</", "<\\/"),
            ..shared.clone()
        };
        // Besides the values above, only the texts differ from page to page.
        environment.add_function("t", texts.function());
        let file = format!("{name}.html");
        let template = environment.get_template(&file).map_err(template_error)?;
        let page = template.render(context).map_err(template_error)?;
        files.insert(file, page.trim_start().to_owned() + "\n");
    }
    Ok(())
}

/// Renders a template that is not a page.
pub(super) fn document(path: &Path, context: &serde_json::Value) -> Result<String, PublishError> {
    let mut environment = environment(&[])?;
    let name = path.to_string_lossy().into_owned();
    environment
        .add_template_owned(name.clone(), read(path)?)
        .map_err(template_error)?;
    let template = environment.get_template(&name).map_err(template_error)?;
    let text = template
        .render(Value::from(Serde(context)))
        .map_err(template_error)?;
    Ok(text.trim().to_owned() + "\n")
}

/// The templates of all pages, which may extend one another.
fn environment(pages: &[PathBuf]) -> Result<Environment<'static>, PublishError> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    let syntax = SyntaxConfig::builder()
        .trim_blocks(true)
        .lstrip_blocks(true)
        .build()
        .map_err(template_error)?;
    environment.set_syntax(syntax);
    for path in pages {
        let template = format!("{}.html", stem(path));
        environment
            .add_template_owned(template, read(path)?)
            .map_err(template_error)?;
    }
    Ok(environment)
}

fn template_error(error: minijinja::Error) -> PublishError {
    PublishError::Template(format!("{error:#}"))
}

/// The files of a folder with an extension, by name.
fn listed(folder: &Path, extension: &str) -> Result<Vec<PathBuf>, PublishError> {
    let read_error = |error| PublishError::read(folder, &error);
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(read_error)? {
        let path = entry.map_err(read_error)?.path();
        if path.extension() == Some(extension.as_ref()) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// Joins files; the ones that the others depend on come first.
pub(super) fn joined(folder: &Path, extension: &str) -> Result<String, PublishError> {
    let mut files = listed(folder, extension)?;
    let first = ["base", "runner"];
    files.sort_by_key(|path| {
        first
            .iter()
            .position(|name| stem(path) == *name)
            .unwrap_or(9)
    });
    files.iter().map(|file| read(file)).collect()
}

fn stem(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default();
    stem.to_string_lossy().into_owned()
}

pub(super) fn read(path: &Path) -> Result<String, PublishError> {
    let text = fs::read_to_string(path).map_err(|error| PublishError::read(path, &error))?;
    Ok(text.replace("\r\n", "\n"))
}
