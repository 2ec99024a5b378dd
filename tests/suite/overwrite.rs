//! No command writes a file that it reads.

use std::fs;

use crate::support::workspace::{Run, Workspace, files};

const SCRIPT: &str = "let word = 'hello';\nalert(word + ' ' + word)\n";
const PAGE: &str = "<link rel=stylesheet href=a.css>\n<p class=a>text</p>\n<script>\nlet word = 'hello';\nalert(word + word);\n</script>\n";

/// A folder with a script and a page beside a small catalog.
fn folder() -> Workspace {
    let workspace = Workspace::tip();
    for (name, text) in [
        ("a.js", SCRIPT),
        ("b.js", SCRIPT),
        ("page.html", PAGE),
        ("a.css", ".a { color: red }\n"),
        ("test.sh", "exit 0\n"),
    ] {
        fs::write(workspace.path().join(name), text).expect("written");
    }
    workspace
}

/// Runs a command that must be refused, and must change no file.
fn refused(workspace: &Workspace, words: &[&str], names: &[&str]) {
    let before = files(workspace.path());
    let run = workspace.generate(words);
    assert_eq!(run.code, 2, "{words:?}: {run:?}");
    for name in names {
        assert!(run.err.contains(name), "{words:?}: {run:?}");
    }
    let advice = run.err.lines().filter(|line| line.starts_with("help: "));
    assert_eq!(advice.count(), 1, "{words:?}: {run:?}");
    assert!(
        files(workspace.path()) == before,
        "{words:?} changed a file"
    );
}

#[test]
fn minify_writes_none_of_its_inputs() {
    let workspace = folder();
    for (words, names) in [
        (&["--zip", "a.js", "--add", "a.js"][..], &["--zip", "a.js"]),
        (&["--zip", "b.js"], &["--zip", "b.js"]),
        (
            &["--zip", "z.zip", "--add", "a.js", "--out", "a.js"],
            &["--out", "a.js"],
        ),
        (&["--out", "b.js"], &["--out", "--in-place"]),
        (&["--out", "./b.js"], &["--out", "./b.js"]),
        (&["--out", "templates/../b.js"], &["--out", "b.js"]),
        (
            &["--out", "one.html", "--zip", "one.html"],
            &["--out and --zip", "one.html"],
        ),
    ] {
        refused(&workspace, &[&["minify", "b.js"], words].concat(), names);
    }
    // A style sheet decides which classes the page needs.
    refused(
        &workspace,
        &["minify", "page.html", "--no-check", "--out", "a.css"],
        &["--out", "a.css"],
    );
}

#[test]
#[cfg(unix)]
fn links_to_an_input_are_the_input() {
    let workspace = folder();
    let at = |name: &str| workspace.path().join(name);
    std::os::unix::fs::symlink("a.js", at("symbolic.js")).expect("a link");
    fs::hard_link(at("a.js"), at("hard.js")).expect("a link");
    for (input, out) in [
        ("a.js", "symbolic.js"),
        ("symbolic.js", "a.js"),
        ("a.js", "hard.js"),
        ("hard.js", "symbolic.js"),
    ] {
        refused(&workspace, &["minify", input, "--out", out], &[input, out]);
        refused(
            &workspace,
            &["minify", "b.js", "--zip", out, "--add", input],
            &[input, out],
        );
    }
    // Devices and pipes keep nothing.
    let run = workspace.generate(&[
        "minify",
        "/dev/null",
        "--wrapper",
        "none",
        "--out",
        "/dev/null",
    ]);
    assert!(!run.err.contains("overwrite"), "{run:?}");
}

#[test]
fn another_case_is_the_input_where_the_system_says_so() {
    let workspace = folder();
    if workspace.path().join("A.JS").exists() {
        refused(&workspace, &["minify", "a.js", "--out", "A.JS"], &["A.JS"]);
    } else {
        workspace
            .generate(&["minify", "a.js", "--out", "A.JS"])
            .good();
        assert_eq!(workspace.read("a.js"), SCRIPT);
    }
}

