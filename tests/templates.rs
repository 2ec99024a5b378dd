//! Catalogs that are not about chess, and fragments with faults.

mod support;

use std::fs;

use support::root;
use support::workspace::{Workspace, files};

fn greeting() -> Workspace {
    Workspace::with(&root().join("tests/fixtures/greeting"))
}

#[test]
fn a_catalog_needs_no_chess() {
    let workspace = greeting();
    let table = workspace.generate(&["--all"]).good();
    assert_eq!(table.lines().count(), 5, "{table}");
    let catalog = files(&workspace.catalog());
    let names: Vec<_> = catalog.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        names,
        [
            "SIZES.md",
            "hello_L.html",
            "hello_LN.html",
            "hello_plain.html",
            "sizes.json"
        ]
    );
    assert_eq!(
        workspace.read("catalog/hello_L.html"),
        "<script>e='Hello';alert(e.toUpperCase())</script>"
    );
    assert!(workspace.read("catalog/hello_LN.html").contains("Who?"));
    assert_eq!(workspace.generate(&["check"]).code, 0);
    let wrong = workspace.generate(&["build", "hello_N"]);
    assert!(wrong.err.contains("flag N also needs L"), "{}", wrong.err);
}

#[test]
fn a_new_flag_is_an_entry_and_a_condition() {
    let workspace = greeting();
    workspace.edit(
        "templates/catalog.toml",
        "parts = [\"LN\"]",
        "parts = [\"LN\", \"B\"]",
    );
    let path = workspace.path().join("templates/catalog.toml");
    let flag =
        "\n[[flag]]\nletter = \"B\"\ngroup = \"end\"\ntitle = \"bye\"\ntext = \"says goodbye\"\n";
    let text = fs::read_to_string(&path).expect("a manifest");
    fs::write(
        &path,
        text.replace("\n[budget]", &format!("{flag}\n[budget]")),
    )
    .expect("written");
    let fragment = workspace.path().join("templates/greet.js");
    let text = fs::read_to_string(&fragment).expect("a fragment");
    fs::write(&fragment, text + "/*% if B %*/alert('Bye')/*% endif %*/\n").expect("written");
    workspace.generate(&["--all"]).good();
    assert_eq!(files(&workspace.catalog()).len(), 8);
    assert!(workspace.read("catalog/hello_LN_B.html").contains("Bye"));
}

/// The error of a build after an edit of the greeting; nothing may be written.
fn fault(file: &str, from: &str, to: &str) -> String {
    let workspace = greeting();
    workspace.edit(&format!("templates/{file}"), from, to);
    let failed = workspace.generate(&["--all"]);
    assert_eq!(
        (failed.code, failed.out.as_str()),
        (2, ""),
        "{}",
        failed.err
    );
    assert!(!workspace.catalog().exists());
    failed.err
}

#[test]
fn a_fault_in_the_template_language_names_file_line_and_excerpt() {
    let error = fault("parts/name.js", "// Whom", "//% iff L\n// Whom");
    assert!(error.contains("name.js:1"), "{error}");
    assert!(error.contains("//% iff L"), "{error}");
    let error = fault("greet.js", "parts/name.js", "parts/nome.js");
    assert!(
        error.contains("greet.js:4") && error.contains("parts/nome.js"),
        "{error}"
    );
}

#[test]
fn an_undeclared_flag_is_an_error_with_its_place() {
    let error = fault("greet.js", "//% if N", "//% if Q");
    assert!(
        error.contains("greet.js:3: `Q` is no flag; the manifest declares LN"),
        "{error}"
    );
    let error = fault("parts/name.js", "'Who?'", "'/*= person =*/'");
    assert!(error.contains("name.js:2: `person` is no flag"), "{error}");
}

