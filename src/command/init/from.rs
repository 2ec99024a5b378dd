//! The files of a catalog that starts from a page.

use std::path::{Path, PathBuf};

use anyhow::Result;
use golfchess_pages::compose::template_line;
use golfchess_pages::text::BYTE_ORDER_MARK;
use golfchess_script::Wrapper;
use minijinja::{Value, context};

use super::super::minify::EARLY;
use super::super::minify::input::{Input, Kind};
use super::super::minify::sources::{Sources, Wanted};
use super::super::one_file::OneFile;
use super::parts::{Parts, is_alone};
use super::{ATTRIBUTES, Files, IGNORED, manifest};
use crate::output::{help, message};

/// One page without flags, in the HTML of a page that exists; with the files that were read.
pub fn page(stem: &str, page: &Path, bundler: Option<&str>) -> Result<(Files, Vec<PathBuf>)> {
    let page = &match page.is_dir() {
        true => page.join("index.html"),
        false => page.to_owned(),
    };
    let input = Input::read(page)?;
    let is_page = input.kind == Kind::Page;
    let (input, sources) = Sources::of(&wanted(page, bundler), input)?;
    let name = page.display().to_string();
    let files = match is_page {
        true => of_page(stem, page, &name, &input, &sources)?,
        false => of_script(stem, page, &name, &input)?,
    };
    let read = sources.read().iter().cloned();
    Ok((files, read.chain([page.to_owned()]).collect()))
}

/// The page or the script with all local files that it names in it.
fn wanted<'w>(file: &'w Path, bundler: Option<&'w str>) -> Wanted<'w> {
    Wanted {
        file,
        keep_files: false,
        has_options: false,
        allow: &[],
        inline_limit: None,
        bundler,
    }
}

/// The files for a page.
fn of_page(stem: &str, page: &Path, name: &str, input: &Input, sources: &Sources) -> Result<Files> {
    let text = &input.text;
    let html = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let parts = Parts::of(page, html, sources)?;
    let Parts {
        wrapper, script, ..
    } = &parts;
    ascii(page, wrapper)?;
    let file = OneFile {
        line: 1 + wrapper.open.matches('\n').count(),
        ..OneFile::of(name)
    };
    let failed = |error| file.failed(script, &error);
    let shared = parts.shared().map_err(failed)?;
    let mut keep = file.kept(script, wrapper, shared, &say)?;
    keep.sort();
    keep.dedup();
    let script = format!("{}\n", script.trim());
    refuse_template_syntax(page, &script, wrapper)?;
    parts.note();
    let html = with_source(wrapper, "page.js");
    let variables = context! {
        stem,
        keep => strings(&keep),
        wrapper => context! { open => string(&wrapper.open), close => string(&wrapper.close) },
        html => html.is_some(),
        whole => holds_readable(wrapper),
        attribute => !is_script_element(wrapper),
    };
    files(variables, script, html)
}

/// The files for a script: the build chooses its HTML.
fn of_script(stem: &str, path: &Path, name: &str, input: &Input) -> Result<Files> {
    let file = OneFile::of(name);
    let script = match input.kind {
        Kind::TypeScript => {
            let untyped = golfchess_script::without_types(&input.text);
            untyped
                .map_err(|error| file.failed(&input.text, &error))?
                .script
        }
        Kind::Page | Kind::Script => input.text.clone(),
    };
    if script.trim().is_empty() {
        return Err(help::error(
            format!("{name}: the script is empty"),
            "name a file with a script",
        ));
    }
    let around = Wrapper::script();
    let keep = file.kept(&script, &around, Vec::new(), &say)?;
    let script = format!("{}\n", script.trim());
    refuse_template_syntax(path, &script, &around)?;
    let has = |word: &&str| script.contains(*word);
    let is_early = EARLY.iter().any(has);
    let variables = context! {
        stem,
        keep => strings(&keep),
        script => true,
        // A page of one script element has no body yet when the script runs.
        svg => !is_early,
        element => is_early || !script.contains("document.body"),
    };
    files(variables, script, None)
}

fn say(text: &str) {
    message(format_args!("note: {text}"));
}

/// A text in TOML.
fn string(text: &str) -> String {
    toml::Value::from(text).to_string()
}

fn strings(names: &[String]) -> Vec<String> {
    names.iter().map(|name| string(name)).collect()
}

/// The manifest, the fragment and the HTML.
fn files(variables: Value, script: String, html: Option<String>) -> Result<Files> {
    let files = [
        ("templates/catalog.toml", manifest(variables)?),
        ("templates/page.js", script),
        (ATTRIBUTES.0, ATTRIBUTES.1.to_owned()),
        (IGNORED.0, IGNORED.1.to_owned()),
    ];
    let mut files = Files::from(files);
    if let Some(html) = html {
        files.insert("templates/page.html", html);
    }
    Ok(files)
}

/// Fails if the HTML of a page has characters outside ASCII.
pub fn ascii(page: &Path, wrapper: &Wrapper) -> Result<()> {
    match wrapper.open.is_ascii() && wrapper.close.is_ascii() {
        true => Ok(()),
        false => Err(help::error(
            format!(
                "the HTML of {} has characters outside ASCII where no reference can stand for them",
                page.display()
            ),
            "write ASCII in names of elements and attributes, and in elements such as `iframe`",
        )),
    }
}

/// The HTML of a page that names the file of its script; `None` if the script is no script element without
/// attributes.
pub fn with_source(wrapper: &Wrapper, name: &str) -> Option<String> {
    let start = wrapper.open.len().checked_sub("<script>".len())?;
    let tag = wrapper.open.get(start..)?;
    let is_plain = tag.eq_ignore_ascii_case("<script>") && is_script_element(wrapper);
    let before = &wrapper.open[..start];
    is_plain.then(|| {
        format!(
            "{before}<script src=\"{name}\">{}",
            wrapper.close.trim_start()
        )
    })
}

/// A fragment is a template, and `{name}` in the HTML of the readable page is replaced.
fn refuse_template_syntax(page: &Path, script: &str, wrapper: &Wrapper) -> Result<()> {
    let parts = [
        ("script", script),
        ("HTML", &wrapper.open),
        ("HTML", &wrapper.close),
    ];
    let mut lines = parts
        .iter()
        .filter_map(|(part, text)| Some((part, template_line(text)?)));
    if let Some((part, line)) = lines.next() {
        return Err(help::error(
            format!(
                "the {part} of {} has the syntax of a template: {}",
                page.display(),
                line.trim()
            ),
            "write `//%`, `/*%`, `/*=` and `/*#` in another way, such as `/\\*%` in a string",
        ));
    }
    if [&wrapper.open, &wrapper.close]
        .iter()
        .any(|html| html.contains("{name}"))
    {
        return Err(help::error(
            format!("the HTML of {} has the text {{name}}", page.display()),
            "write it as `&#123;name}`, and in a script as `{ name }`",
        ));
    }
    Ok(())
}

/// Whether a wrapper can hold the readable script too. The only handler of a page becomes a script element:
/// an attribute cannot hold quotation marks of its own kind.
fn holds_readable(wrapper: &Wrapper) -> bool {
    is_script_element(wrapper) || !is_alone(wrapper)
}

/// Whether a wrapper holds its script as the text of an element.
fn is_script_element(wrapper: &Wrapper) -> bool {
    let close = wrapper.close.trim_start().to_ascii_lowercase();
    close.starts_with("</script")
}
