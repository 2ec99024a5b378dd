//! Limits of growth in the manifest.

use std::fs;

use super::{QUESTION, commit, lengthen};
use crate::support::workspace::Workspace;

/// Adds a table to the manifest, before its first array of tables.
fn limit(workspace: &Workspace, table: &str) {
    let manifest = workspace.read("templates/catalog.toml");
    let manifest = manifest.replacen("[[wrapper]]", &format!("{table}\n[[wrapper]]"), 1);
    fs::write(workspace.path().join("templates/catalog.toml"), manifest).expect("written");
}

#[test]
fn limits_of_the_manifest_let_pages_grow() {
    for (table, code, note) in [
        ("", 1, false),
        ("page = { limit = 1 }", 1, false),
        ("page = { limit = 2 }", 0, true),
        ("page = { limit = '1 %' }", 1, false),
        ("page = { limit = '2.8 %' }", 0, true),
        ("page = { tolerance = 2 }", 0, false),
        ("page = { limit = 5, tolerance = 1 }", 0, true),
        ("page = { limit = 2 }\ntotal = { limit = 7 }", 1, true),
        ("page = { limit = 2 }\ntotal = { limit = 8 }", 0, true),
        (
            "page = { limit = 2 }\ntotal = { tolerance = '3 %' }",
            0,
            true,
        ),
    ] {
        let workspace = Workspace::tip();
        limit(&workspace, &format!("[gate]\n{table}\n"));
        lengthen(&workspace, 2);
        workspace.generate(&["--all"]).good();
        let checked = workspace.generate(&["check"]);
        assert_eq!(checked.code, code, "{table}: {checked:?}");
        let noted = checked.err.contains("note: tip_G grew by 2 to ");
        assert_eq!(noted, note, "{table}: {}", checked.err);
    }
}

#[test]
fn growth_within_the_limit_does_not_add_up() {
    let workspace = Workspace::tip();
    limit(&workspace, "[gate]\npage = { limit = 2 }\n");
    for (from, to, code) in [
        (QUESTION, "'How many ?'", 0),
        ("'How many ?'", "'How many  ?'", 0),
        ("'How many  ?'", "'How many   ?'", 1),
    ] {
        workspace.edit("templates/parts/group.js", from, to);
        workspace.generate(&["--all"]).good();
        assert_eq!(workspace.generate(&["check"]).code, code, "{to}");
    }
}

#[test]
fn growth_of_the_sum_names_the_limit() {
    let workspace = Workspace::tip();
    limit(
        &workspace,
        "[gate]\npage = { limit = 2 }\ntotal = { limit = 7 }\n",
    );
    lengthen(&workspace, 2);
    workspace.generate(&["--all"]).good();
    let line = "the sum of all pages grew by 8 to 481 bytes (accepted: 473, limit: +7)\n";
    assert_eq!(workspace.generate(&["check"]).out, line);
}

#[test]
fn accepted_sizes_of_any_number_have_a_sum() {
    let workspace = Workspace::tip();
    limit(&workspace, "[gate]\ntotal = { limit = 7 }\n");
    // If the sum wrapped, it would be less than the bytes of the pages, and `check` would fail.
    let mut seen = false;
    let record = workspace.read("catalog/sizes.json");
    let lines = record.lines().map(|line| {
        let first = line.contains("\"baseline\"") && !std::mem::replace(&mut seen, true);
        match first {
            true => format!("\"baseline\": {},", u64::MAX),
            false => line.to_string(),
        }
    });
    let record: Vec<String> = lines.collect();
    fs::write(workspace.path().join("huge.json"), record.join("\n")).expect("written");
    let checked = workspace.generate(&["check", "--baseline", "huge.json"]);
    assert_eq!(checked.code, 0, "{checked:?}");
}

#[test]
fn limits_that_are_no_amounts_are_refused() {
    let workspace = Workspace::tip();
    limit(&workspace, "[gate]\npage = { limit = \"2 bytes\" }\n");
    let refused = workspace.generate(&["check"]);
    assert_eq!(refused.code, 2, "{refused:?}");
    assert!(
        refused.err.contains("expected bytes such as 8, or a share"),
        "{}",
        refused.err
    );
}

#[test]
fn growth_within_the_limit_of_each_commit_does_not_add_up() {
    let workspace = Workspace::tip();
    limit(&workspace, "[gate]\npage = { limit = 2 }\n");
    workspace.generate(&["record"]).good();
    commit(&workspace, "first");
    for (from, to, code) in [
        (QUESTION, "'How many ?'", 0),
        ("'How many ?'", "'How many  ?'", 0),
        ("'How many  ?'", "'How many   ?'", 1),
    ] {
        workspace.edit("templates/parts/group.js", from, to);
        workspace.generate(&["--all"]).good();
        commit(&workspace, to);
        let checked = workspace.generate(&["check", "--baseline", "HEAD~1"]);
        assert_eq!(checked.code, code, "{to}: {checked:?}");
    }
}

#[test]
fn a_limit_without_end_lets_all_growth_through() {
    let workspace = Workspace::tip();
    limit(
        &workspace,
        "[gate]\npage = { limit = '99999999999999999999999 %' }\n",
    );
    lengthen(&workspace, 2);
    workspace.generate(&["--all"]).good();
    let checked = workspace.generate(&["check"]);
    assert_eq!(checked.code, 0, "{checked:?}");
}
