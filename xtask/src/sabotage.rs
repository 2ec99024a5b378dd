//! `cargo xtask sabotage`: faults on purpose, each of which the parity proof has to catch.
//!
//! Each fault is put into a copy of the fragments; every page that it changes is built and verified
//! with the suite that is meant to catch it, as a run over all pages would do. One that is not
//! caught, or that no longer fits its fragment, fails the run. `--mutate N` changes single
//! characters of the finished page instead, and reports the changes that survive.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{fs, io};

use serde::Deserialize;
use tempfile::TempDir;

const USAGE: &str =
    "usage: cargo xtask sabotage [--host chrome|embedded] [--only TEXT] [--mutate N] [--seed N]";

/// One fault.
#[derive(Deserialize)]
struct Fault {
    /// What a player would notice.
    name: String,
    /// The fragment.
    file: String,
    /// Text that stands in it exactly once.
    find: String,
    /// What it becomes.
    replace: String,
    /// The suite that is meant to catch it.
    suite: String,
}

#[derive(Deserialize)]
struct List {
    fault: Vec<Fault>,
}

struct Options {
    host: String,
    only: String,
    mutate: usize,
    seed: u64,
}

/// Runs the command.
pub fn run(arguments: &[String]) -> ExitCode {
    match options(arguments).and_then(|options| sabotage(&options)) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(reason) => {
            eprintln!("error: {reason}");
            ExitCode::from(2)
        }
    }
}

fn options(arguments: &[String]) -> Result<Options, String> {
    let mut options = Options {
        host: "chrome".to_owned(),
        only: String::new(),
        mutate: 0,
        seed: 1,
    };
    let mut arguments = arguments.iter();
    while let Some(name) = arguments.next() {
        let value = arguments.next().ok_or(USAGE)?;
        let number = || {
            value
                .parse::<u64>()
                .map_err(|_| format!("{name} needs a number; {USAGE}"))
        };
        match name.as_str() {
            "--host" => options.host.clone_from(value),
            "--only" => options.only.clone_from(value),
            "--mutate" => options.mutate = number()? as usize,
            "--seed" => options.seed = number()?,
            _ => return Err(format!("`{name}` is no option; {USAGE}")),
        }
    }
    Ok(options)
}

/// How many faults were not caught.
fn sabotage(options: &Options) -> Result<usize, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .ok_or("there is no repository")?;
    let bench = Bench {
        gen_binary: crate::build_gen(root)?,
        root: root.to_owned(),
        scratch: TempDir::new().map_err(|error| format!("cannot make a folder: {error}"))?,
        host: options.host.clone(),
    };
    if options.mutate > 0 {
        return crate::mutate::run(&bench, options.mutate, options.seed);
    }
    let file = root.join("xtask/faults.toml");
    let told = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
    let text = fs::read_to_string(&file).map_err(|error| told(&error))?;
    let list: List = toml::from_str(&text).map_err(|error| told(&error))?;
    let faults = list.fault.iter();
    let faults: Vec<&Fault> = faults
        .filter(|fault| fault.name.contains(&options.only))
        .collect();
    bench.faults(&faults)
}

/// Where pages are spoilt and tried.
pub struct Bench {
    gen_binary: PathBuf,
    /// The repository.
    pub root: PathBuf,
    /// For everything that is written.
    pub scratch: TempDir,
    host: String,
}

impl Bench {
    fn faults(&self, faults: &[&Fault]) -> Result<usize, String> {
        let missed = self.each(faults.len(), |at| {
            let fault = faults[at];
            let told = |error: String| format!("{}: {error}", fault.name);
            let folder = self.scratch.path().join(at.to_string());
            let pages = self.spoil(fault, &folder).map_err(told)?;
            let caught = self.seen(&pages, &folder, &[&fault.suite]).map_err(told)?;
            let word = if caught { "caught" } else { "MISSED" };
            let count = pages.len();
            println!("{word}  {:8} {count:2} pages  {}", fault.suite, fault.name);
            Ok(!caught)
        })?;
        let count = faults.len();
        println!("{} of {count} faults caught", count - missed);
        Ok(missed)
    }

