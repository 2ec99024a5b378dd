//! Circles of modules: in no crate may two modules of the top level use each other, directly or through
//! others. Then each of them can be read, tested and moved with what is below it.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs;
use std::path::Path;

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use walkdir::WalkDir;

use crate::walls::is_source;

/// The segments of a path in Rust.
type Names = Vec<String>;

/// What the modules of the top level of a crate use of each other: for each pair, one place.
type Uses = BTreeMap<String, BTreeMap<String, String>>;

/// Checks all crates; an error lists the circles.
pub fn check(root: &Path) -> Result<(), String> {
    let mut folders = vec![root.join("src"), root.join("xtask/src")];
    let crates = root.join("crates");
    let entries =
        fs::read_dir(&crates).map_err(|error| format!("{}: {error}", crates.display()))?;
    folders.extend(entries.flatten().map(|entry| entry.path().join("src")));
    folders.sort();
    let mut found = Vec::new();
    let mut count = 0;
    for folder in &folders {
        for file in ["lib.rs", "main.rs"].map(|file| folder.join(file)) {
            if file.is_file() {
                count += 1;
                let short = file.strip_prefix(root).unwrap_or(&file).display();
                let circles = circles(&uses(folder, &file)?);
                found.extend(circles.iter().map(|circle| format!("{short}: {circle}")));
            }
        }
    }
    match found.is_empty() {
        true => {
            eprintln!("> no circles of modules in {count} crates");
            Ok(())
        }
        false => Err(format!("modules use each other:\n  {}", found.join("\n  "))),
    }
}

/// What the modules of a root use of each other.
fn uses(folder: &Path, root: &Path) -> Result<Uses, String> {
    let top = Top::of(&read(root)?);
    let mut uses = Uses::new();
    for entry in WalkDir::new(folder).sort_by_file_name() {
        let entry = entry.map_err(|error| format!("{}: {error}", folder.display()))?;
        let short = entry.path().strip_prefix(folder).unwrap_or(entry.path());
        let module = module(short);
        let Some(first) = module.first().filter(|first| top.modules.contains(*first)) else {
            continue;
        };
        if !is_source(entry.path()) || module.iter().any(|part| part.ends_with("tests")) {
            continue;
        }
        for path in paths(&read(entry.path())?) {
            if let Some(other) = top
                .target(&path, module.len())
                .filter(|other| *other != first)
            {
                let place = format!("{}: {}", short.display(), path.join("::"));
                let of_first = uses.entry(first.clone()).or_default();
                of_first.entry(other.clone()).or_insert(place);
            }
        }
    }
    Ok(uses)
}

/// The modules above a file, and its own.
fn module(short: &Path) -> Names {
    let names = short.with_extension("");
    let names = names.iter().map(|name| name.to_string_lossy().into_owned());
    names.filter(|name| name != "mod").collect()
}

fn read(file: &Path) -> Result<TokenStream, String> {
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
    let text = fs::read_to_string(file).map_err(|error| failed(&error))?;
    text.parse().map_err(|error| failed(&error))
}

/// The top level of a crate.
struct Top {
    modules: BTreeSet<String>,
    /// The modules of the names that the root exports again.
    names: BTreeMap<String, String>,
}

impl Top {
    fn of(root: &TokenStream) -> Self {
        let tokens: Vec<TokenTree> = root.clone().into_iter().collect();
        let mut top = Self {
            modules: BTreeSet::new(),
            names: BTreeMap::new(),
        };
        for pair in tokens.windows(2) {
            if is_word(&pair[0], "mod") {
                top.modules.insert(pair[1].to_string());
            }
        }
        let mut exported = Vec::new();
        for (at, token) in tokens.iter().enumerate() {
            if is_word(token, "use") {
                tree(&tokens, at + 1, &Vec::new(), &mut exported);
            }
        }
        for mut path in exported {
            path.retain(|name| name != "self" && name != "crate");
            if let [module, .., name] = &path[..]
                && top.modules.contains(module)
            {
                top.names.insert(name.clone(), module.clone());
            }
        }
        top
    }

    /// The module of the top level that a path leads to, from a module of some depth.
    fn target(&self, path: &[String], depth: usize) -> Option<&String> {
        let up = path.iter().take_while(|name| *name == "super").count();
        let rest = match path.first()?.as_str() {
            "crate" => &path[1..],
            _ if up == depth => &path[up..],
            _ => return None,
        };
        let name = rest.first()?;
        self.modules.get(name).or_else(|| self.names.get(name))
    }
}

/// All paths that start with `crate` or `super`, without those of tests in the file.
fn paths(stream: &TokenStream) -> Vec<Names> {
    let tokens: Vec<TokenTree> = stream.clone().into_iter().collect();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        at += 1;
        match token {
            TokenTree::Punct(sign) if sign.as_char() == '#' && is_test(tokens.get(at)) => {
                let ends = |token: &TokenTree| {
                    is_sign(token, ';')
                        || matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
                };
                at += tokens[at..].iter().position(ends).map_or(1, |end| end + 1);
            }
            TokenTree::Group(group) => found.extend(paths(&group.stream())),
            TokenTree::Ident(name) if name == "crate" || name == "super" => {
                at = tree(&tokens, at - 1, &Vec::new(), &mut found);
            }
            _ => {}
        }
    }
    found
}

/// Whether this is `[cfg(test)]`.
fn is_test(token: Option<&TokenTree>) -> bool {
    token.is_some_and(|token| token.to_string().replace(' ', "") == "[cfg(test)]")
}

