//! The anatomy of the largest page: it is of the present build, and names what watches over it.

use std::fs;

use crate::support::workspace::{files, generate};
use crate::support::{page, root};

/// The suites of `gen verify`.
const SUITES: [&str; 9] = [
    "rules", "perft", "input", "draws", "clock", "games", "random", "dialogs", "mirror",
];

/// What stands between two signs of a kind.
fn between(text: &str, sign: char) -> Vec<String> {
    let pieces = text.split(sign).skip(1).step_by(2);
    pieces.map(str::to_owned).collect()
}

#[test]
fn what_would_fail_is_there() {
    let text = fs::read_to_string(root().join("docs/anatomy.md")).expect("the anatomy");
    let start = text.find("## What the tricks rely on").expect("a chapter");
    let end = text.find("## Pages with F").expect("a chapter");
    let chapter = &text[start..end];
    let mutants = fs::read_to_string(root().join("xtask/mutants.toml")).expect("the mutants");
    let sources = ["src", "crates", "tests"].map(|folder| files(&root().join(folder)));
    let sources = sources.into_iter().flatten();
    let sources: String = sources
        .filter(|(name, _)| name.ends_with(".rs"))
        .map(|(_, bytes)| String::from_utf8_lossy(&bytes).into_owned())
        .collect();
    let mut named = 0;
    let ideas: Vec<&str> = chapter.split("\n\n**").skip(1).collect();
    assert!(ideas.len() > 9);
    for idea in &ideas {
        let (_, fails) = idea.split_once("\nFails: ").expect(idea);
        for name in between(fails, '`') {
            let test = format!("\nfn {name}()");
            let inner = format!("    fn {name}()");
            let there =
                SUITES.contains(&&*name) || sources.contains(&test) || sources.contains(&inner);
            assert!(there, "`{name}` is neither a suite nor a test");
            named += 1;
        }
        for name in between(fails, '"') {
            let there = mutants.contains(&format!("name = \"{name}\"\n"));
            assert!(there, "{name:?} is no mutant of xtask/mutants.toml");
            named += 1;
        }
    }
    assert!(named > ideas.len());
}

#[test]
fn no_published_text_has_tags_of_the_template_language() {
    let mut texts = files(&root().join("dist"));
    for name in ["docs/anatomy.md", "docs/rejected.md"] {
        let text = fs::read(root().join(name)).expect(name);
        texts.push((name.to_owned(), text));
    }
    for (name, bytes) in texts {
        let text = String::from_utf8_lossy(&bytes);
        for tag in ["/*=", "=*/", "/*%", "%*/", "/*#", "//%"] {
            assert!(!text.contains(tag), "{tag} in {name}");
        }
    }
}

/// `site::the_committed_site_is_fresh` compares the files with what a build makes.
#[test]
fn its_parts_are_the_page_and_its_figures_those_of_the_commands() {
    let read = |file: &str| fs::read_to_string(root().join(file)).expect(file);
    let text = read("docs/anatomy.md");
    let parts = text.split("\n````js\n").skip(1);
    let parts = parts.map(|rest| rest.split("\n````\n").next().unwrap_or_default());
    assert_eq!(parts.collect::<String>(), page("index_TMP_D_SU"));
    let costs = generate(&["cost", "--format", "json"]).good();
    let costs: serde_json::Value = serde_json::from_str(&costs).expect("JSON");
    for cost in costs.as_array().expect("a list") {
        let figures = format!("| {} | {} | {} |", cost["min"], cost["median"], cost["max"]);
        let flag = format!("| `{}` |", cost["flag"].as_str().expect("a letter"));
        let mut lines = text.lines().filter(|line| line.starts_with(&flag));
        assert!(
            lines.any(|line| line.contains(&figures)),
            "{flag}: {figures}"
        );
    }
    let sizes = generate(&["sizes", "--experiments", "--format", "json"]).good();
    let sizes: serde_json::Value = serde_json::from_str(&sizes).expect("JSON");
    let (text, site) = (read("docs/rejected.md"), read("dist/anatomy.html"));
    for one in sizes.as_array().expect("a list") {
        let bytes = one["sizes"]["bytes"].to_string();
        let name = one["name"].as_str().expect("a name");
        let start = format!("| [{name}](#{name}) |");
        let mut lines = text.lines();
        let line = lines.find(|line| line.starts_with(&start)).expect(name);
        assert!(line.contains(&format!("| {bytes} |")), "{line}");
        assert!(
            site.contains(&format!("<td class=\"number\">{bytes}</td>")),
            "{name}"
        );
    }
}
