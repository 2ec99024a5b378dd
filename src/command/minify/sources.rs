//! The files of which a page is made, and where its code comes from.

mod notes;
mod origins;
mod story;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use golfchess_markup::files::{Inlined, Reason, take_in};

use super::bundler::{Bundle, Bundler, Entry};
use super::folder::{Folder, others};
use super::input::{Input, Kind};
use super::origin::{Origin, name_of};
use super::spot::Spot;
use crate::options::STDOUT;
use crate::output::{help, message};

use origins::Taken;
use story::Named;
pub use story::{Story, Total};

/// Behind the name of a module whose script has others in it.
const BUNDLED: &str = " (bundled)";

/// What a page was made of.
#[derive(Default)]
pub struct Sources {
    story: Story,
    /// The scripts of files that stand in the page.
    scripts: Vec<Taken>,
    /// The modules in the text of the page that stay: their lines there, and why.
    unbundled: Vec<(usize, Reason)>,
    /// The style elements of files with the parts that these have in them.
    styled: Vec<(String, Vec<(String, usize)>)>,
    /// The addresses that hold files.
    addresses: Vec<(String, String)>,
    /// For each line of the page with its files, that of the page.
    lines: Vec<usize>,
    /// The files that were read.
    read: Vec<PathBuf>,
    /// The folder of the page.
    folder: Option<Folder>,
    /// The name of the page or the script, and its text.
    name: String,
    own: String,
    /// The name of a bundle in the place of the file.
    whole: Option<String>,
    /// Where the script comes from, if it is not the file as it is.
    whole_origin: Option<Origin>,
    /// The page before its files were put into it.
    original: Option<String>,
}

/// A file, and which of the files that it names go into it.
pub struct Wanted<'w> {
    pub file: &'w Path,
    pub keep_files: bool,
    /// Whether the command has options that leave files outside, or read others.
    pub has_options: bool,
    /// Folders outside of that of the file.
    pub allow: &'w [PathBuf],
    pub inline_limit: Option<usize>,
    /// The command of `--bundler`.
    pub bundler: Option<&'w str>,
}

impl Sources {
    /// The page with its files in it. Notes name the files that stay outside.
    pub fn of(args: &Wanted<'_>, input: Input) -> Result<(Input, Self)> {
        let own = input.text.clone();
        let (input, sources) = Self::found(args, input)?;
        let name = name_of(args.file);
        Ok((
            input,
            Self {
                name,
                own,
                ..sources
            },
        ))
    }

    fn found(args: &Wanted<'_>, input: Input) -> Result<(Input, Self)> {
        // Nothing is beside stdin.
        if args.keep_files || args.file == Path::new(STDOUT) {
            return Ok((input, Self::default()));
        }
        if input.kind != Kind::Page {
            return Self::of_module(args, input);
        }
        let mut folder = Folder::of(args.file, args.allow, args.bundler)?;
        let inlined = take_in(&input.text, args.inline_limit, &mut folder);
        let inlined = inlined.map_err(|error| notes::failed(args, &mut folder, &error))?;
        let Inlined {
            page,
            lines,
            taken,
            made,
            unbundled,
            styled,
            stays,
            remote,
            kept,
        } = inlined;
        notes::say(args, &folder, &stays, &remote, kept);
        let is_same = taken.is_empty() && made.is_empty();
        let name = name_of(args.file);
        let of_files = taken.iter().filter_map(|file| Taken::of(file, &mut folder));
        let mut scripts: Vec<Taken> = of_files.collect();
        let made = made.into_iter();
        scripts.extend(made.filter_map(|one| Taken::made(one, &name, &input.text, &mut folder)));
        let original = (!is_same).then_some(input.text);
        let addresses = taken.iter().filter_map(|file| {
            let path = folder.shown(&file.path).display().to_string();
            Some((path, file.address.clone()?))
        });
        let mut sources = Self {
            scripts,
            unbundled: unbundled
                .into_iter()
                .map(|one| (one.place.line, one.reason))
                .collect(),
            styled: origins::styled(&name, styled, &folder),
            addresses: addresses.collect(),
            lines,
            read: std::mem::take(&mut folder.read),
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
    fn of_module(args: &Wanted<'_>, input: Input) -> Result<(Input, Self)> {
        let dialect = golfchess_script::dialect(&input.text);
        if !dialect.is_some_and(|dialect| dialect.imports) {
            return Ok((input, Self::default()));
        }
        let entry = Entry::File(args.file.to_owned());
        let bundler = Bundler::find(args.bundler, &entry)?;
        let Bundle {
            script,
            sheet,
            origins,
            files,
            ..
        } = bundler.bundle(&[entry])?;
        if sheet.is_some() {
            return Err(help::error(
                format!(
                    "{}: a module imports a style sheet, and a script has no place for it",
                    args.file.display()
                ),
                "name a page that has the module, in place of the script",
            ));
        }
        let name = args.file.display().to_string() + BUNDLED;
        let mut sources = Self {
            whole_origin: Some(Origin::of_bundle(&name, &script, origins)),
            whole: Some(name),
            ..Self::default()
        };
        sources.add_imported(others(files, &[args.file]).collect());
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
                "note: {} stays outside of the page: a script loads it (the check waits for synchronous requests alone)",
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
        self.scripts.iter().any(Taken::is_bundle)
    }

    /// Where the script starts that is minified.
    pub fn whole(&self) -> Spot {
        Spot::new(self.whole.clone(), 1)
    }

    /// The files that were read.
    pub fn read(&self) -> &[PathBuf] {
        &self.read
    }

    /// How many files are in the page.
    pub fn count(&self) -> usize {
        self.story.inside.len()
    }

    /// The files that the page names.
    pub fn story(&self) -> &Story {
        &self.story
    }

    /// The page and its local files; `None` if it names none.
    pub fn total(&self) -> Option<Total> {
        self.story.total(self.own.len())
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
}