#[test]
fn a_misspelt_identifier_is_an_error_with_its_place() {
    let error = fault("parts/name.js", "prompt(", "promt(");
    assert!(
        error.contains("`promt` is read but nothing writes it"),
        "{error}"
    );
    assert!(error.contains("parts/name.js:2"), "{error}");
    assert!(error.contains("hello_LN"), "{error}");
}

#[test]
fn a_name_of_the_browser_is_an_error() {
    let error = fault(
        "greet.js",
        "greeting = 'Hello'",
        "history = greeting = 'Hello'",
    );
    assert!(
        error.contains("`history` is written without a declaration"),
        "{error}"
    );
    assert!(error.contains("greet.js:2"), "{error}");
}

#[test]
fn a_fault_in_the_script_is_an_error_with_its_place() {
    let error = fault("greet.js", "greeting = 'Hello';", "greeting = = 'Hello';");
    assert!(error.contains("greet.js:2"), "{error}");
    assert!(error.contains("greeting = = 'Hello';"), "{error}");
}

#[test]
fn a_fault_leaves_the_standing_catalog_alone() {
    let workspace = Workspace::chess();
    let before = files(&workspace.catalog());
    workspace.edit("templates/two_runs.js", "prompt(", "promt(");
    for command in ["--all", "record", "check", "sizes"] {
        assert_eq!(workspace.generate(&[command]).code, 2);
    }
    assert_eq!(files(&workspace.catalog()), before);
}

#[test]
fn a_manifest_that_contradicts_itself_is_an_error() {
    for (from, to, said) in [
        (
            "letter = \"N\"",
            "letter = \"L\"",
            "flag L is declared twice",
        ),
        (
            "parts = [\"LN\"]",
            "parts = [\"L\"]",
            "flag N must stand exactly once",
        ),
        (
            "parts = [\"LN\"]",
            "parts = [\"LNX\"]",
            "naming.parts has X, which is no flag",
        ),
        (
            "requires = [\"L\"]",
            "requires = [\"Z\"]",
            "flag N requires Z, which is no flag",
        ),
        (
            "hello_LN = 80",
            "hello_N = 80",
            "`hello_N` under published or budget is no variant",
        ),
        (
            "title = \"loud\"",
            "titel = \"loud\"",
            "unknown field `titel`",
        ),
        ("[naming]", "[naming", "catalog.toml"),
    ] {
        let error = fault("catalog.toml", from, to);
        assert!(error.contains(said), "{said}: {error}");
    }
}

#[test]
fn a_misspelt_target_of_an_assignment_is_an_error_with_its_place() {
    let error = fault("parts/name.js", "greeting +=", "greating +=");
    assert!(error.contains("`greating` is written but never"), "{error}");
    assert!(error.contains("parts/name.js:2"), "{error}");
}

#[test]
fn line_ends_and_byte_order_marks_change_no_page() {
    let workspace = Workspace::chess();
    let before = files(&workspace.catalog());
    for (name, bytes) in files(&workspace.path().join("templates")) {
        let text = String::from_utf8(bytes).expect("UTF-8");
        let text = format!("\u{feff}{}", text.replace('\n', "\r\n"));
        fs::write(workspace.path().join("templates").join(name), text).expect("written");
    }
    workspace.generate(&["--all"]).good();
    assert_eq!(files(&workspace.catalog()), before);
}

#[test]
#[cfg(unix)]
fn links_are_followed_and_a_loop_of_links_is_an_error() {
    let workspace = greeting();
    let templates = workspace.path().join("templates");
    fs::rename(templates.join("parts"), workspace.path().join("elsewhere")).expect("moved");
    std::os::unix::fs::symlink(workspace.path().join("elsewhere"), templates.join("parts"))
        .expect("a link");
    workspace.generate(&["--all"]).good();
    std::os::unix::fs::symlink(&templates, templates.join("again")).expect("a link");
    let failed = workspace.generate(&["--all"]);
    assert_eq!(failed.code, 2);
    assert!(
        failed.err.contains("cannot read the templates"),
        "{}",
        failed.err
    );
}
