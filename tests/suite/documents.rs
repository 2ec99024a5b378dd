//! What the documents and workflows name is there.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::root;

/// The documents that people write, and the files that GitHub runs.
fn texts() -> Vec<(PathBuf, String)> {
    let folders = [
        ".",
        "docs",
        "examples/tip",
        "examples/snake",
        "examples/list",
        ".github/workflows",
    ];
    let files = folders.iter().flat_map(|folder| {
        fs::read_dir(root().join(folder))
            .expect(folder)
            .map(|entry| entry.expect("an entry").path())
    });
    let of_kind = |path: &PathBuf| {
        let kind = path.extension().unwrap_or_default();
        kind == "md" || kind == "yml"
    };
    let texts = files.filter(of_kind).map(|path| {
        let text = fs::read_to_string(&path).expect("a text");
        (path, text)
    });
    texts.collect()
}

#[test]
fn every_file_that_a_document_links_to_is_there() {
    let mut links = 0;
    for (path, text) in texts() {
        let folder = path.parent().unwrap_or(Path::new("."));
        for target in text.split("](").skip(1) {
            let target = target.split([')', '#']).next().unwrap_or_default();
            if target.contains("://") || target.is_empty() {
                continue;
            }
            let found = folder.join(target).exists();
            assert!(found, "{} links to {target}", path.display());
            links += 1;
        }
    }
    assert!(links > 30, "only {links} links were seen");
}

/// The name of a task on the command line, from its name in the code.
fn kebab_case(name: &str) -> String {
    let mut word = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && !word.is_empty() {
            word.push('-');
        }
        word.push(letter.to_ascii_lowercase());
    }
    word
}

#[test]
fn documents_and_workflows_name_existing_tasks_only() {
    let source = fs::read_to_string(root().join("xtask/src/main.rs")).expect("the tasks");
    let (_, list) = source.split_once("enum Task {\n").expect("the tasks");
    let (list, _) = list.split_once("\n}").expect("the end of the tasks");
    let names = list.lines().filter_map(|line| line.strip_prefix("    "));
    let names = names.filter(|name| name.starts_with(|c: char| c.is_ascii_uppercase()));
    let tasks: Vec<String> = names
        .filter_map(|name| name.split(|c: char| !c.is_ascii_alphabetic()).next())
        .map(kebab_case)
        .collect();
    assert!(tasks.contains(&"rules-mutants".to_owned()), "{tasks:?}");
    let mut named = 0;
    for (path, text) in texts() {
        for after in text.split("cargo xtask ").skip(1) {
            let word = after
                .split(|c: char| !c.is_ascii_lowercase() && c != '-')
                .next()
                .unwrap_or_default();
            if after.starts_with(|c: char| c.is_ascii_lowercase()) {
                let place = path.display();
                assert!(
                    tasks.iter().any(|task| task == word),
                    "{place}: {word} is no task"
                );
                named += 1;
            }
        }
    }
    assert!(named > 20, "only {named} tasks were seen");
}
