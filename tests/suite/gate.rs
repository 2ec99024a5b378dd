//! `gen check`: what it lets through and what it stops.

mod baseline;
mod limits;
mod reports;

use std::fs;

use crate::support::workspace::Workspace;

/// Every page with two more bytes: one more empty rank.
fn grow(workspace: &Workspace) {
    workspace.edit("templates/start.js", "0, 0, 0, 0", "0, 0, 0, 0, 0");
}

#[test]
fn a_page_that_grows_by_a_byte_is_stopped_until_it_is_accepted() {
    let workspace = Workspace::chess_without_budgets();
    // One byte in one variant only.
    let page = workspace.read("catalog/index_TMP_D_SU.html").len();
    workspace.edit(
        "templates/answer.js",
        "if F and B else 0",
        "if F and B else 10 if D and S and U else 0",
    );
    let stopped = workspace.generate(&["check"]);
    assert_eq!(stopped.code, 1);
    let line = format!(
        "index_TMP_D_SU grew by 1 to {} bytes (accepted: {page})",
        page + 1
    );
    assert!(stopped.out.contains(&line), "{}", stopped.out);
    let help = "help: make the pages smaller, or accept their sizes with `gen record`\n";
    assert!(stopped.err.contains(help), "{}", stopped.err);
    assert_eq!(stopped.out.matches(" grew by ").count(), 1);

    // Rebuilding is not accepting.
    workspace.generate(&["--all"]).good();
    let stopped = workspace.generate(&["check"]);
    assert_eq!((stopped.code, stopped.out), (1, line + "\n"));

    workspace.generate(&["record"]).good();
    assert_eq!(workspace.generate(&["check"]).code, 0);
}

#[test]
fn a_file_that_an_editor_has_changed_is_named_as_damaged() {
    let workspace = Workspace::tip();
    let file = "catalog/tip_R.html";
    let page = workspace.read(file);
    workspace.write(file, &format!("\u{feff}{page}"));
    let stopped = workspace.generate(&["check"]);
    let line = "tip_R.html is damaged: it starts with a byte order mark\n";
    assert_eq!((stopped.code, stopped.out.as_str()), (1, line));
    assert!(stopped.err.contains("catalog/* -text"), "{}", stopped.err);
    let json = workspace.generate(&["check", "--format", "json"]).out;
    assert!(json.contains("\"damage\": \"byte-order-mark\""), "{json}");
    workspace.generate(&["--all"]).good();
    workspace.generate(&["check"]).good();
}

#[test]
fn a_page_that_shrinks_lowers_what_is_accepted() {
    let workspace = Workspace::chess();
    grow(&workspace);
    workspace.generate(&["record"]).good();
    workspace.edit("templates/start.js", "0, 0, 0, 0, 0", "0, 0, 0, 0");
    workspace.generate(&["--all"]).good();
    assert_eq!(workspace.generate(&["check"]).code, 0);
    grow(&workspace);
    workspace.generate(&["--all"]).good();
    let stopped = workspace.generate(&["check"]);
    assert_eq!(
        (stopped.code, stopped.out.matches(" grew by 2 ").count()),
        (1, 36)
    );
}

#[test]
fn the_gate_says_how_to_undo_a_saving_that_is_taken_back() {
    let workspace = Workspace::tip();
    workspace.git(&["init", "--quiet"]);
    workspace.git(&["add", "."]);
    workspace.git(&["commit", "--quiet", "-m", "all"]);
    let check = || {
        workspace.generate(&["--all"]).good();
        workspace.generate(&["check"])
    };
    let fragment = "templates/page.js";
    let before = workspace.read(fragment);
    // A saving, and the way back.
    workspace.edit(fragment, "Bill", "Bil");
    assert_eq!(check().code, 0);
    workspace.write(fragment, &before);
    assert_eq!(check().code, 0);
    // Another page of the size of the last commit.
    workspace.edit(fragment, "Bill", "Bil");
    assert_eq!(check().code, 0);
    workspace.edit(fragment, "Bil", "Bell");
    let stopped = check();
    assert_eq!(stopped.code, 1, "{stopped:?}");
    let help = "these sizes equal those of the last commit";
    assert!(stopped.err.contains(help), "{stopped:?}");
    assert!(
        stopped.err.contains("`git restore catalog/sizes.json`"),
        "{stopped:?}"
    );
    workspace.git(&["restore", "catalog/sizes.json"]);
    assert_eq!(check().code, 0);
    // Real growth gets no such help.
    workspace.edit(fragment, "Bell", "A bell");
    let stopped = check();
    assert_eq!(stopped.code, 1, "{stopped:?}");
    assert!(!stopped.err.contains(help), "{stopped:?}");
}