#[test]
fn other_commands_write_none_of_their_inputs() {
    let workspace = folder();
    fs::create_dir(workspace.path().join("tried")).expect("a folder");
    fs::write(workspace.path().join("tried/experiments.toml"), "").expect("written");
    let golf = ["golf", "page.html", "--state", "state", "--candidates", "1"];
    let with_golf = |more: &[&'static str]| [&golf[..], more].concat();
    for (words, name) in [
        (
            with_golf(&["--oracle", "true", "--out", "page.html"]),
            "--in-place",
        ),
        (
            with_golf(&["--oracle", "sh test.sh", "--out", "test.sh"]),
            "test.sh",
        ),
        (
            with_golf(&[
                "--oracle",
                "templates/scenarios/plain.toml",
                "--out",
                "templates/scenarios/plain.toml",
            ]),
            "plain.toml",
        ),
        (
            with_golf(&[
                "--oracle",
                "templates/scenarios",
                "--out",
                "templates/scenarios/plain.toml",
            ]),
            "plain.toml",
        ),
        (
            vec![
                "golf",
                "merge",
                "page.html",
                "a.js",
                "--oracle",
                "true",
                "--out",
                "a.js",
            ],
            "a.js",
        ),
        (
            vec!["golf", "tip_plain", "--out", "templates/page.js"],
            "page.js",
        ),
        (
            vec!["build", "tip_plain", "--out", "templates/page.js"],
            "page.js",
        ),
        (
            vec!["build", "tip_plain", "--out", "templates"],
            "templates",
        ),
        (
            vec![
                "build",
                "tip_plain",
                "--source-map",
                "--out",
                "x",
                "--templates",
                "maps",
            ],
            "--source-map",
        ),
        (vec!["--all", "--out", "templates"], "templates"),
        (
            vec!["--all", "--out", "tried", "--choose-as", "tried"],
            "tried",
        ),
        (
            vec!["sizes", "--experiments=tried", "--out", "tried"],
            "tried",
        ),
        (vec!["publish", "--anatomy", "templates/page.js"], "page.js"),
        (
            vec!["publish", "--out", "templates/scenarios"],
            "templates/scenarios",
        ),
    ] {
        if words.contains(&"--source-map") {
            let maps = workspace.path().join("maps");
            fs::create_dir_all(&maps).expect("a folder");
            fs::write(maps.join("catalog.toml"), "").expect("written");
            let _ = fs::remove_file(workspace.path().join("x.map"));
            fs::hard_link(maps.join("catalog.toml"), workspace.path().join("x.map"))
                .expect("a link");
        }
        refused(&workspace, &words, &[name]);
    }
}

#[test]
fn the_gate_does_not_add_its_summary_to_the_baseline() {
    let workspace = folder();
    let sizes = workspace.catalog().join("sizes.json");
    let before = workspace.read("catalog/sizes.json");
    for variable in ["GITHUB_STEP_SUMMARY", "GITHUB_OUTPUT"] {
        let check = ["check", "--baseline", "catalog/sizes.json"];
        let run = workspace.generate_with(&check, &[(variable, &sizes)]);
        assert_eq!(run.code, 2, "{run:?}");
        assert!(run.err.contains(variable), "{run:?}");
        assert_eq!(workspace.read("catalog/sizes.json"), before);
    }
}

#[test]
fn in_place_replaces_a_file_by_its_result() {
    let workspace = folder();
    let page = workspace.generate(&["minify", "page.html"]).good();
    let quiet = workspace
        .generate(&["minify", "page.html", "--in-place"])
        .good();
    assert_eq!((quiet.as_str(), workspace.read("page.html")), ("", page));
    let script = workspace
        .generate(&["minify", "a.js", "--wrapper", "none"])
        .good();
    workspace
        .generate(&["minify", "a.js", "--wrapper", "none", "--in-place"])
        .good();
    assert_eq!(workspace.read("a.js"), script);
    // What stands in a file stays of its kind.
    fs::write(workspace.path().join("c.ts"), SCRIPT).expect("written");
    for words in [
        &["b.js", "--in-place"][..],
        &["page.html", "--in-place", "--wrapper", "none"],
        &["page.html", "--in-place", "--format", "json"],
        &["c.ts", "--in-place", "--wrapper", "none"],
    ] {
        refused(
            &workspace,
            &[&["minify"], words].concat(),
            &["--in-place would write"],
        );
    }
    let run: Run = workspace.generate(&["minify", "b.js", "--in-place", "--out", "c.html"]);
    assert_eq!(run.code, 2, "{run:?}");
}

#[test]
fn a_search_in_place_replaces_its_file_at_its_end() {
    let workspace = folder();
    let page = "<script>total=+prompt('How many?');alert(total+0-0+'!')</script>";
    fs::write(workspace.path().join("page.html"), page).expect("written");
    let words =
        "golf page.html --oracle mirror --host embedded --candidates 60 --state state --in-place";
    let words: Vec<&str> = words.split(' ').collect();
    workspace.generate(&words).good();
    let smaller = workspace.read("page.html");
    assert!(smaller.len() < page.len(), "{smaller}");
    let stdin = ["golf", "-", "--oracle", "mirror", "--in-place"];
    let run = workspace.generate(&stdin);
    assert!(run.code == 2 && run.err.contains("stdin"), "{run:?}");
}
