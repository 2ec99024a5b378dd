//! Makes one classic script of a module and those that it imports, with a bundler that the user has.

mod entry;
mod map;
mod options;
mod packages;

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use std::{env, io};

use anyhow::{Context, Result};
use golfchess_parity::host::{Group, Waited, wait};
use golfchess_script::Origins;
use golfchess_sizes::text::line_and_column;

use self::entry::Start;
pub use self::entry::{Entry, InlineText};
use crate::output::{count, help, message};

/// How long a bundler may take.
const LIMIT: Duration = Duration::from_secs(60);

/// The versions of commands: a watch asks each once.
static VERSIONS: Mutex<BTreeMap<Vec<String>, String>> = Mutex::new(BTreeMap::new());

/// Those that are looked for, the faster one first.
const KNOWN: [(&str, Kind); 2] = [("esbuild", Kind::Esbuild), ("rolldown", Kind::Rolldown)];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Esbuild,
    Rolldown,
    /// It gets the module as its last argument, and prints the script.
    Other,
}

/// A program that bundles modules.
pub struct Bundler {
    command: Vec<String>,
    kind: Kind,
    /// How long it may take.
    limit: Duration,
}

/// A module with all that it imports, as a classic script.
pub struct Bundle {
    pub script: String,
    /// The style sheets that the modules import.
    pub sheet: Option<String>,
    /// The files of the style sheets with their bytes in it, if the bundler says which.
    pub sheets: Vec<(String, usize)>,
    /// Where the parts of the script come from, if the bundler says it.
    pub origins: Option<Origins>,
    /// The files, the module among them, if the bundler says which.
    pub files: Vec<PathBuf>,
}

impl Bundler {
    fn new(command: Vec<String>, kind: Kind) -> Self {
        let limit = LIMIT;
        Self {
            command,
            kind,
            limit,
        }
    }

    /// The bundler of `--bundler`, of a folder `node_modules` beside or above a module or its page, or of the PATH.
    ///
    /// # Errors
    /// There is none.
    pub fn find(named: Option<&str>, entry: &Entry) -> Result<Self> {
        if let Some(named) = named {
            let command: Vec<String> = named.split_whitespace().map(str::to_owned).collect();
            let stem = Path::new(command.first().map_or("", |program| program)).file_stem();
            let known = KNOWN
                .iter()
                .find(|(name, _)| stem.is_some_and(|stem| stem == *name));
            let kind = known.filter(|_| command.len() == 1);
            let kind = kind.map_or(Kind::Other, |(_, kind)| *kind);
            return Ok(Self::new(command, kind));
        }
        let (file, is) = match entry {
            Entry::File(file) => (file, "is"),
            Entry::Text(text) => (&text.page, "has"),
        };
        let place = fs::canonicalize(file)?;
        let local = place.ancestors().skip(1);
        let local = local.map(|folder| folder.join("node_modules/.bin"));
        let paths = env::var_os("PATH").unwrap_or_default();
        let paths: Vec<PathBuf> = env::split_paths(&paths).collect();
        for folder in local.chain(paths) {
            for (name, kind) in KNOWN {
                let names = match cfg!(windows) {
                    true => vec![format!("{name}.cmd"), format!("{name}.exe")],
                    false => vec![name.to_owned()],
                };
                let found = names.into_iter().map(|name| folder.join(name));
                if let Some(program) = found.into_iter().find(|program| program.is_file()) {
                    let command = vec![program.to_string_lossy().into_owned()];
                    return Ok(Self::new(command, kind));
                }
            }
        }
        Err(help::error(
            format!(
                "{} {is} a module, and there is no bundler: neither esbuild nor rolldown",
                file.display()
            ),
            "install one: npm install --save-dev esbuild",
        ))
    }

    /// Bundles modules, which run one after the other.
    pub fn bundle(&self, entries: &[Entry]) -> Result<Bundle> {
        let name = self.name()?;
        let mut group = new_group()?;
        let folder = group.folder().to_owned();
        let start = Start::of(entries, &folder)?;
        let module = shown(entries);
        let at = |name: &str| folder.join(name).display().to_string();
        let (script, map) = (at("out.js"), at("out.json"));
        let mut arguments = options::of(self.kind, &script, &map);
        arguments.push(start.file.display().to_string());
        let (status, out, said) = self.run(&mut group, &arguments)?;
        let said = start.said(&said);
        if !status.success() {
            return Err(help::error(
                format!("{name} cannot bundle {module}:\n{}", said.trim_end()),
                options::advice(self.kind, &said),
            ));
        }
        if !said.trim().is_empty() && self.kind != Kind::Other {
            say_once(format!("warning: {name} says:\n{}", said.trim_end()));
        }
        let script = match self.kind {
            Kind::Other => out,
            _ => fs::read_to_string(&script)
                .with_context(|| format!("{name} has written no bundle"))?,
        };
        let files = match self.kind {
            Kind::Esbuild => map::names(
                &map,
                |map| map["inputs"].as_object().map(map::keys),
                Path::new(""),
            ),
            Kind::Rolldown => map::names(
                &at("out.js.map"),
                |map| map["sources"].as_array().map(|list| map::texts(list)),
                &folder,
            ),
            Kind::Other => Vec::new(),
        };
        let files: Vec<PathBuf> = files
            .into_iter()
            .filter(|file| !start.is_own(file))
            .collect();
        let sheet = fs::read_to_string(folder.join("out.css")).ok();
        let sheets = fs::read_to_string(&map).map(|map| map::sheets(&map));
        let beside = folder.join("out.js.map");
        let beside = (self.kind != Kind::Other).then_some(beside.as_path());
        let parent = start.file.parent().unwrap_or(Path::new(""));
        let origins = map::origins(&script, beside, &[&folder, Path::new(""), parent]);
        let origins = origins.map(|origins| start.in_page(origins));
        if script.contains("import(") {
            say_once(
                "warning: the bundle still has `import()`, which loads a module from outside"
                    .to_owned(),
            );
        }
        let own = entries.iter().filter_map(Entry::file);
        let others = match self.kind {
            Kind::Other => String::new(),
            _ => format!(
                "with {} ",
                count(files.len().saturating_sub(own.count()), "other file")
            ),
        };
        say_once(format!("{module}: bundled {others}by {name}"));
        let strict = strict(&script);
        Ok(Bundle {
            origins: origins.map(|origins| origins.behind(strict.len() - script.len())),
            script: strict,
            sheet,
            sheets: sheets.unwrap_or_default(),
            files,
        })
    }