#[test]
fn a_page_edited_by_hand_is_stale() {
    let workspace = Workspace::tip();
    workspace.edit("catalog/tip_R.html", "Bill", "bill");
    let stopped = workspace.generate(&["check"]);
    assert_eq!(stopped.code, 1);
    assert_eq!(stopped.out, "tip_R.html is out of date\n");
    assert_eq!(stopped.err, "help: rebuild the files with `gen --all`\n");
}

#[test]
fn missing_and_orphan_pages_are_found() {
    let workspace = Workspace::tip();
    let catalog = workspace.catalog();
    fs::rename(catalog.join("tip_G.html"), catalog.join("tip_Z.html")).expect("renamed");
    let stopped = workspace.generate(&["check"]);
    assert_eq!(stopped.code, 1);
    assert!(
        stopped.out.contains("tip_G.html is missing"),
        "{}",
        stopped.out
    );
    assert!(
        stopped.out.contains("tip_Z.html is no page of the catalog"),
        "{}",
        stopped.out
    );
}

#[test]
fn a_record_that_lacks_a_variant_is_found() {
    let workspace = Workspace::tip();
    let text = workspace.read("catalog/sizes.json");
    let mut record: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let pages = record["pages"].as_array_mut().expect("pages");
    pages.retain(|page| page["name"] != "tip_R");
    let text = serde_json::to_string_pretty(&record).expect("JSON") + "\n";
    fs::write(workspace.catalog().join("sizes.json"), text).expect("written");
    let stopped = workspace.generate(&["check"]);
    assert_eq!(stopped.code, 1);
    assert!(
        stopped
            .out
            .contains("tip_R is missing in catalog/sizes.json"),
        "{}",
        stopped.out
    );
    assert!(
        stopped.out.contains("sizes.json is out of date"),
        "{}",
        stopped.out
    );
}

#[test]
fn a_record_edited_by_hand_is_stale_and_a_broken_one_is_an_error() {
    let workspace = Workspace::tip();
    workspace.edit("catalog/SIZES.md", "# tip", "# tips");
    assert!(
        workspace
            .generate(&["check"])
            .out
            .contains("SIZES.md is out of date")
    );
    fs::write(workspace.catalog().join("sizes.json"), "{").expect("written");
    let stopped = workspace.generate(&["check"]);
    assert_eq!(stopped.code, 2);
    assert!(
        stopped
            .err
            .contains("catalog/sizes.json is not a size record"),
        "{}",
        stopped.err
    );
}

#[test]
fn a_budget_is_a_limit_even_for_accepted_sizes() {
    let workspace = Workspace::chess();
    workspace.edit("templates/catalog.toml", "index_L1 = 406", "index_L1 = 400");
    let stopped = workspace.generate(&["check"]);
    assert_eq!(stopped.code, 1);
    assert!(
        stopped.out.contains("over its budget of 400"),
        "{}",
        stopped.out
    );
}

/// The question of the four pages with flag G.
const QUESTION: &str = "'How many?'";

/// Makes the four pages with flag G larger.
fn lengthen(workspace: &Workspace, bytes: usize) {
    let question = format!("'How many{}'", "?".repeat(bytes + 1));
    workspace.edit("templates/parts/group.js", QUESTION, &question);
}

/// Commits everything in the folder, in a repository of its own.
fn commit(workspace: &Workspace, message: &str) {
    workspace.git(&["init", "--quiet", "--initial-branch=main"]);
    workspace.git(&["add", "."]);
    workspace.git(&["commit", "--quiet", "--allow-empty", "-m", message]);
}
