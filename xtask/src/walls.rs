//! The walls between the crates: which crate must not know what.
//!
//! `cargo tree` lists the dependencies: it is there wherever the tests run, which `cargo deny` is not.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use walkdir::WalkDir;

use crate::cargo_output;

/// The rules, from the top of the repository.
const FILE: &str = "xtask/walls.toml";

#[derive(Deserialize)]
struct List {
    wall: Vec<Wall>,
}

/// What one crate must not know.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wall {
    #[serde(rename = "crate")]
    name: String,
    /// The folder of its sources, if `words` are given.
    #[serde(default)]
    sources: PathBuf,
    /// All direct dependencies that it may have.
    only: Option<Vec<String>>,
    /// Packages that it must not reach.
    #[serde(default)]
    never: Vec<String>,
    /// Exceptions from `never`.
    #[serde(default)]
    except: Vec<String>,
    /// Words that must not stand in its sources.
    #[serde(default)]
    words: Vec<String>,
}

/// Checks all walls; an error lists what breaks them.
pub fn check(root: &Path) -> Result<(), String> {
    let text = fs::read_to_string(root.join(FILE)).map_err(|error| format!("{FILE}: {error}"))?;
    let list: List = toml::from_str(&text).map_err(|error| format!("{FILE}: {error}"))?;
    let mut breaches = Vec::new();
    for wall in &list.wall {
        breaches.extend(wall.dependencies(root)?);
        breaches.extend(wall.words(root)?);
    }
    match breaches.is_empty() {
        true => {
            eprintln!("> walls between {} crates hold", list.wall.len());
            Ok(())
        }
        false => Err(format!(
            "the walls of {FILE} are broken:\n  {}",
            breaches.join("\n  ")
        )),
    }
}

impl Wall {
    /// The dependencies that break it.
    fn dependencies(&self, root: &Path) -> Result<Vec<String>, String> {
        let name = &self.name;
        let mut refused = BTreeSet::new();
        if let Some(only) = &self.only {
            let direct = tree(root, &["--package", name, "--depth", "1"])?;
            refused.extend(direct.into_iter().filter(|other| !only.contains(other)));
        }
        if !self.never.is_empty() {
            let all = tree(root, &["--package", name])?;
            refused.extend(all.into_iter().filter(|other| self.refuses(other)));
        }
        let breach = |other| {
            let path = format!("cargo tree --edges normal --package {name}");
            format!("{name} must not depend on {other}; `{path}` shows by which path it does")
        };
        Ok(refused.iter().map(breach).collect())
    }

    fn refuses(&self, name: &str) -> bool {
        let matches = |pattern: &String| match pattern.strip_suffix('*') {
            Some(start) => name.starts_with(start),
            None => name == pattern,
        };
        self.never.iter().any(matches) && !self.except.iter().any(matches)
    }

    /// The lines of the sources with a word that breaks it.
    fn words(&self, root: &Path) -> Result<Vec<String>, String> {
        if self.words.is_empty() {
            return Ok(Vec::new());
        }
        let folder = root.join(&self.sources);
        let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", folder.display());
        let mut breaches = Vec::new();
        for entry in WalkDir::new(&folder).sort_by_file_name() {
            let path = entry.map_err(|error| failed(&error))?.into_path();
            if is_source(&path) {
                let text = fs::read_to_string(&path).map_err(|error| failed(&error))?;
                let short = path.strip_prefix(root).unwrap_or(&path).display();
                for (line, word) in words_in(&text, &self.words) {
                    let word = word.trim_matches(['`', ' ']);
                    breaches.push(format!(
                        "{} must not say `{word}`: {short}:{line}",
                        self.name
                    ));
                }
            }
        }
        Ok(breaches)
    }
}

/// The normal dependencies in a tree of `cargo tree`, without its root.
fn tree(root: &Path, words: &[&str]) -> Result<BTreeSet<String>, String> {
    let fixed = "tree --edges normal --target all --prefix none --format {p}";
    let words: Vec<&str> = fixed.split(' ').chain(words.iter().copied()).collect();
    let text = cargo_output(root, &words)?;
    let names = text
        .lines()
        .skip(1)
        .filter_map(|line| line.split(' ').next());
    Ok(names.map(str::to_owned).collect())
}

/// Whether a file is Rust and not a file of tests.
pub fn is_source(path: &Path) -> bool {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    path.extension() == Some("rs".as_ref()) && !stem.ends_with("tests")
}

/// The words that stand in a text before its tests, with the numbers of their lines.
fn words_in<'w>(text: &str, words: &'w [String]) -> Vec<(usize, &'w str)> {
    let before_tests = text.lines().take_while(|line| *line != "#[cfg(test)]");
    let mut found = Vec::new();
    for (at, line) in before_tests.enumerate() {
        let lower = line.to_lowercase();
        let is_there = |word: &&String| match word.ends_with(' ') {
            true => lower.contains(word.as_str()),
            false => lower
                .split(|c: char| !c.is_alphanumeric())
                .any(|part| part == *word),
        };
        found.extend(
            words
                .iter()
                .filter(is_there)
                .map(|word| (at + 1, word.as_str())),
        );
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_walls_of_the_repository_hold() {
        assert_eq!(check(&crate::root().expect("the repository")), Ok(()));
    }

    /// What breaks a wall around this crate.
    fn refused(wall: &str) -> Vec<String> {
        let wall: Wall = toml::from_str(&format!("crate = 'xtask'\n{wall}")).expect("a wall");
        let breaches = wall.dependencies(&crate::root().expect("the repository"));
        let breaches = breaches.expect("a known package").into_iter();
        let name = |breach: String| breach.split([' ', ';']).nth(5).map(str::to_owned);
        breaches.filter_map(name).collect()
    }

    #[test]
    fn a_dependency_that_is_not_listed_breaks_the_wall() {
        let all_but_one = "only = ['clap', 'fastrand', 'nix', 'proc-macro2', 'rayon', 'serde', 'serde_json', 'sha2', 'toml', 'walkdir', 'zopfli']";
        assert_eq!(refused(all_but_one), ["tempfile"]);
    }

    #[test]
    fn a_refused_dependency_is_found_behind_others() {
        assert_eq!(refused("never = ['clap_b*']"), ["clap_builder"]);
        let none: [&str; 0] = [];
        assert_eq!(
            refused("never = ['clap_b*']\nexcept = ['clap_builder']"),
            none
        );
        // For the tests only.
        assert_eq!(refused("never = ['golfchess-pages']"), none);
    }

    #[test]
    fn a_crate_that_does_not_exist_is_an_error() {
        let wall: Wall = toml::from_str("crate = 'missing'\nonly = []").expect("a wall");
        assert!(
            wall.dependencies(&crate::root().expect("the repository"))
                .is_err()
        );
    }

    #[test]
    fn words_are_whole_and_tests_may_say_them() {
        let words = ["chess".to_owned(), "`gen ".to_owned()];
        let text = "golfchess\n// Chess!\n// run `gen --all`\n#[cfg(test)]\nchess\n";
        assert_eq!(words_in(text, &words), [(2, "chess"), (3, "`gen ")]);
    }
}
