//! The files of which a page is made, and where its code comes from.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Error, Result};
use golfchess_markup::files::{FileError, Inlined, ReadError, take_in};
use golfchess_script::{Code, CodeKind};
use serde::Serialize;

use super::Args;
use super::bundler::{Bundle, Bundler};
use super::folder::{Folder, others};
use super::input::{Input, Kind};
use crate::options::STDOUT;
use crate::output::{help, message};

/// Behind the name of a module whose script has others in it.
const BUNDLED: &str = " (bundled)";

/// What a page was made of.
#[derive(Default)]
pub struct Sources {
    story: Story,
    /// The scripts that stand in the page as they are, with the names of their files.
    scripts: Vec<(String, String)>,
    /// For each line of the page with its files, that of the page.
    lines: Vec<usize>,
    /// The files that were read.
    read: Vec<PathBuf>,
    /// The folder of the page.
    folder: Option<Folder>,
    /// The bytes of the page itself.
    own: usize,
    /// The name of a bundle in the place of the file.
    whole: Option<String>,
    /// The page before its files were put into it.
    original: Option<String>,
}

/// All files of which a page is made, with the page.
#[derive(Debug, Serialize)]
pub struct Total {
    pub files: usize,
    pub bytes: usize,
}

/// The files that a page names, as JSON.
#[derive(Debug, Default, Serialize)]
pub struct Story {
    /// Those that are in the page.
    inside: Vec<Named>,
    /// Those that the page still names.
    beside: Vec<Named>,
    /// Addresses on other hosts.
    remote: Vec<String>,
}

/// A file by its path from the folder of the page; a module that others import by that from the current folder.
#[derive(Debug, Serialize)]
struct Named {
    path: String,
    /// `None` if there is no such file.
    bytes: Option<usize>,
    /// Why it is not in the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

/// Where code starts.
#[derive(Debug)]
pub struct Spot {
    /// Its file; `None` for the file that is minified.
    pub file: Option<String>,
    pub line: usize,
}

impl Default for Spot {
    fn default() -> Self {
        Self {
            file: None,
            line: 1,
        }
    }
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.file {
            Some(file) => write!(f, "of {file}"),
            None => write!(f, "on line {}", self.line),
        }
    }
}

impl Sources {
    /// The page with its files in it. Notes name the files that stay outside.
    pub fn of(args: &Args, input: Input) -> Result<(Input, Self)> {
        // Nothing is beside stdin.
        if args.keep_files || args.file == Path::new(STDOUT) {
            return Ok((input, Self::default()));
        }
        if input.kind != Kind::Page {
            return Self::of_module(args, input);
        }
        let mut folder = Folder::of(&args.file, &args.allow, args.bundler.as_deref())?;
        let inlined = take_in(&input.text, args.inline_limit, &mut folder);
        let inlined = inlined.map_err(|error| failed(args, &mut folder, &error))?;
        let Inlined {
            page,
            lines,
            taken,
            stays,
            remote,
            kept,
        } = inlined;
        if let Some(reason) = kept {
            message(format_args!(
                "note: the files that the page names stay outside of it: {reason}"
            ));
        }
        for file in &stays {
            let place = place(args, &folder, &file.place);
            let path = folder.shown(&file.path);
            message(format_args!(
                "note: {} stays outside of the page ({place}): {}",
                path.display(),
                file.reason
            ));
        }
        for address in &remote {
            message(format_args!("note: the page needs {address}"));
        }
        let own = input.text.len();
        let original = (!taken.is_empty()).then_some(input.text);
        let scripts = taken.iter().filter_map(|file| {
            let script = file.script.clone()?;
            let name = folder.shown(&file.path).display().to_string();
            // The lines of a bundle are those of no file.
            let is_bundle = folder.modules.contains(&file.path);
            let more = if is_bundle { BUNDLED } else { "" };
            Some((script, name + more))
        });
        let mut sources = Self {
            scripts: scripts.collect(),
            lines,
            read: std::mem::take(&mut folder.read),
            own,
            original,
            ..Self::default()
        };
        for file in taken {
            if !sources.story.inside.iter().any(|one| one.path == file.path) {
                sources.story.inside.push(Named {
                    path: file.path,
                    bytes: Some(file.bytes),
                    reason: None,
                });
            }
        }
        sources.add_imported(std::mem::take(&mut folder.imported));
        let beside = stays.into_iter().map(|file| Named {
            path: file.path,
            bytes: file.bytes,
            reason: Some(file.reason.to_string()),
        });
        sources.story.beside = beside.collect();
        sources.story.remote = remote;
        sources.folder = Some(folder);
        let input = Input {
            kind: input.kind,
            text: page,
        };
        Ok((input, sources))
    }

