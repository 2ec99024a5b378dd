//! `gen init`.

pub(super) mod from;
mod parts;
mod refresh;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use golfchess_pages::catalog::Catalog;
use golfchess_pages::files;
use minijinja::{Environment, Value, context};

use crate::output::{Report, help};

const HELP: &str = "\
Writes a manifest, fragments and scenarios, and with --action a workflow for GitHub Actions. No file
that exists is changed.

With --from, the local files that a page names go into it, as with `gen minify`. Modules do too:
a bundler makes one script of them, which becomes the fragment, so that the catalog builds without
the bundler. Of several scripts the largest is the fragment; the others and event handlers stay in
the HTML, and the names that they share stay. --refresh takes the files in again, and writes the
fragment and the HTML anew.

Example: gen init greeting
         gen init clock --from clock.html
         gen init dots --from dots.js
         gen init stars --from game/
         gen init stars --from game/ --refresh
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
    /// A page, a folder with an index.html, or a script: it becomes the first page, its largest script the first
    /// fragment; - is a page or a script from stdin
    #[arg(long, value_name = "FILE|FOLDER")]
    from: Option<PathBuf>,
    /// Write the script and the HTML of the page anew into a catalog that was started from it; the manifest
    /// stays
    #[arg(long, requires = "from", conflicts_with = "action")]
    refresh: bool,
    /// The program that makes one script of modules, as that of `gen minify`
    #[arg(long, value_name = "COMMAND", requires = "from")]
    bundler: Option<String>,
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
    let (mut files, read) = match &args.from {
        Some(page) => from::page(stem, page, args.bundler.as_deref())?,
        None => (example(stem)?, Vec::new()),
    };
    if let Some(action) = &args.action {
        files.insert(WORKFLOW.0, WORKFLOW.1.replace("{{ action }}", action));
    }
    check(stem, &files)?;
    if args.refresh {
        return refresh::run(folder, &files, &read);
    }
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
    files.insert(
        "templates/catalog.toml",
        manifest(context! { stem, flags => true, svg => true, element => true })?,
    );
    Ok(files)
}

/// The manifest of the example, or without flags and with the wrapper of a page.
fn manifest(variables: Value) -> Result<String> {
    Ok(Environment::new().render_str(MANIFEST, variables)? + "\n")
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
