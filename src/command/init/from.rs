//! The files of a catalog that starts from a page.

use std::path::{Path, PathBuf};

use anyhow::Result;
use golfchess_markup::ascii_html;
use golfchess_pages::compose::template_line;
use golfchess_pages::text::BYTE_ORDER_MARK;
use golfchess_script::Wrapper;
use minijinja::context;

use super::super::minify::input::{Input, Kind, split};
use super::super::minify::sources::{Sources, Wanted};
use super::super::one_file::OneFile;
use super::{ATTRIBUTES, Files, IGNORED, manifest};
use crate::output::{help, message};

/// One page without flags, in the HTML of a page that exists; with the files that were read.
pub fn page(stem: &str, page: &Path, bundler: Option<&str>) -> Result<(Files, Vec<PathBuf>)> {
    let page = &match page.is_dir() {
        true => page.join("index.html"),
        false => page.to_owned(),
    };
    let (text, read) = taken_in(page, bundler)?;
    let html = ascii_html(text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&text));
    let (wrapper, script) = split(page, &html)?;
    ascii(page, &wrapper)?;
    let script = format!("{}\n", script.trim());
    refuse_template_syntax(page, &script, &wrapper)?;
    let name = page.display().to_string();
    let file = OneFile {
        line: 1 + wrapper.open.matches('\n').count(),
        ..OneFile::of(&name)
    };
    let note = |text: &str| message(format_args!("note: {text}"));
    let keep = file.kept(&script, &wrapper, Vec::new(), &note)?;
    let string = |text: &String| toml::Value::from(text.as_str()).to_string();
    let html = with_source(&wrapper, "page.js");
    let variables = context! {
        stem,
        keep => keep.iter().map(string).collect::<Vec<_>>(),
        wrapper => context! { open => string(&wrapper.open), close => string(&wrapper.close) },
        html => html.is_some(),
        whole => is_script_element(&wrapper),
    };
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
    Ok((files, read))
}

/// The text of a page with the local files in it that it names, and all files that were read.
fn taken_in(page: &Path, bundler: Option<&str>) -> Result<(String, Vec<PathBuf>)> {
    let input = Input::read(page)?;
    if input.kind != Kind::Page {
        return Ok((input.text, vec![page.to_owned()]));
    }
    let wanted = Wanted {
        file: page,
        keep_files: false,
        allow: &[],
        inline_limit: None,
        bundler,
    };
    let (input, sources) = Sources::of(&wanted, input)?;
    let read = sources.read().iter().cloned();
    Ok((input.text, read.chain([page.to_owned()]).collect()))
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
            "write it as `&#123;name}`",
        ));
    }
    Ok(())
}

/// Whether a wrapper holds its script as the text of an element: an attribute cannot hold the readable
/// script, which has quotation marks.
fn is_script_element(wrapper: &Wrapper) -> bool {
    let close = wrapper.close.trim_start().to_ascii_lowercase();
    close.starts_with("</script")
}