    /// A script with the modules that it imports in it.
    fn of_module(args: &Args, input: Input) -> Result<(Input, Self)> {
        let dialect = golfchess_script::dialect(&input.text);
        if !dialect.is_some_and(|dialect| dialect.imports) {
            return Ok((input, Self::default()));
        }
        let bundler = Bundler::find(args.bundler.as_deref(), &args.file)?;
        let Bundle {
            script,
            sheet,
            files,
        } = bundler.bundle(&args.file)?;
        if sheet.is_some() {
            return Err(help::error(
                format!(
                    "{}: a module imports a style sheet, and a script has no place for it",
                    args.file.display()
                ),
                "name a page that has the module, in place of the script",
            ));
        }
        let mut sources = Self {
            own: input.text.len(),
            whole: Some(args.file.display().to_string() + BUNDLED),
            ..Self::default()
        };
        sources.add_imported(others(files, &args.file).collect());
        let input = Input {
            kind: Kind::Script,
            text: script,
        };
        Ok((input, sources))
    }

    /// Adds files that scripts have loaded while the page was played.
    pub fn add_loaded(&mut self, page: &Path, paths: &[String]) {
        let Some(folder) = &self.folder else {
            return;
        };
        let place = |file: &Path| fs::canonicalize(file).ok();
        let known: Vec<_> = self.read.iter().map(|file| place(file)).collect();
        for path in paths {
            let file = folder.shown(path);
            let found = place(&file);
            if known.contains(&found) || found == place(page) {
                continue;
            }
            message(format_args!(
                "note: {} stays outside of the page: a script loads it",
                file.display()
            ));
            let bytes = fs::metadata(&file).map_or(0, |data| data.len());
            self.story.beside.push(Named {
                path: path.clone(),
                bytes: usize::try_from(bytes).ok(),
                reason: Some("a script loads it".to_owned()),
            });
            self.read.push(file);
        }
    }

    /// Adds the modules that others import.
    fn add_imported(&mut self, files: Vec<PathBuf>) {
        for file in files {
            if self.read.contains(&file) {
                continue;
            }
            let bytes = fs::metadata(&file).map_or(0, |data| data.len());
            self.story.inside.push(Named {
                path: file.display().to_string(),
                bytes: usize::try_from(bytes).ok(),
                reason: None,
            });
            self.read.push(file);
        }
    }

    /// The page before its files were put into it; `None` if there are none.
    pub fn original(&self) -> Option<&str> {
        self.original.as_deref()
    }

    /// Whether modules are in the page.
    pub fn has_bundles(&self) -> bool {
        self.scripts.iter().any(|(_, name)| name.ends_with(BUNDLED))
    }

    /// Why a browser does not show the folder as it is.
    pub fn needs_more_than_a_browser(&self) -> Option<String> {
        let paths = self.story.inside.iter().map(|file| file.path.as_str());
        let mut reasons = paths.filter_map(|path| {
            let (_, extension) = path.rsplit_once('.')?;
            let is_source = ["ts", "tsx", "jsx", "mts", "cts"].contains(&extension);
            match () {
                () if is_source => Some(format!("a browser does not run {path} as it is")),
                () if path.contains("node_modules/") => {
                    Some(format!("a browser does not find the package of {path}"))
                }
                () if path.starts_with("../") => {
                    Some("the page names files outside of its folder".to_owned())
                }
                () => None,
            }
        });
        reasons.next()
    }

