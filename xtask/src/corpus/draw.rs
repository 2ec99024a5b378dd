//! `cargo xtask bench corpus --draw`: which files are in the corpus, by a rule and a seed.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use fastrand::Rng;
use serde_json::{Value, json};
use walkdir::WalkDir;

use super::cache::Cache;
use super::files::{is_free, is_page, is_page_text, is_program, is_program_text};
use super::halves::digest;
use super::list::{Entry, FILE, Kind, List, name_of};
use super::packages::Packages;
use super::strata::{PAGED, STRATA, Stratum};
use super::{parallel, scripts};
use crate::programs::measure;

const SEED: u64 = 20_261_129;

/// The most inputs.
const PROGRAMS: usize = 400;
const PAGES: usize = 120;

/// The most of one package: of programs, of TypeScript, and of pages. Few packages have their TypeScript or pages.
const OF_PACKAGE: [usize; 3] = [2, 10, 12];

/// So many files of a package are looked at for each that may be taken.
const LOOKS: usize = 4;

/// A record in the draw must take less than half of the time that it has later.
const MILLISECONDS: usize = 2500;

/// Lists whose packages have been looked at by people.
const SEEN: [&str; 4] = ["minify", "pack", "pages", "folders"];

const HEAD: &str = "\
The corpus of `cargo xtask bench corpus`: files of npm packages that no person chose. `--draw NAMES` writes this file:
a seeded draw from the packages of xtask/corpus/package-lock.json (the tools of all benchmarks and whatever they need),
without those that other lists of xtask/ name; and from a few packages of a list of names (`packed`), drawn by words of
their summaries: games and demos, TypeScript, pages; and from some that often have pages, for these alone.

Programs have 100 bytes to 128 kB, are not minified, no tests and no declarations, and do the same in two runs of a generic
exercise, with some values. At most 2 programs of a package, 10 of its TypeScript and 12 of its pages. Pages have 300 bytes
to 200 kB and no marks of templates. Nothing of them is kept here. `names` is the SHA-256 of the list of names.";

/// A package with its free licence and the files that may be inputs, in the order of the draw.
struct Drawn {
    package: String,
    licence: String,
    /// Whether its scripts are modules by default.
    is_module: bool,
    folder: PathBuf,
    programs: Vec<PathBuf>,
    typescript: Vec<PathBuf>,
    pages: Vec<PathBuf>,
}

/// Programs with their kinds.
type Looked = Vec<(PathBuf, String)>;

/// Writes the list.
pub fn run(root: &Path, folder: &Path, names: &Path) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("{}: {error}", names.display());
    let bytes = fs::read(names).map_err(failed)?;
    let text = String::from_utf8_lossy(&bytes);
    let packages = Packages::installed(root, folder)?;
    let mut rng = Rng::with_seed(SEED);
    let seen = seen(root)?;
    let mut all: Vec<String> = packages.of_lock().cloned().collect();
    all.retain(|package| !seen.contains(name_of(package)));
    rng.shuffle(&mut all);
    let mut packed = packed(&packages, &text, &mut rng);
    // The few go first: nothing stops before them.
    let order: Vec<&String> = packed.iter().chain(&all).collect();
    let mut drawn: Vec<Drawn> = order
        .iter()
        .filter_map(|package| Drawn::of(&packages, package, &mut rng))
        .collect();
    let more = with_pages(&packages, &text, &packed, pages_of(&drawn));
    packed.extend(more.iter().map(|one| one.package.clone()));
    drawn.extend(more);
    let cache = Cache(folder.join("cache"));
    let done = AtomicUsize::new(0);
    let found = parallel(&drawn, |one| {
        let inputs = one.inputs(&packages, &cache);
        let number = done.fetch_add(1, Ordering::Relaxed) + 1;
        eprintln!("> {number} of {}", drawn.len());
        // A program that ends Node itself is none.
        inputs.unwrap_or_default()
    });
    let mut input = Vec::new();
    let mut counts = [0, 0];
    for entry in found.into_iter().flatten() {
        let at = usize::from(entry.kind == Kind::Page);
        counts[at] += 1;
        if counts[at] <= [PROGRAMS, PAGES][at] {
            input.push(entry);
        }
    }
    input.sort_by(|a, b| (&a.package, &a.file).cmp(&(&b.package, &b.file)));
    let is_used = |package: &String| input.iter().any(|one| one.package == *package);
    let list = List {
        seed: SEED,
        names: digest(&bytes),
        packed: packed.into_iter().filter(is_used).collect(),
        input,
    };
    let file = root.join(FILE);
    fs::write(&file, list.text(HEAD)).map_err(|error| format!("{}: {error}", file.display()))?;
    for kind in Kind::ALL {
        let count = list.input.iter().filter(|one| one.kind == kind).count();
        println!("{}: {count}", kind.name());
    }
    Ok(())
}

/// The first packages of each stratum, fetched. One that is not there any more is not replaced.
fn packed(packages: &Packages, names: &str, rng: &mut Rng) -> Vec<String> {
    let mut packed = Vec::new();
    for stratum in STRATA {
        let Stratum { name, count, .. } = stratum;
        for package in stratum.drawn(names, rng, &packed).into_iter().take(count) {
            match packages.fetch(&package) {
                Ok(()) => packed.push(package),
                Err(_) => eprintln!("> a package of {name} cannot be fetched"),
            }
        }
    }
    packed
}

/// The inputs that packages have as pages.
fn pages_of(drawn: &[Drawn]) -> usize {
    let [_, _, most] = OF_PACKAGE;
    drawn.iter().map(|one| one.pages.len().min(most)).sum()
}

