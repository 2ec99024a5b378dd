//! `gen check`: what it lets through and what it stops.

use std::fs;

use crate::support::workspace::Workspace;

/// Every page with two more bytes: an argument that does nothing.
fn grow(workspace: &Workspace) {
    workspace.edit("templates/typed.js", "slice(0, 4)", "slice(0, 4, 1)");
}

#[test]
fn a_page_that_grows_by_a_byte_is_stopped_until_it_is_accepted() {
    let workspace = Workspace::chess();
    // One byte in one variant only.
    let page = workspace.read("catalog/index_TMP_D_SU.html").len();
    workspace.edit(
        "templates/two_runs.js",
        "prompt(draw(8)) + 0",
        "prompt(draw(8)) + /*% if D and S and U %*/00/*% else %*/0/*% endif %*/",
    );
    let stopped = workspace.generate(&["check"]);
    assert_eq!(stopped.code, 1);
    let line = format!(
        "index_TMP_D_SU grew by 1 to {} bytes (accepted: {page})",
        page + 1
    );
    assert!(stopped.out.contains(&line), "{}", stopped.out);
    assert!(stopped.out.contains("accept it with `gen record`"));
    assert_eq!(stopped.out.matches(" grew by ").count(), 1);

    // Rebuilding is not accepting.
    workspace.generate(&["--all"]).good();
    let stopped = workspace.generate(&["check"]);
    assert_eq!(
        (stopped.code, stopped.out.lines().count()),
        (1, 1),
        "{}",
        stopped.out
    );

    workspace.generate(&["record"]).good();
    assert_eq!(workspace.generate(&["check"]).code, 0);
}