fn is_word(token: &TokenTree, word: &str) -> bool {
    matches!(token, TokenTree::Ident(name) if name == word)
}

fn is_sign(token: &TokenTree, sign: char) -> bool {
    matches!(token, TokenTree::Punct(other) if other.as_char() == sign)
}

/// Adds the paths of a tree such as `a::{b, c::d}`, and returns the place after it.
fn tree(tokens: &[TokenTree], at: usize, above: &Names, found: &mut Vec<Names>) -> usize {
    match tokens.get(at) {
        Some(TokenTree::Ident(name)) => {
            let mut path = above.clone();
            path.push(name.to_string());
            let next = |more: usize| tokens.get(at + more);
            let is_longer = [1, 2]
                .iter()
                .all(|more| next(*more).is_some_and(|one| is_sign(one, ':')));
            if is_longer {
                return tree(tokens, at + 3, &path, found);
            }
            // The other name of what is imported.
            if let (Some(TokenTree::Ident(word)), Some(TokenTree::Ident(other))) =
                (next(1), next(2))
                && word == "as"
                && let Some(last) = path.last_mut()
            {
                *last = other.to_string();
            }
            found.push(path);
            at + 1
        }
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
            let inner: Vec<TokenTree> = group.stream().into_iter().collect();
            for part in inner.split(|token| is_sign(token, ',')) {
                tree(part, 0, above, found);
            }
            at + 1
        }
        _ => {
            found.push(above.clone());
            at
        }
    }
}

/// The circles, each once, as `a → b → a` with a place for each arrow.
fn circles(uses: &Uses) -> Vec<String> {
    let mut found = Vec::new();
    let mut known = BTreeSet::new();
    for start in uses.keys() {
        if let Some(way) = way_back(uses, start)
            && known.insert(way.iter().cloned().collect::<BTreeSet<String>>())
        {
            let steps = way.iter().zip(way.iter().cycle().skip(1));
            let places = steps.map(|(from, to)| format!("src/{}", uses[from][to]));
            let places: Vec<String> = places.collect();
            let circle = way.join(" → ");
            found.push(format!("{circle} → {start} ({})", places.join("; ")));
        }
    }
    found
}

/// The shortest way from a module to itself.
fn way_back(uses: &Uses, start: &str) -> Option<Vec<String>> {
    let mut ways = VecDeque::from([vec![start.to_owned()]]);
    let mut seen = BTreeSet::new();
    while let Some(way) = ways.pop_front() {
        let of_last = way.last().and_then(|last| uses.get(last));
        for next in of_last.into_iter().flat_map(BTreeMap::keys) {
            if next == start {
                return Some(way);
            }
            if seen.insert(next.clone()) {
                let mut longer = way.clone();
                longer.push(next.clone());
                ways.push_back(longer);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_crates_of_the_repository_have_no_circles() {
        assert_eq!(check(&crate::root().expect("the repository")), Ok(()));
    }

    /// The circles of a crate with these files.
    fn planted(files: &[(&str, &str)]) -> Vec<String> {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in files {
            let file = folder.path().join(name);
            fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
            fs::write(file, text).expect("written");
        }
        circles(&uses(folder.path(), &folder.path().join("lib.rs")).expect("a crate"))
    }

    #[test]
    fn two_modules_that_use_each_other_are_a_circle() {
        let root = ("lib.rs", "mod a;\npub mod b;\n");
        let a = ("a.rs", "use crate::b::B;\n");
        let found = planted(&[root, a, ("b.rs", "fn f() -> super::a::A { todo!() }\n")]);
        assert_eq!(
            found,
            ["a → b → a (src/a.rs: crate::b::B; src/b.rs: super::a::A)"]
        );
        // Comments, texts and tests do not count, and neither does a module of the module.
        for text in [
            "// crate::a\nconst A: &str = \"crate::a\";\n",
            "#[cfg(test)]\nmod tests { use crate::a::A; }\n",
            "#[cfg(test)]\nuse crate::a::A;\n",
            "mod c; use self::c::C; use crate::b::c::D;\n",
        ] {
            assert_eq!(planted(&[root, a, ("b.rs", text)]).len(), 0, "{text}");
        }
    }

    #[test]
    fn longer_circles_are_found_through_folders_and_groups() {
        let root = ("lib.rs", "mod a;\nmod b;\nmod c;\nmod d;\n");
        let files = [
            root,
            ("a/mod.rs", "mod deep;\n"),
            (
                "a/deep.rs",
                "use super::super::{d::D, b::{self, B as C}};\n",
            ),
            ("b.rs", "mod tests;\nfn f() { crate::c::f() }\n"),
            ("b/tests.rs", "use crate::d::D;\n"),
            ("c.rs", "use crate::{d, a::f};\n"),
        ];
        let found = planted(&files);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].starts_with("a → b → c → a ("), "{found:?}");
    }

    #[test]
    fn names_that_the_root_exports_again_belong_to_their_modules() {
        let root = "mod a;\nmod b;\npub use a::{A, deep::C as D};\npub use self::b::B;\n";
        let files = |used: &'static str| {
            let b = match used {
                "D" => "use crate::D;\n",
                _ => "use crate::E;\n",
            };
            [("lib.rs", root), ("a.rs", "use crate::B;\n"), ("b.rs", b)]
        };
        assert_eq!(planted(&files("D")).len(), 1);
        assert_eq!(planted(&files("E")).len(), 0);
    }
}
