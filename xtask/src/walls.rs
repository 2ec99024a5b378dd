//! The walls between the crates: which crate must not know what.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::Deserialize;

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

/// The part of `cargo metadata` that is needed here.
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    resolve: Resolve,
}

#[derive(Deserialize)]
struct Package {
    id: String,
    name: String,
    manifest_path: PathBuf,
}

#[derive(Deserialize)]
struct Resolve {
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    id: String,
    deps: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    pkg: String,
    dep_kinds: Vec<DependencyKind>,
}

#[derive(Deserialize)]
struct DependencyKind {
    /// `null` is a normal dependency.
    kind: Option<String>,
}

/// Checks all walls; an error lists what breaks them.
pub fn check(root: &Path) -> Result<(), String> {
    let file = root.join(FILE);
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
    let text = fs::read_to_string(&file).map_err(|error| failed(&error))?;
    let list: List = toml::from_str(&text).map_err(|error| failed(&error))?;
    let metadata = metadata(root)?;
    let mut breaches = Vec::new();
    for wall in &list.wall {
        breaches.extend(dependencies(wall, &metadata)?);
        breaches.extend(words(wall, &metadata)?);
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

fn metadata(root: &Path) -> Result<Metadata, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1"])
        .current_dir(root)
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("cannot run `cargo metadata`: {error}"))?;
    if !output.status.success() {
        return Err("`cargo metadata` failed".to_owned());
    }
    serde_json::from_slice(&output.stdout).map_err(|error| format!("`cargo metadata`: {error}"))
}

/// The dependencies that break a wall, each with the path by which it is reached.
fn dependencies(wall: &Wall, metadata: &Metadata) -> Result<Vec<String>, String> {
    let names: BTreeMap<&str, &str> = metadata
        .packages
        .iter()
        .map(|package| (package.id.as_str(), package.name.as_str()))
        .collect();
    let normal: BTreeMap<&str, Vec<&str>> = metadata
        .resolve
        .nodes
        .iter()
        .map(|node| (node.id.as_str(), normal_dependencies(node)))
        .collect();
    let start = package(wall, metadata)?.id.as_str();
    let mut breaches = Vec::new();
    let mut seen = BTreeSet::from([start]);
    let mut paths = vec![vec![start]];
    while let Some(path) = paths.pop() {
        let Some(next) = path.last().and_then(|last| normal.get(last)) else {
            continue;
        };
        for id in next {
            let name = names.get(id).copied().unwrap_or(id);
            let is_refused = match &wall.only {
                Some(only) if path.len() == 1 => !only.iter().any(|allowed| allowed == name),
                _ => wall.refuses(name),
            };
            let longer = [&path[..], &[*id]].concat();
            if is_refused {
                let path = longer.iter().map(|id| names.get(id).copied().unwrap_or(id));
                let path: Vec<&str> = path.collect();
                breaches.push(format!(
                    "{} must not depend on {name}: {}",
                    wall.name,
                    path.join(" → ")
                ));
            }
            if seen.insert(id) {
                paths.push(longer);
            }
        }
    }
    Ok(breaches)
}

impl Wall {
    fn refuses(&self, name: &str) -> bool {
        let matches = |pattern: &String| match pattern.strip_suffix('*') {
            Some(start) => name.starts_with(start),
            None => name == pattern,
        };
        self.never.iter().any(matches) && !self.except.iter().any(matches)
    }
}

fn normal_dependencies(node: &Node) -> Vec<&str> {
    let is_normal = |dependency: &&Dependency| {
        let mut kinds = dependency.dep_kinds.iter();
        kinds.any(|kind| kind.kind.is_none())
    };
    let normal = node.deps.iter().filter(is_normal);
    normal.map(|dependency| dependency.pkg.as_str()).collect()
}

fn package<'m>(wall: &Wall, metadata: &'m Metadata) -> Result<&'m Package, String> {
    let mut packages = metadata.packages.iter();
    let found = packages.find(|package| package.name == wall.name);
    found.ok_or_else(|| format!("{FILE} names {}, which is no package", wall.name))
}

/// The lines of a crate's sources with a word that breaks its wall.
fn words(wall: &Wall, metadata: &Metadata) -> Result<Vec<String>, String> {
    if wall.words.is_empty() {
        return Ok(Vec::new());
    }
    let manifest = &package(wall, metadata)?.manifest_path;
    let folder = manifest.parent().unwrap_or(manifest).join("src");
    let mut files = Vec::new();
    sources(&folder, &mut files).map_err(|error| format!("{}: {error}", folder.display()))?;
    files.sort();
    let mut breaches = Vec::new();
    for file in files {
        let text =
            fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        let short = file.strip_prefix(&folder).unwrap_or(&file).display();
        for (number, word) in words_in(&text, &wall.words) {
            breaches.push(format!(
                "{} must not say `{}`: src/{short}:{number}",
                wall.name,
                word.trim_matches(['`', ' '])
            ));
        }
    }
    Ok(breaches)
}

