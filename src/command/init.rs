//! `gen init`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use golfchess_markup::ascii_html;
use golfchess_pages::catalog::Catalog;
use golfchess_pages::files;
use golfchess_pages::text::BYTE_ORDER_MARK;
use golfchess_script::Wrapper;
use minijinja::{Environment, Value, context};

use super::minify::input::{Input, split};
use super::one_file::OneFile;
use crate::output::{Report, help, message};

const HELP: &str = "\
Writes a manifest, fragments and scenarios, and with --action a workflow for GitHub Actions. No file
that exists is changed.

Example: gen init greeting
         gen init clock --from clock.html
         gen init greeting --action OWNER/golfchess@v1";

/// The template of the manifest.
const MANIFEST: &str = include_str!("init/catalog.toml");

/// The file and the template of the workflow.
const WORKFLOW: (&str, &str) = (
    ".github/workflows/pages.yml",
    include_str!("init/workflow.yml"),
);

/// git must not change the line endings of files whose bytes count.
const ATTRIBUTES: (&str, &str) = (".gitattributes", "* text=auto eol=lf\ncatalog/* -text\n");

/// The states of `gen golf`, and files that an interrupt left half written.
const IGNORED: (&str, &str) = (".gitignore", "/target/\n.gen-*.tmp\n");

/// Start a catalog: a manifest, fragments, scenarios
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// The new folder, whose name is that of the pages
    #[arg(value_name = "NAME")]
    folder: PathBuf,
    /// An HTML page with one script: it becomes the first page, its script the first fragment; - is a page
    /// from stdin
    #[arg(long, value_name = "FILE.html")]
    from: Option<PathBuf>,
    /// Write a workflow for GitHub Actions too, which uses this action: the repository of golfchess with
    /// a tag or a commit
    #[arg(long, value_name = "OWNER/REPOSITORY@REF", value_parser = action)]
    action: Option<String>,
}

/// Parses the name of an action: an account, its repository and a revision.
fn action(text: &str) -> Result<String, String> {
    let word = |c: char| c.is_ascii_alphanumeric() || "_.-".contains(c);
    let is_name = |part: &str| !part.is_empty() && part.chars().all(word);
    let parts = text.split_once('@').and_then(|(repository, revision)| {
        let (owner, name) = repository.split_once('/')?;
        Some(is_name(owner) && is_name(name) && revision.split('/').all(is_name))
    });
    match parts {
        Some(true) => Ok(text.to_owned()),
        _ => Err(
            "write it as the account, the repository and a tag, such as owner/golfchess@v1"
                .to_owned(),
        ),
    }
}

pub fn run(args: &Args) -> Result<Report> {
    let folder = &args.folder;
    let stem = folder.file_name().and_then(|name| name.to_str());
    let is_word = |stem: &&str| {
        stem.chars()
            .all(|c| c.is_ascii_alphanumeric() || "_-".contains(c))
    };
    let stem = stem.filter(is_word).ok_or_else(|| {
        help::error(
            format!("{} cannot be the name of pages", folder.display()),
            "name a folder with letters, digits, `_` and `-` only, such as greeting",
        )
    })?;
    let mut files = match &args.from {
        Some(page) => from_page(stem, page)?,
        None => example(stem)?,
    };
    if let Some(action) = &args.action {
        files.insert(WORKFLOW.0, WORKFLOW.1.replace("{{ action }}", action));
    }
    check(stem, &files)?;
    let there = files.keys().map(|name| folder.join(name));
    if let Some(there) = there.into_iter().find(|path| path.exists()) {
        return Err(help::error(
            format!("{} exists", there.display()),
            "name another folder, or move this file away",
        ));
    }
    let mut listing = String::new();
    for (name, text) in &files {
        let path = folder.join(name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)
                .with_context(|| format!("cannot create {}", parent.display()))?;
        }
        files::write(&path, text)?;
        listing += &format!("{}\n", path.display());
    }
    // A catalog from a page has no scenarios yet.
    let record = match args.from {
        Some(_) => "",
        None => "  gen scenarios record   # writes what readable pages show; read it\n",
    };
    listing += &format!(
        "\nNext:\n  cd {}\n  gen --all      # builds the pages and shows their sizes\n  gen verify     # \
         compares each page with its readable page and its scenarios\n  gen check      # fails if a page has grown\n  \
         gen golf       # searches for savings\n\n\
         When you have changed the fragments:\n{record}  \
         gen record             # accepts the new sizes\n",
        folder.display()
    );
    Ok(Report::good(listing))
}