    /// Does a thing so many times, side by side, and counts how often it says yes.
    pub fn each(
        &self,
        count: usize,
        thing: impl Fn(usize) -> Result<bool, String> + Sync,
    ) -> Result<usize, String> {
        let (next, yes) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let failed = Mutex::new(Vec::new());
        let workers = std::thread::available_parallelism().map_or(1, usize::from);
        std::thread::scope(|scope| {
            for _ in 0..workers {
                scope.spawn(|| {
                    loop {
                        let at = next.fetch_add(1, Ordering::Relaxed);
                        if at >= count {
                            break;
                        }
                        match thing(at) {
                            Ok(said) => drop(yes.fetch_add(usize::from(said), Ordering::Relaxed)),
                            Err(reason) => failed.lock().expect("no panic").push(reason),
                        }
                    }
                });
            }
        });
        let failed = failed.into_inner().expect("no panic");
        if failed.is_empty() {
            Ok(yes.into_inner())
        } else {
            Err(failed.join("\n"))
        }
    }

    /// Builds the pages from fragments with one fault, and names those that it has changed.
    fn spoil(&self, fault: &Fault, folder: &Path) -> Result<Vec<String>, String> {
        let told = |error: io::Error| error.to_string();
        let templates = folder.join("templates");
        fs::create_dir_all(&templates).map_err(told)?;
        for entry in fs::read_dir(self.root.join("templates")).map_err(told)? {
            let entry = entry.map_err(told)?;
            // The pages of the site, which are no fragments, are in a folder.
            if entry.file_type().map_err(told)?.is_file() {
                fs::copy(entry.path(), templates.join(entry.file_name())).map_err(told)?;
            }
        }
        let file = templates.join(&fault.file);
        let text = fs::read_to_string(&file).map_err(told)?;
        let count = text.matches(&fault.find).count();
        if count != 1 {
            return Err(format!("its text stands {count} times in {}", fault.file));
        }
        fs::write(&file, text.replace(&fault.find, &fault.replace)).map_err(told)?;
        let words: [&OsStr; 5] = [
            "--all".as_ref(),
            "--out".as_ref(),
            folder.as_ref(),
            "--templates".as_ref(),
            templates.as_ref(),
        ];
        let output = self.gen_command(&words).map_err(told)?;
        if output.status.code() == Some(2) {
            let reason = String::from_utf8_lossy(&output.stderr);
            return Err(format!("it cannot be built: {reason}"));
        }
        let pages = self.changed(folder).map_err(told)?;
        if pages.is_empty() {
            return Err("it changes no page".to_owned());
        }
        Ok(pages)
    }

    /// The names of the pages that are not as those of the catalog.
    fn changed(&self, folder: &Path) -> io::Result<Vec<String>> {
        let catalog = self.root.join("catalog");
        let mut names = Vec::new();
        for entry in fs::read_dir(&catalog)? {
            let file = entry?.file_name();
            let Some(name) = file.to_str().and_then(|file| file.strip_suffix(".html")) else {
                continue;
            };
            if fs::read(folder.join(&file))? != fs::read(catalog.join(&file))? {
                names.push(name.to_owned());
            }
        }
        Ok(names)
    }

    /// Whether some of these suites differ on pages in a folder.
    pub fn seen(&self, pages: &[String], folder: &Path, suites: &[&str]) -> Result<bool, String> {
        let mut words: Vec<&OsStr> = vec!["verify".as_ref()];
        words.extend(pages.iter().map(AsRef::<OsStr>::as_ref));
        words.extend(["--fail-fast", "--jobs", "1", "--host", &self.host].map(OsStr::new));
        words.extend([OsStr::new("--pages"), folder.as_ref()]);
        for suite in suites {
            words.extend(["--suite", suite].map(OsStr::new));
        }
        let output = self
            .gen_command(&words)
            .map_err(|error| error.to_string())?;
        match output.status.code() {
            Some(0) => Ok(false),
            Some(1) => Ok(true),
            _ => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
        }
    }

    fn gen_command(&self, words: &[&OsStr]) -> io::Result<Output> {
        Command::new(&self.gen_binary)
            .args(words)
            .current_dir(&self.root)
            .output()
    }
}
