//! Catalogs that are not about chess, and fragments with faults.

mod support;

use std::fs;

use support::root;
use support::workspace::{Workspace, files};

fn example() -> Workspace {
    Workspace::with(&root().join("examples/tip/templates"))
}

#[test]
fn a_catalog_needs_no_chess() {
    let workspace = example();
    let table = workspace.generate(&["--all"]).good();
    assert_eq!(table.lines().count(), 8, "{table}");
    let catalog = files(&workspace.catalog());
    let names: Vec<_> = catalog.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        names,
        [
            "SIZES.md",
            "sizes.json",
            "tip_G.html",
            "tip_GU.html",
            "tip_R.html",
            "tip_R_G.html",
            "tip_R_GU.html",
            "tip_plain.html",
        ]
    );
    assert!(workspace.read("catalog/tip_R.html").contains("Tip in %?"));
    assert_eq!(workspace.generate(&["check"]).code, 0);
    let wrong = workspace.generate(&["build", "tip_U"]);
    assert!(wrong.err.contains("flag U also needs G"), "{}", wrong.err);
}

#[test]
fn a_new_flag_is_an_entry_and_a_condition() {
    let workspace = example();
    let manifest = "templates/catalog.toml";
    workspace.edit(manifest, "[\"R\", \"GU\"]", "[\"R\", \"GU\", \"B\"]");
    let flag =
        "\n[[flag]]\nletter = \"B\"\ngroup = \"end\"\ntitle = \"bye\"\ntext = \"says goodbye\"\n";
    workspace.edit(manifest, "\n[budget]", &format!("{flag}\n[budget]"));
    workspace.edit(
        "templates/page.js",
        "sum = prompt",
        "/*% if B %*/ alert('Bye'); /*% endif %*/\nsum = prompt",
    );
    workspace.generate(&["--all"]).good();
    assert_eq!(files(&workspace.catalog()).len(), 14);
    assert!(workspace.read("catalog/tip_R_GU_B.html").contains("Bye"));
}

/// The error of a build after an edit of the example; nothing may be written.
fn fault(file: &str, from: &str, to: &str) -> String {
    let workspace = example();
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
    let error = fault("parts/group.js", "// Everybody", "//% iff R\n// Everybody");
    assert!(error.contains("group.js:1"), "{error}");
    assert!(error.contains("//% iff R"), "{error}");
    let error = fault("page.js", "parts/group.js", "parts/grope.js");
    assert!(
        error.contains("page.js:5") && error.contains("parts/grope.js"),
        "{error}"
    );
}

#[test]
fn an_undeclared_flag_is_an_error_with_its_place() {
    let error = fault("page.js", "//% if G", "//% if Q");
    assert!(
        error.contains("page.js:4: `Q` is no flag; the manifest declares RGU"),
        "{error}"
    );
    let error = fault("parts/group.js", "'How many?'", "'/*= question =*/'");
    assert!(
        error.contains("group.js:2: `question` is no flag"),
        "{error}"
    );
}

#[test]
fn a_misspelt_identifier_is_an_error_with_its_place() {
    let error = fault("parts/group.js", "prompt(", "promt(");
    assert!(
        error.contains("`promt` is read but nothing writes it"),
        "{error}"
    );
    assert!(error.contains("parts/group.js:2"), "{error}");
    assert!(error.contains("tip_G"), "{error}");
}

#[test]
fn a_name_of_the_browser_is_an_error() {
    let error = fault("page.js", "sum = prompt", "history = sum = prompt");
    assert!(
        error.contains("`history` is written without a declaration"),
        "{error}"
    );
    assert!(error.contains("page.js:2"), "{error}");
}

#[test]
fn a_fault_in_the_script_is_an_error_with_its_place() {
    let error = fault("page.js", "sum = prompt", "sum = = prompt");
    assert!(error.contains("page.js:2"), "{error}");
    assert!(error.contains("sum = = prompt('Bill?');"), "{error}");
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
            "letter = \"U\"",
            "letter = \"G\"",
            "flag G is declared twice",
        ),
        (
            "[\"R\", \"GU\"]",
            "[\"R\", \"G\"]",
            "flag U must stand exactly once",
        ),
        (
            "[\"R\", \"GU\"]",
            "[\"R\", \"GUX\"]",
            "naming.parts has X, which is no flag",
        ),
        (
            "requires = [\"G\"]",
            "requires = [\"Z\"]",
            "flag U requires Z, which is no flag",
        ),
        (
            "tip_R_GU = ",
            "tip_R_U = ",
            "`tip_R_U` under published or budget is no variant",
        ),
        (
            "title = \"rate\"",
            "titel = \"rate\"",
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
    let error = fault("parts/group.js", "sum /=", "sun /=");
    assert!(error.contains("`sun` is written but never"), "{error}");
    assert!(error.contains("parts/group.js:2"), "{error}");
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
    let workspace = example();
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
