//! Alternative spellings: which ones win, and which manifests are refused.

use crate::support::root;
use crate::support::workspace::Workspace;
use serde_json::{Value, json};

fn spelling() -> Workspace {
    Workspace::with(&root().join("tests/fixtures/spelling"))
}

/// What `gen explain` tells of the choices of a variant.
fn decisions(workspace: &Workspace, variant: &str) -> Value {
    let words = ["explain", variant, "--format", "json"];
    let json: Value = serde_json::from_str(&workspace.generate(&words).good()).expect("JSON");
    json["decisions"].clone()
}

/// The spelling of a choice in a variant.
fn won(workspace: &Workspace, variant: &str, choice: &str) -> Value {
    let decisions = decisions(workspace, variant);
    let mut all = decisions.as_array().expect("a list").iter();
    let found = all.find(|decision| decision["choice"] == choice);
    found.expect(choice)["spelling"].clone()
}

#[test]
fn each_variant_gets_the_spelling_that_makes_its_page_shortest() {
    let workspace = spelling();
    for (variant, expected, page) in [
        (
            "laugh_short",
            "written out",
            "<script>alert('haha')</script>",
        ),
        (
            "laugh_L",
            "repeated",
            "<script>alert('ha'.repeat(10))</script>",
        ),
    ] {
        assert_eq!(won(&workspace, variant, "laugh"), expected, "{variant}");
        assert_eq!(
            workspace
                .generate(&["build", variant])
                .good()
                .replace('`', "'"),
            page
        );
    }
}

/// An error in one form of a script must not choose another form.
#[test]
fn other_fragments_can_choose_the_spellings() {
    let workspace = spelling();
    let chooser = root().join("tests/fixtures/spelling");
    // The text that is written out is the shorter form of this one.
    workspace.edit(
        "templates/laugh.js",
        "repeat(",
        "padStart(2, 'nobody laughs').repeat(",
    );
    let built = |words: &[&str]| {
        workspace
            .generate(&[&["--all", "--out", "out", "--quiet"], words].concat())
            .good();
        workspace.read("out/laugh_L.html")
    };
    assert!(!built(&[]).contains("padStart"));
    let chosen = built(&["--choose-as", chooser.to_str().expect("a path")]);
    assert!(chosen.contains("padStart"), "{chosen}");
}

#[test]
fn explain_tells_each_trial_to_people_and_to_programs() {
    let workspace = spelling();
    let text = workspace.generate(&["explain", "laugh_L"]).good();
    insta::with_settings!({snapshot_path => "snapshots"}, {
        insta::assert_snapshot!("explain_laugh_L", text);
    });
    let trials = json!([
        { "spelling": "written out", "bytes": 46, "won": false },
        { "spelling": "repeated", "bytes": 39, "won": true },
    ]);
    assert_eq!(decisions(&workspace, "laugh_L")[0]["tried"], trials);
    let page = workspace.generate(&["build", "laugh_L"]).good();
    assert_eq!(page.len(), 39);
    // A catalog without choices has nothing to tell.
    let example = Workspace::with(&root().join("examples/list/templates"));
    let text = example.generate(&["explain", "list_plain"]).good();
    assert!(!text.contains("spellings"), "{text}");
    assert_eq!(decisions(&example, "list_plain"), json!([]));
    // Names have the place of their first use in the fragments.
    let line = text.lines().find(|line| line.starts_with(" entry "));
    assert!(
        line.is_some_and(|line| line.ends_with("page.js:4:5")),
        "{text}"
    );
}