    /// Its name with its version, as it says it.
    fn name(&self) -> Result<String> {
        let name = match self.kind {
            Kind::Esbuild => "esbuild",
            Kind::Rolldown => "rolldown",
            Kind::Other => return Ok(format!("`{}`", self.command.join(" "))),
        };
        let known = || VERSIONS.lock().unwrap_or_else(PoisonError::into_inner);
        let own = known().get(&self.command).cloned();
        let version = match own {
            Some(version) => version,
            None => {
                let (_, said, _) = self.run(&mut new_group()?, &["--version".to_owned()])?;
                let version = said.split_whitespace().last();
                let version = version.unwrap_or("of an unknown version").to_owned();
                known().insert(self.command.clone(), version.clone());
                version
            }
        };
        Ok(format!("{name} {}", version.trim_start_matches('v')))
    }

    /// Runs it, and returns what it prints on both outputs.
    fn run(&self, group: &mut Group, arguments: &[String]) -> Result<(ExitStatus, String, String)> {
        let places = ["stdout", "stderr"].map(|name| group.folder().join(name));
        let program = self.command.first().map_or("", |program| program);
        let mut command = Command::new(program);
        command
            .args(self.command.iter().skip(1))
            .args(arguments)
            .stdout(File::create(&places[0])?)
            .stderr(File::create(&places[1])?);
        let child = group.spawn(&mut command).map_err(|error| {
            help::with_help(
                error,
                format!("cannot run the bundler {program}"),
                "name another one with --bundler, or install one: npm install --save-dev esbuild",
            )
        })?;
        let Waited::Ended(status) = wait(child, self.limit, &AtomicBool::new(false))? else {
            return Err(help::error(
                format!(
                    "the bundler {program} has not ended after {} s",
                    self.limit.as_secs()
                ),
                "run it alone to see why; does it watch, or wait for an answer?",
            ));
        };
        let read = |place: &PathBuf| -> io::Result<String> {
            Ok(String::from_utf8_lossy(&fs::read(place)?).into_owned())
        };
        Ok((status, read(&places[0])?, read(&places[1])?))
    }
}

/// What is bundled, for a person.
fn shown(entries: &[Entry]) -> String {
    let names = entries.iter().map(|entry| match entry {
        Entry::File(file) => file.display().to_string(),
        Entry::Text(text) => {
            let (line, _) = line_and_column(&text.text, text.range.start);
            format!("the module on line {line} of {}", text.page.display())
        }
    });
    names.collect::<Vec<_>>().join(", ")
}

/// Prints a message, which a watch would repeat at each save.
fn say_once(text: String) {
    static SAID: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let mut said = SAID.lock().unwrap_or_else(PoisonError::into_inner);
    if said.insert(text.clone()) {
        message(text);
    }
}

/// A place for the files and the process of a run, which end with it. (A process cannot join a group whose leader has
/// ended.)
fn new_group() -> Result<Group> {
    Group::new().context("no temporary folder for the bundler")
}

/// Modules are strict. Nothing proves that a script does the same without, so the bundle says it.
fn strict(script: &str) -> String {
    match golfchess_script::is_strict(script) {
        true => script.to_owned(),
        false => format!("\"use strict\";\n{script}"),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_bundler_that_does_not_end_is_an_error() {
        let folder = tempfile::tempdir().expect("a folder");
        let module = folder.path().join("a.js");
        fs::write(&module, "import 'b'").expect("written");
        let command = ["sh", "-c", "sleep 600"].map(str::to_owned);
        let bundler = Bundler {
            limit: Duration::from_millis(50),
            ..Bundler::new(command.to_vec(), Kind::Other)
        };
        let error = bundler
            .bundle(&[Entry::File(module)])
            .map(|_| ())
            .unwrap_err();
        assert!(error.to_string().contains("has not ended"), "{error}");
    }
}
