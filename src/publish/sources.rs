//! The site's own files: templates of its pages, styles, scripts and texts.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{Environment, UndefinedBehavior, Value};
use serde_json::json;

use super::PublishError;
use super::text::Texts;

/// Renders each page of the site.
pub(super) fn render(
    sources: &Path,
    context: &serde_json::Value,
    files: &mut BTreeMap<String, String>,
) -> Result<(), PublishError> {
    let fault = |error: minijinja::Error| PublishError::Template(format!("{error:#}"));
    let common = Texts::load(&sources.join("text/common.toml"))?;
    let pages = listed(sources, "html")?;
    for path in &pages {
        let name = stem(path);
        if name == "layout" {
            continue;
        }
        let own = Texts::load(&sources.join(format!("text/{name}.toml")))?;
        let texts = common.clone().with(own);
        let mut environment = Environment::new();
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        let syntax = SyntaxConfig::builder()
            .trim_blocks(true)
            .lstrip_blocks(true)
            .build()
            .map_err(fault)?;
        environment.set_syntax(syntax);
        for other in &pages {
            let template = format!("{}.html", stem(other));
            let text = read(other)?;
            environment
                .add_template_owned(template, text)
                .map_err(fault)?;
        }
        let scripts = texts.for_scripts();
        environment.add_function("t", texts.function());
        let mut context = context.clone();
        context["page"] = json!(name);
        context["texts"] = json!(scripts.replace("</", "<\\/"));
        let template = environment
            .get_template(&format!("{name}.html"))
            .map_err(fault)?;
        let page = template
            .render(Value::from(Serde(&context)))
            .map_err(fault)?;
        files.insert(format!("{name}.html"), page.trim_start().to_owned() + "\n");
    }
    Ok(())
}

/// The files of a folder with an extension, by name.
fn listed(folder: &Path, extension: &str) -> Result<Vec<PathBuf>, PublishError> {
    let fault = |error: std::io::Error| PublishError::Read {
        path: folder.to_owned(),
        reason: error.to_string(),
    };
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(fault)? {
        let path = entry.map_err(fault)?.path();
        if path.extension() == Some(extension.as_ref()) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// Files one after another: those that the others need first.
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
    let text = fs::read_to_string(path).map_err(|error| PublishError::Read {
        path: path.to_owned(),
        reason: error.to_string(),
    })?;
    Ok(text.replace("\r\n", "\n"))
}