#[test]
fn a_spelling_that_the_flags_forbid_is_not_tried() {
    let workspace = spelling();
    let names = |decision: &Value| -> Vec<String> {
        let trials = decision["tried"].as_array().expect("a list").iter();
        trials.map(|trial| trial["spelling"].to_string()).collect()
    };
    let quiet = &decisions(&workspace, "laugh_Q")[1];
    assert_eq!(names(quiet), ["\"plain\"", "\"of the window\""]);
    // Without Q the question is not in the script, so nothing is built for it.
    assert_eq!(names(&decisions(&workspace, "laugh_L")[1]), [""; 0]);
    // Forbid the one that wins.
    assert_eq!(quiet["spelling"], "plain");
    workspace.edit(
        "templates/catalog.toml",
        "where it does not matter\"\n",
        "where it does not matter\"\nunless = [\"Q\"]\n",
    );
    assert_eq!(won(&workspace, "laugh_Q", "test"), "of the window");
    let page = workspace.generate(&["build", "laugh_Q"]).good();
    assert!(page.contains("self==top"), "{page}");
}

#[test]
fn choices_of_a_group_are_decided_together() {
    let workspace = spelling();
    for choice in ["first", "second"] {
        assert_eq!(won(&workspace, "laugh_Q", choice), "named");
    }
    let tried = decisions(&workspace, "laugh_Q")[2]["tried"].clone();
    assert_eq!(tried.as_array().map(Vec::len), Some(4));
    // Apart, neither is worth a name.
    let manifest = workspace.read("templates/catalog.toml");
    let apart = manifest.replace("group = \"words\"\n", "");
    std::fs::write(workspace.path().join("templates/catalog.toml"), apart).expect("written");
    for choice in ["first", "second"] {
        assert_eq!(won(&workspace, "laugh_Q", choice), "plain");
    }
}

#[test]
fn choices_that_make_no_sense_are_refused_with_their_reason() {
    for (from, to, said) in [
        (
            "only = [\"Q\"]",
            "only = [\"X\"]",
            "choice `test` names X, which is no flag",
        ),
        (
            "unless = [\"Q\"]",
            "unless = [\"X\"]",
            "choice `test` names X, which is no flag",
        ),
        (
            "name = \"laugh\"",
            "name = \"L\"",
            "choice `L` has the name of a flag",
        ),
        (
            "name = \"first\"",
            "name = \"test\"",
            "choice `test` is declared twice",
        ),
        ("value = \"out\"", "valeu = \"out\"", "catalog.toml"),
    ] {
        let workspace = spelling();
        workspace.edit("templates/catalog.toml", from, to);
        let run = workspace.generate(&["sizes"]);
        assert_eq!(run.code, 2, "{run:?}");
        assert!(run.err.contains(said), "{said}: {run:?}");
    }
}

#[test]
fn a_variant_without_a_spelling_is_refused() {
    let workspace = spelling();
    workspace.edit(
        "templates/catalog.toml",
        "text = \"for a short one\"\n",
        "text = \"for a short one\"\nunless = [\"L\"]\n",
    );
    assert_eq!(won(&workspace, "laugh_LQ", "laugh"), "repeated");
    workspace.edit(
        "templates/catalog.toml",
        "text = \"for a long one\"\n",
        "text = \"for a long one\"\nonly = [\"Q\"]\n",
    );
    let run = workspace.generate(&["--all"]);
    assert_eq!(run.code, 2, "{run:?}");
    assert!(
        run.err
            .contains("choice `laugh` has no spelling for laugh_L"),
        "{run:?}"
    );
    assert!(!workspace.catalog().exists());
}

#[test]
fn a_group_that_is_too_large_is_refused() {
    let workspace = spelling();
    let path = workspace.path().join("templates/catalog.toml");
    let mut manifest = workspace.read("templates/catalog.toml");
    // Two spellings each: 2 * 2 and three more are 32 builds for each page.
    for name in ["third", "fourth", "fifth"] {
        manifest += &format!("\n[[choice]]\nname = \"{name}\"\ngroup = \"words\"\ntext = \"\"\n");
        for spelling in ["a", "b"] {
            manifest +=
                &format!("[[choice.spelling]]\nname = \"{spelling}\"\nvalue = 1\ntext = \"\"\n");
        }
    }
    std::fs::write(path, manifest).expect("written");
    let run = workspace.generate(&["sizes"]);
    assert_eq!(run.code, 2, "{run:?}");
    assert!(
        run.err
            .contains("choice `first` has 32 combinations, more than 24"),
        "{run:?}"
    );
}
