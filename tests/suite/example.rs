//! The catalog in `examples/`, which others copy: it is fresh, and its pages count right.

use crate::support::host::run;
use crate::support::referee::Dialog;
use crate::support::root;
use crate::support::workspace::generate;

const FOLDERS: [&str; 4] = [
    "--templates",
    "examples/tip/templates",
    "--catalog",
    "examples/tip/catalog",
];

#[test]
fn the_committed_example_passes_the_gate() {
    let checked = generate(&[&FOLDERS[..], &["check"]].concat());
    assert_eq!(checked.code, 0, "{checked:?}");
    assert!(checked.out.starts_with("6 pages, "), "{}", checked.out);
}

#[test]
fn the_example_is_built_as_its_manual_says() {
    let manual = root().join("examples/tip/README.md");
    let manual = std::fs::read_to_string(manual).expect("a manual");
    let command = format!("gen --all {}", FOLDERS.join(" "));
    assert!(manual.contains(&command), "{command}");
    let out = tempfile::tempdir().expect("a folder");
    let out = out.path().to_str().expect("UTF-8");
    let table = generate(&[&["--all", "--out", out], &FOLDERS[..]].concat()).good();
    let last = table.lines().last().expect("the sums");
    assert!(last.starts_with(" 6 pages "), "{table}");
}

/// What a page of the example tells in the end, when its prompts get these answers.
fn total(name: &str, answers: &[&str]) -> String {
    let path = root().join(format!("examples/tip/catalog/{name}.html"));
    let page = std::fs::read_to_string(path).expect(name);
    let answers: Vec<_> = answers
        .iter()
        .map(|answer| (Some((*answer).to_owned()), 0))
        .collect();
    let (mut dialogs, error) = run(&page, &answers);
    assert_eq!((error, dialogs.len()), (None, answers.len() + 1), "{name}");
    match dialogs.pop() {
        Some(Dialog::Alert(text)) => text,
        other => panic!("{name}: {other:?}"),
    }
}

#[test]
fn the_pages_of_the_example_count_right() {
    assert_eq!(total("tip_plain", &["40"]), "46.00");
    assert_eq!(total("tip_R", &["40", "5"]), "42.00");
    assert_eq!(total("tip_G", &["40", "3"]), "15.33");
    assert_eq!(total("tip_GU", &["40", "3"]), "16");
    assert_eq!(total("tip_R_G", &["40", "5", "3"]), "14.00");
    assert_eq!(total("tip_R_GU", &["41", "5", "3"]), "15");
}