#[test]
fn a_page_that_shrinks_lowers_what_is_accepted() {
    let workspace = Workspace::chess();
    grow(&workspace);
    workspace.generate(&["record"]).good();
    workspace.edit("templates/typed.js", "slice(0, 4, 1)", "slice(0, 4)");
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
fn a_page_edited_by_hand_is_stale() {
    let workspace = Workspace::chess();
    workspace.edit("catalog/index_TM.html", "prompt", "Prompt");
    let stopped = workspace.generate(&["check"]);
    assert_eq!(stopped.code, 1);
    assert_eq!(
        stopped.out,
        "index_TM.html is not what the fragments make; rebuild it with `gen --all`\n"
    );
}

#[test]
fn missing_and_stray_pages_are_found() {
    let workspace = Workspace::chess();
    let catalog = workspace.catalog();
    fs::rename(catalog.join("index_T.html"), catalog.join("index_Z.html")).expect("renamed");
    let stopped = workspace.generate(&["check"]);
    assert_eq!(stopped.code, 1);
    assert!(
        stopped.out.contains("index_T.html is missing"),
        "{}",
        stopped.out
    );
    assert!(
        stopped.out.contains("index_Z.html belongs to no variant"),
        "{}",
        stopped.out
    );
}

#[test]
fn a_record_that_lacks_a_variant_is_found() {
    let workspace = Workspace::chess();
    let text = workspace.read("catalog/sizes.json");
    let mut record: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let pages = record["pages"].as_array_mut().expect("pages");
    pages.retain(|page| page["name"] != "index_M");
    let text = serde_json::to_string_pretty(&record).expect("JSON") + "\n";
    fs::write(workspace.catalog().join("sizes.json"), text).expect("written");
    let stopped = workspace.generate(&["check"]);
    assert_eq!(stopped.code, 1);
    assert!(
        stopped
            .out
            .contains("index_M is missing in catalog/sizes.json"),
        "{}",
        stopped.out
    );
    assert!(
        stopped.out.contains("sizes.json is not what"),
        "{}",
        stopped.out
    );
}

#[test]
fn a_record_edited_by_hand_is_stale_and_a_broken_one_is_an_error() {
    let workspace = Workspace::chess();
    workspace.edit("catalog/SIZES.md", "# golfchess", "# chess");
    assert!(
        workspace
            .generate(&["check"])
            .out
            .contains("SIZES.md is not what")
    );
    fs::write(workspace.catalog().join("sizes.json"), "{").expect("written");
    let stopped = workspace.generate(&["check"]);
    assert_eq!(stopped.code, 2);
    assert!(
        stopped.err.contains("catalog/sizes.json is no size record"),
        "{}",
        stopped.err
    );
}

#[test]
fn a_budget_is_a_limit_even_for_accepted_sizes() {
    let workspace = Workspace::chess();
    workspace.edit("templates/catalog.toml", "index_L1 = 560", "index_L1 = 400");
    let stopped = workspace.generate(&["check"]);
    assert_eq!(stopped.code, 1);
    assert!(
        stopped.out.contains("over its budget of 400"),
        "{}",
        stopped.out
    );
}

#[test]
fn a_missing_baseline_is_a_notice() {
    let workspace = Workspace::chess();
    workspace.git(&["init", "--quiet"]);
    workspace.git(&["commit", "--quiet", "--allow-empty", "-m", "empty"]);
    let checked = workspace.generate(&["check", "--baseline", "HEAD"]);
    assert_eq!(checked.code, 0, "{checked:?}");
    assert!(
        checked.err.contains("note: HEAD has no size record"),
        "{}",
        checked.err
    );
}

#[test]
fn growth_is_seen_against_a_revision_and_against_a_file() {
    let workspace = Workspace::chess();
    workspace.git(&["init", "--quiet"]);
    workspace.git(&["add", "."]);
    workspace.git(&["commit", "--quiet", "-m", "before"]);
    fs::copy(
        workspace.catalog().join("sizes.json"),
        workspace.path().join("old.json"),
    )
    .expect("copied");
    grow(&workspace);
    workspace.generate(&["record"]).good();
    assert_eq!(workspace.generate(&["check"]).code, 0);
    for baseline in ["HEAD", "old.json"] {
        let stopped = workspace.generate(&["check", "--baseline", baseline]);
        assert_eq!(stopped.code, 1, "{baseline}");
        assert_eq!(stopped.out.matches(" grew by 2 ").count(), 36, "{baseline}");
        assert!(
            stopped.out.contains(&format!("({baseline}: ")),
            "{}",
            stopped.out
        );
    }
    let compared = workspace
        .generate(&["compare", "HEAD", "catalog/sizes.json"])
        .good();
    assert!(compared.contains("36 changed"), "{compared}");
    assert!(compared.contains("+72"), "{compared}");
    for baseline in ["nowhere", "nowhere.json", "templates", "HEAD~9"] {
        let checked = workspace.generate(&["check", "--baseline", baseline]);
        assert_eq!(checked.code, 0, "{baseline}");
        assert!(
            checked.err.contains("has no size record"),
            "{}",
            checked.err
        );
    }
    let named = workspace.generate(&["check", "--baseline", "HEAD:catalog/sizes.json"]);
    assert_eq!(named.code, 1);
    let wrong = workspace.generate(&["check", "--baseline=--nowhere"]);
    assert_eq!(wrong.code, 2);
    assert!(
        wrong.err.contains("is no record and no git revision"),
        "{}",
        wrong.err
    );
}

#[test]
fn the_job_summary_is_written_before_the_job_fails() {
    let workspace = Workspace::chess();
    let summary = workspace.path().join("summary.md");
    fs::write(&summary, "before\n").expect("written");
    grow(&workspace);
    let stopped =
        workspace.generate_with(&["check"], &[("GITHUB_STEP_SUMMARY", summary.as_path())]);
    assert_eq!(stopped.code, 1);
    let text = workspace.read("summary.md");
    assert!(text.starts_with("before\n## Page sizes\n"), "{text}");
    assert!(text.contains("- index_TMP_D_SU grew by 2"), "{text}");
    assert!(text.contains("36 of 36 pages changed."), "{text}");
    assert!(text.contains("| index_TMP_D_SU "), "{text}");
}

#[test]
fn a_summary_that_cannot_be_written_hides_no_finding() {
    let workspace = Workspace::chess();
    grow(&workspace);
    for (summary, noted) in [("", false), ("no/such/folder", true)] {
        let variable = [("GITHUB_STEP_SUMMARY", std::path::Path::new(summary))];
        let stopped = workspace.generate_with(&["check"], &variable);
        assert_eq!(stopped.code, 1);
        assert_eq!(stopped.out.matches(" grew by 2 ").count(), 36);
        assert_eq!(
            stopped.err.contains("cannot write the summary"),
            noted,
            "{}",
            stopped.err
        );
    }
}

#[test]
fn findings_come_as_json_too() {
    let workspace = Workspace::chess();
    workspace.edit("catalog/index_TM.html", "prompt", "Prompt");
    let stopped = workspace.generate(&["check", "--format", "json"]);
    assert_eq!(stopped.code, 1);
    let findings: serde_json::Value = serde_json::from_str(&stopped.out).expect("JSON");
    assert_eq!(
        findings,
        serde_json::json!([{"finding": "stale", "file": "index_TM.html"}])
    );
}