/// The files of a new catalog, by their paths in its folder.
type Files = BTreeMap<&'static str, String>;

/// Three pages with two flags.
fn example(stem: &str) -> Result<Files> {
    let files = [
        ("templates/page.js", include_str!("init/page.js")),
        ("templates/name.js", include_str!("init/name.js")),
        (
            "templates/scenarios/greets.toml",
            include_str!("init/greets.toml"),
        ),
        (
            "templates/scenarios/loud.toml",
            include_str!("init/loud.toml"),
        ),
        (
            "templates/scenarios/name.toml",
            include_str!("init/name.toml"),
        ),
        ATTRIBUTES,
        IGNORED,
    ];
    let mut files = Files::from(files.map(|(name, text)| (name, text.to_owned())));
    files.insert("templates/catalog.toml", manifest(context! { stem })?);
    Ok(files)
}

/// One page without flags, in the HTML of a page that exists.
fn from_page(stem: &str, page: &Path) -> Result<Files> {
    let text = Input::read(page)?.text;
    let html = ascii_html(text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&text));
    let (wrapper, script) = split(page, &html)?;
    if !wrapper.open.is_ascii() || !wrapper.close.is_ascii() {
        return Err(help::error(
            format!(
                "the HTML of {} has characters outside ASCII where no reference can stand for them",
                page.display()
            ),
            "write ASCII in names of elements and attributes, and in elements such as `iframe`",
        ));
    }
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
    let html = with_source(&wrapper);
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
    Ok(files)
}

/// The HTML of a page that names the file of its script; `None` if the script is no script element without
/// attributes.
fn with_source(wrapper: &Wrapper) -> Option<String> {
    let start = wrapper.open.len().checked_sub("<script>".len())?;
    let tag = wrapper.open.get(start..)?;
    let is_plain = tag.eq_ignore_ascii_case("<script>") && is_script_element(wrapper);
    let before = &wrapper.open[..start];
    is_plain.then(|| {
        format!(
            "{before}<script src=\"page.js\">{}",
            wrapper.close.trim_start()
        )
    })
}

/// A fragment is a template, and `{name}` in the HTML of the readable page is replaced.
fn refuse_template_syntax(page: &Path, script: &str, wrapper: &Wrapper) -> Result<()> {
    let is_template = |line: &str| {
        line.trim_start().starts_with("//%")
            || ["/*%", "/*=", "/*#"].iter().any(|mark| line.contains(mark))
    };
    let parts = [
        ("script", script),
        ("HTML", &wrapper.open),
        ("HTML", &wrapper.close),
    ];
    let lines = parts
        .iter()
        .flat_map(|(part, text)| text.lines().map(move |line| (part, line)));
    if let Some((part, line)) = lines.into_iter().find(|(_, line)| is_template(line)) {
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

/// The manifest of the example, or without flags and with the wrapper of a page.
fn manifest(variables: Value) -> Result<String> {
    Ok(Environment::new().render_str(MANIFEST, variables)? + "\n")
}

/// Whether a wrapper holds its script as the text of an element: an attribute cannot hold the readable
/// script, which has quotation marks.
fn is_script_element(wrapper: &Wrapper) -> bool {
    let close = wrapper.close.trim_start().to_ascii_lowercase();
    close.starts_with("</script")
}

/// Builds nothing yet, but finds what `gen --all` would refuse.
fn check(stem: &str, files: &Files) -> Result<()> {
    let manifest = &files["templates/catalog.toml"];
    Catalog::parse(manifest, Path::new("catalog.toml")).map_err(|error| {
        help::with_help(
            error,
            format!("{stem} cannot be the name of a catalog"),
            "name a folder with letters, digits, `_` and `-` only",
        )
    })?;
    Ok(())
}