/// Packages with pages alone, until there are enough. Their draw changes no other.
fn with_pages(packages: &Packages, names: &str, taken: &[String], mut count: usize) -> Vec<Drawn> {
    let mut rng = Rng::with_seed(SEED);
    let mut found = Vec::new();
    for package in PAGED.drawn(names, &mut rng, taken).iter().take(PAGED.count) {
        if count >= PAGES {
            break;
        }
        if packages.fetch(package).is_err() {
            eprintln!("> a package of {} cannot be fetched", PAGED.name);
            continue;
        }
        let Some(one) = Drawn::of(packages, package, &mut rng) else {
            continue;
        };
        let one = Drawn {
            programs: Vec::new(),
            typescript: Vec::new(),
            ..one
        };
        count += pages_of(std::slice::from_ref(&one));
        found.push(one);
    }
    found
}

/// The names of the packages of the other lists.
fn seen(root: &Path) -> Result<BTreeSet<String>, String> {
    let mut seen = BTreeSet::new();
    for list in SEEN {
        let file = root.join(format!("xtask/{list}.toml"));
        let text =
            fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        let named = text
            .lines()
            .filter_map(|line| line.strip_prefix("package = \""));
        seen.extend(named.map(|package| name_of(package.trim_end_matches('"')).to_owned()));
    }
    Ok(seen)
}

impl Drawn {
    /// `None` without a free licence.
    fn of(packages: &Packages, package: &str, rng: &mut Rng) -> Option<Self> {
        let folder = packages.folder(package);
        let manifest = fs::read(folder.join("package.json")).ok()?;
        let manifest: Value = serde_json::from_slice(&manifest).ok()?;
        let licence = licence(&manifest)?;
        let mut drawn = Self {
            package: package.to_owned(),
            licence,
            is_module: manifest["type"] == "module",
            programs: Vec::new(),
            typescript: Vec::new(),
            pages: Vec::new(),
            folder,
        };
        let files = WalkDir::new(&drawn.folder).sort_by_file_name();
        for file in files.into_iter().filter_map(Result::ok) {
            let path = file.into_path();
            let Ok(inner) = path.strip_prefix(&drawn.folder) else {
                continue;
            };
            let list = match path
                .extension()
                .is_some_and(|end| end == "ts" || end == "mts")
            {
                _ if is_page(inner) => &mut drawn.pages,
                _ if !is_program(inner) => continue,
                true => &mut drawn.typescript,
                false => &mut drawn.programs,
            };
            let is_text = match is_page(inner) {
                true => is_page_text,
                false => is_program_text,
            };
            if fs::read_to_string(&path).is_ok_and(|text| is_text(&text)) {
                list.push(path);
            }
        }
        for list in [&mut drawn.programs, &mut drawn.typescript, &mut drawn.pages] {
            rng.shuffle(list);
        }
        Some(drawn)
    }

    /// The inputs of the package.
    fn inputs(&self, packages: &Packages, cache: &Cache) -> Result<Vec<Entry>, String> {
        let [programs, typescript, pages] = OF_PACKAGE;
        let mut found = Vec::new();
        for (files, most) in [(&self.programs, programs), (&self.typescript, typescript)] {
            let files: Vec<&PathBuf> = files.iter().take(LOOKS * most).collect();
            if files.is_empty() {
                continue;
            }
            let job = json!({ "files": files, "most": most, "module": self.is_module });
            let line = job.to_string();
            let job = scripts::recorded(job, MILLISECONDS);
            let key =
                Cache::key(&[&["looked", scripts::LOOK, &line][..], &scripts::RECORD].concat());
            let looked = cache.kept(&key, || -> Result<Vec<Looked>, String> {
                measure(&packages.node, scripts::LOOK, vec![job], &[])
            })?;
            for (file, kind) in looked.into_iter().flatten() {
                let kind = Kind::of_name(&kind).ok_or("an unknown kind")?;
                found.push(self.entry(&file, kind)?);
            }
        }
        for file in self.pages.iter().take(pages) {
            found.push(self.entry(file, Kind::Page)?);
        }
        Ok(found)
    }

    fn entry(&self, file: &Path, kind: Kind) -> Result<Entry, String> {
        let bytes = fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
        let inner = file.strip_prefix(&self.folder).unwrap_or(file);
        Ok(Entry {
            package: self.package.clone(),
            file: inner.to_string_lossy().into_owned(),
            kind,
            licence: self.licence.clone(),
            sha256: digest(&bytes),
        })
    }
}

/// The licence of a `package.json`, if it is a free one. Old ones have a list.
fn licence(manifest: &Value) -> Option<String> {
    let old = &manifest["licenses"][0]["type"];
    let all = [&manifest["license"], &manifest["license"]["type"], old];
    let named = all.into_iter().find_map(Value::as_str)?;
    is_free(named).then(|| named.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn licences_are_read_in_all_their_forms() {
        let found = |text: &str| licence(&serde_json::from_str(text).unwrap());
        for text in [
            r#"{"license":"MIT"}"#,
            r#"{"license":{"type":"MIT"}}"#,
            r#"{"licenses":[{"type":"MIT"}]}"#,
        ] {
            assert_eq!(found(text).as_deref(), Some("MIT"), "{text}");
        }
        assert_eq!(found(r#"{"license":"GPL-3.0"}"#), None);
        assert_eq!(found("{}"), None);
    }

    #[test]
    fn packages_of_other_lists_are_seen() {
        let seen = seen(&crate::root().unwrap()).unwrap();
        assert!(seen.contains("ms") && seen.contains("rbush"), "{seen:?}");
    }
}