/// All Rust sources below a folder, apart from files of tests.
fn sources(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            sources(&path, files)?;
        } else if path.extension() == Some("rs".as_ref()) {
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            if !stem.ends_with("tests") {
                files.push(path);
            }
        }
    }
    Ok(())
}

/// The words that stand in a text before its tests, with the numbers of their lines.
fn words_in<'w>(text: &str, words: &'w [String]) -> Vec<(usize, &'w str)> {
    let before_tests = text.lines().take_while(|line| *line != "#[cfg(test)]");
    let mut found = Vec::new();
    for (at, line) in before_tests.enumerate() {
        let lower = line.to_lowercase();
        let in_line: BTreeSet<&str> = lower.split(|c: char| !c.is_alphanumeric()).collect();
        for word in words {
            let is_there = match word.ends_with(' ') {
                true => lower.contains(word.as_str()),
                false => in_line.contains(word.as_str()),
            };
            if is_there {
                found.push((at + 1, word.as_str()));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// `rules` → thiserror; `pages` → helper → `engine`, and `engine` for its tests.
    fn metadata() -> Metadata {
        let package = |name: &str| json!({ "id": name, "name": name, "manifest_path": "/nowhere" });
        let edge = |name: &str, kind: Option<&str>| json!({ "pkg": name, "dep_kinds": [{ "kind": kind }] });
        let names = ["rules", "pages", "thiserror", "helper", "engine"];
        let value = json!({
            "packages": names.map(package),
            "resolve": { "nodes": [
                { "id": "rules", "deps": [edge("thiserror", None), edge("engine", Some("dev"))] },
                { "id": "pages", "deps": [edge("helper", None)] },
                { "id": "helper", "deps": [edge("engine", None)] },
            ] },
        });
        serde_json::from_value(value).expect("metadata")
    }

    fn breaches(wall: &str) -> Vec<String> {
        let wall: Wall = toml::from_str(wall).expect("a wall");
        dependencies(&wall, &metadata()).expect("a known package")
    }

    #[test]
    fn a_dependency_that_is_not_listed_breaks_the_wall() {
        let none: [&str; 0] = [];
        assert_eq!(breaches("crate = 'rules'\nonly = ['thiserror']"), none);
        let found = breaches("crate = 'rules'\nonly = ['anyhow']");
        assert_eq!(
            found,
            ["rules must not depend on thiserror: rules → thiserror"]
        );
    }

    #[test]
    fn a_refused_dependency_is_found_behind_others() {
        let found = breaches("crate = 'pages'\nnever = ['eng*']");
        assert_eq!(
            found,
            ["pages must not depend on engine: pages → helper → engine"]
        );
        let none: [&str; 0] = [];
        let excepted = "crate = 'pages'\nnever = ['eng*']\nexcept = ['engine']";
        assert_eq!(breaches(excepted), none);
        // For its tests only.
        assert_eq!(breaches("crate = 'rules'\nnever = ['engine']"), none);
    }

    #[test]
    fn a_crate_that_does_not_exist_is_an_error() {
        let wall: Wall = toml::from_str("crate = 'missing'").expect("a wall");
        assert!(dependencies(&wall, &metadata()).is_err());
    }

    #[test]
    fn words_are_whole_and_tests_may_say_them() {
        let words = ["chess".to_owned(), "`gen ".to_owned()];
        let text = "golfchess\n// Chess!\n// run `gen --all`\n#[cfg(test)]\nchess\n";
        assert_eq!(words_in(text, &words), [(2, "chess"), (3, "`gen ")]);
    }

    #[test]
    fn the_walls_of_the_repository_name_its_crates() {
        let root = crate::root().expect("the repository");
        let text = fs::read_to_string(root.join(FILE)).expect("the walls");
        let list: List = toml::from_str(&text).expect("the walls");
        let names: Vec<&str> = list.wall.iter().map(|wall| wall.name.as_str()).collect();
        for name in ["golfchess-rules", "golfchess-pages", "golfchess-parity"] {
            assert!(names.contains(&name), "{name} has no wall");
        }
    }
}