    /// Where the script starts that is minified.
    pub fn whole(&self) -> Spot {
        Spot {
            file: self.whole.clone(),
            line: 1,
        }
    }

    /// The files that were read.
    pub fn read(&self) -> &[PathBuf] {
        &self.read
    }

    /// How many files are in the page.
    pub fn count(&self) -> usize {
        self.story.inside.len()
    }

    /// The page and its local files; `None` if it names none.
    pub fn total(&self) -> Option<Total> {
        let files = || self.story.inside.iter().chain(&self.story.beside);
        let bytes: usize = files().filter_map(|file| file.bytes).sum();
        let all = 1 + files().filter(|file| file.bytes.is_some()).count();
        (all > 1).then_some(Total {
            files: all,
            bytes: self.own + bytes,
        })
    }

    /// The bytes of the files that the page still names.
    pub fn bytes_beside(&self) -> usize {
        let beside = self.story.beside.iter();
        beside.filter_map(|file| file.bytes).sum()
    }

    /// `None` if the page names no files.
    pub fn story(&self) -> Option<&Story> {
        let Story {
            inside,
            beside,
            remote,
        } = &self.story;
        let is_empty = inside.is_empty() && beside.is_empty() && remote.is_empty();
        (!is_empty).then_some(&self.story)
    }

    /// The files that the page still names, with their paths.
    pub fn beside(&self) -> Result<Vec<(String, Vec<u8>)>> {
        let mut found = Vec::new();
        let Some(folder) = &self.folder else {
            return Ok(found);
        };
        for file in self.story.beside.iter().filter(|file| file.bytes.is_some()) {
            let path = folder.shown(&file.path);
            if file.path.starts_with("../") {
                return Err(help::error(
                    format!(
                        "{}: a container has no place for a file above the page",
                        path.display()
                    ),
                    "move the file into the folder of the page",
                ));
            }
            let data =
                fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
            found.push((file.path.clone(), data));
        }
        Ok(found)
    }

    /// Where a part of the page was written.
    pub fn spot(&self, code: &Code) -> Spot {
        let is_whole = |(text, _): &&(String, String)| *text == code.text;
        let script = self.scripts.iter().find(is_whole);
        match script.filter(|_| code.kind == CodeKind::Script) {
            Some((_, file)) => Spot {
                file: Some(file.clone()),
                line: 1,
            },
            None => Spot {
                file: None,
                line: self.lines.get(code.line - 1).copied().unwrap_or(code.line),
            },
        }
    }
}

/// A place in the page or in a style sheet.
fn place(args: &Args, folder: &Folder, place: &golfchess_markup::files::Place) -> String {
    let file = match &place.file {
        Some(file) => folder.shown(file),
        None => args.file.clone(),
    };
    format!("{}:{}:{}", file.display(), place.line, place.column)
}

/// The error of a file that cannot be read.
fn failed(args: &Args, folder: &mut Folder, error: &FileError) -> Error {
    if let Some(reason) = folder.failed.take() {
        return reason.context(place(args, folder, &error.place));
    }
    let help = match &error.error {
        ReadError::Missing(_) => {
            "correct the address, or leave all files outside of the page with --keep-files"
                .to_owned()
        }
        ReadError::Outside(file) => {
            let parent = Path::new(file).parent().unwrap_or(Path::new("."));
            format!("add --allow {}", parent.display())
        }
        ReadError::Failed(..) | ReadError::Module(_) => {
            "correct the file, or leave all files outside of the page with --keep-files".to_owned()
        }
    };
    let place = place(args, folder, &error.place);
    help::error(format!("{place}: {error}"), help)
}
