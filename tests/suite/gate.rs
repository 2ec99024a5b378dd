//! `gen check`: what it lets through and what it stops.

use std::fs;

use crate::support::workspace::Workspace;

/// Every page with two more bytes: an argument that does nothing.
fn grow(workspace: &Workspace) {
    workspace.edit("templates/typed.js", "(0, 4)", "(0, 4, 1)");
}

#[test]
fn a_page_that_grows_by_a_byte_is_stopped_until_it_is_accepted() {
    let workspace = Workspace::chess_without_budgets();
    // One byte in one variant only.
    let page = workspace.read("catalog/index_TMP_D_SU.html").len();
    workspace.edit(
        "templates/answer.js",
        ") + 0",
        ") + /*% if D and S and U %*/00/*% else %*/0/*% endif %*/",
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
    workspace.edit("templates/typed.js", "(0, 4, 1)", "(0, 4)");
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
    workspace.edit("templates/catalog.toml", "index_L1 = 422", "index_L1 = 400");
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

#[test]
fn a_baseline_that_cannot_be_read_is_an_error() {
    let workspace = Workspace::tip();
    commit(&workspace, "first");
    for baseline in [
        "nosuch",
        "nosuch.json",
        "HEAD~9",
        "HEAD:nosuch.json",
        "templates",
    ] {
        let refused = workspace.generate(&["check", "--baseline", baseline]);
        assert_eq!((refused.code, refused.out.as_str()), (2, ""), "{baseline}");
        assert!(
            refused.err.starts_with("error: cannot check for growth: "),
            "{}",
            refused.err
        );
        assert!(refused.err.contains(baseline), "{}", refused.err);
        let help = "help: on the first run, add --allow-missing-baseline\n";
        assert!(refused.err.contains(help), "{}", refused.err);

        let allowed = ["check", "--baseline", baseline, "--allow-missing-baseline"];
        let passed = workspace.generate(&allowed);
        assert_eq!(passed.code, 0, "{baseline}: {passed:?}");
        let note = format!("note: {baseline} has no size record; growth is not checked\n");
        assert_eq!(passed.err, note);
        assert!(
            passed.out.contains("growth is not checked"),
            "{}",
            passed.out
        );
    }
    // A record that is broken is not a missing one.
    fs::write(workspace.path().join("broken.json"), "{").expect("written");
    let broken = [
        "check",
        "--baseline=broken.json",
        "--allow-missing-baseline",
    ];
    assert_eq!(workspace.generate(&broken).code, 2);
}

#[test]
fn a_baseline_outside_of_a_repository_is_an_error() {
    let refused = Workspace::tip().generate(&["check", "--baseline", "HEAD"]);
    assert_eq!(refused.code, 2, "{refused:?}");
}

#[test]
fn a_revision_that_a_shallow_clone_lacks_is_an_error_even_if_it_may_be_missing() {
    let workspace = Workspace::tip();
    commit(&workspace, "first");
    commit(&workspace, "second");
    let origin = format!("file://{}", workspace.path().display());
    let clone = Workspace::empty();
    clone.git(&["clone", "--quiet", "--depth=1", &origin, "."]);
    for baseline in ["HEAD~1", "origin/other", "HEAD~1...HEAD"] {
        let arguments = ["check", "--baseline", baseline, "--allow-missing-baseline"];
        let refused = clone.generate(&arguments);
        assert_eq!(refused.code, 2, "{refused:?}");
        assert!(
            refused.err.contains("in this shallow clone\nhelp: fetch"),
            "{}",
            refused.err
        );
    }
    clone.git(&["fetch", "--quiet", "--unshallow"]);
    let passed = clone.generate(&["check", "--baseline", "HEAD~1"]);
    assert_eq!(passed.code, 0, "{passed:?}");
}

#[test]
fn a_commit_without_a_record_is_a_missing_baseline() {
    let workspace = Workspace::tip();
    workspace.git(&["init", "--quiet"]);
    workspace.git(&["commit", "--quiet", "--allow-empty", "-m", "empty"]);
    let refused = workspace.generate(&["check", "--baseline", "HEAD"]);
    assert_eq!(refused.code, 2, "{refused:?}");
    assert!(
        refused.err.contains("HEAD has no size record"),
        "{}",
        refused.err
    );
    let first = ["check", "--baseline", "HEAD", "--allow-missing-baseline"];
    assert_eq!(workspace.generate(&first).code, 0);
}

#[test]
fn the_baseline_of_a_branch_is_its_merge_base() {
    let workspace = Workspace::tip();
    commit(&workspace, "first");
    workspace.git(&["branch", "topic"]);
    // Pages of the main branch that grow later do not count.
    lengthen(&workspace, 2);
    workspace.generate(&["record"]).good();
    commit(&workspace, "grow");
    workspace.git(&["switch", "--quiet", "topic"]);
    lengthen(&workspace, 3);
    workspace.generate(&["record"]).good();
    commit(&workspace, "grow more");
    let main = workspace.generate(&["check", "--baseline", "main"]);
    assert_eq!(main.out.matches(" grew by 1 ").count(), 4, "{main:?}");
    for baseline in ["main...HEAD", "main...", "...main"] {
        let base = workspace.generate(&["check", "--baseline", baseline]);
        assert_eq!(base.code, 1, "{baseline}: {base:?}");
        assert_eq!(base.out.matches(" grew by 3 ").count(), 4, "{baseline}");
    }
}

#[test]
fn growth_against_a_revision_passes_if_the_record_accepts_it() {
    let workspace = Workspace::tip();
    commit(&workspace, "first");
    lengthen(&workspace, 2);
    workspace.generate(&["--all"]).good();
    let arguments = ["check", "--baseline", "HEAD", "--accept-recorded"];
    assert_eq!(workspace.generate(&arguments).code, 1);
    workspace.generate(&["record"]).good();
    let passed = workspace.generate(&arguments);
    assert_eq!(passed.code, 0, "{passed:?}");
    assert_eq!(workspace.generate(&arguments[..3]).code, 1);
}

#[test]
fn deleting_the_record_does_not_accept_growth() {
    let workspace = Workspace::tip();
    commit(&workspace, "first");
    let record = workspace.catalog().join("sizes.json");
    let deletions: [&dyn Fn(); 3] = [
        &|| fs::remove_file(&record).expect("removed"),
        &|| fs::remove_dir_all(workspace.catalog()).expect("removed"),
        // Even if the deletion is committed.
        &|| {
            fs::remove_file(&record).expect("removed");
            commit(&workspace, "delete");
        },
    ];
    lengthen(&workspace, 2);
    for delete in deletions {
        delete();
        let built = workspace.generate(&["--all"]);
        assert_eq!(built.code, 0, "{built:?}");
        assert!(
            built
                .err
                .contains("note: catalog/sizes.json is missing; the accepted sizes of commit"),
            "{}",
            built.err
        );
        let stopped = workspace.generate(&["check"]);
        assert_eq!(stopped.code, 1, "{stopped:?}");
        assert_eq!(stopped.out.matches(" grew by 2 ").count(), 4);
    }
    // Without the file, the gate reports the growth too.
    fs::remove_file(&record).expect("removed");
    let stopped = workspace.generate(&["check"]);
    assert_eq!(stopped.out.matches(" grew by 2 ").count(), 4);
    assert!(stopped.out.contains("sizes.json is missing"));
}

#[test]
fn a_merge_conflict_keeps_the_smaller_accepted_sizes() {
    let workspace = Workspace::tip();
    commit(&workspace, "first");
    workspace.git(&["branch", "topic"]);
    // Both branches accept growth: one more than the other.
    let branch = |name: &str, bytes: usize| {
        workspace.git(&["switch", "--quiet", name]);
        lengthen(&workspace, bytes);
        workspace.generate(&["record"]).good();
        commit(&workspace, name);
    };
    branch("topic", 3);
    branch("main", 2);
    let ours = workspace.read("catalog/sizes.json");
    workspace.git(&["switch", "--quiet", "topic"]);
    let theirs = workspace.read("catalog/sizes.json");
    for command in ["--all", "record"] {
        let text = format!("<<<<<<< HEAD\n{ours}=======\n{theirs}>>>>>>> topic\n");
        fs::write(workspace.catalog().join("sizes.json"), text).expect("written");
        let refused = workspace.generate(&["check"]);
        assert_eq!(refused.code, 2, "{refused:?}");
        assert!(
            refused
                .err
                .contains("has a merge conflict at line 1\nhelp: run `gen --all`"),
            "{}",
            refused.err
        );
        let merged = workspace.generate(&[command]);
        assert_eq!(merged.code, 0, "{merged:?}");
        assert!(
            merged
                .err
                .contains("the smaller accepted size of both sides counts"),
            "{}",
            merged.err
        );
        let stopped = workspace.generate(&["check"]);
        assert_eq!(stopped.code, 1, "{command}: {stopped:?}");
        assert_eq!(
            stopped.out.matches(" grew by 1 ").count(),
            4,
            "{}",
            stopped.out
        );
    }
    workspace.generate(&["record"]).good();
    assert_eq!(workspace.generate(&["check"]).code, 0);
}

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
        ("page = { limit = '2.5 %' }", 0, true),
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
    let line = "the sum of all pages grew by 8 to 523 bytes (accepted: 515, limit: +7)\n";
    assert_eq!(workspace.generate(&["check"]).out, line);
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
fn growth_is_seen_against_a_revision_and_against_a_file() {
    let workspace = Workspace::chess_without_budgets();
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
    let named = workspace.generate(&["check", "--baseline", "HEAD:catalog/sizes.json"]);
    assert_eq!(named.code, 1);
    let wrong = workspace.generate(&["check", "--baseline=--nowhere"]);
    assert_eq!(wrong.code, 2);
    assert!(wrong.err.contains("is not a git revision"), "{}", wrong.err);
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
fn unchanged_pages_are_collapsed_in_markdown() {
    let workspace = Workspace::tip();
    commit(&workspace, "first");
    lengthen(&workspace, 2);
    workspace.generate(&["record"]).good();
    let arguments = ["check", "--baseline=HEAD", "--format=markdown"];
    let text = workspace.generate(&arguments).out;
    let (shown, collapsed) = text.split_once("<details>").expect("a collapsed part");
    assert!(shown.contains("4 of 6 pages changed."), "{shown}");
    assert!(shown.contains(" bytes, +8 against `HEAD`."), "{shown}");
    assert!(shown.contains("| tip_R_GU "), "{shown}");
    assert_eq!(shown.matches("| tip_").count(), 4, "{shown}");
    assert!(collapsed.contains("<summary>2 unchanged pages</summary>"));
    assert_eq!(collapsed.matches("| tip_").count(), 2);
    assert!(collapsed.trim_end().ends_with("</details>"));
}

#[test]
fn the_step_of_an_action_gets_its_outputs() {
    let workspace = Workspace::tip();
    commit(&workspace, "first");
    lengthen(&workspace, 2);
    let outputs = workspace.path().join("outputs");
    let variables = [("GITHUB_OUTPUT", outputs.as_path())];
    let stopped = workspace.generate_with(&["check", "--baseline", "HEAD"], &variables);
    assert_eq!(stopped.code, 1);
    let text = workspace.read("outputs");
    let start = "total=523\ndelta=8\n\
                 collections=[{\"name\":\"all\",\"pages\":6,\"bytes\":523,\"change\":8}]\n\
                 markdown<<END_OF_MARKDOWN\n## Page sizes\n";
    assert!(text.starts_with(start), "{text}");
    assert!(text.ends_with("\nEND_OF_MARKDOWN\n"), "{text}");
}

#[test]
fn a_summary_that_cannot_be_written_hides_no_finding() {
    let workspace = Workspace::tip();
    lengthen(&workspace, 2);
    for (summary, noted) in [("", false), ("no/such/folder", true)] {
        let variable = [("GITHUB_STEP_SUMMARY", std::path::Path::new(summary))];
        let stopped = workspace.generate_with(&["check"], &variable);
        assert_eq!(stopped.code, 1);
        assert_eq!(stopped.out.matches(" grew by 2 ").count(), 4);
        assert_eq!(
            stopped.err.contains("cannot write GITHUB_STEP_SUMMARY"),
            noted,
            "{}",
            stopped.err
        );
    }
}

#[test]
fn findings_come_as_json_too() {
    let workspace = Workspace::tip();
    workspace.edit("catalog/tip_R.html", "Bill", "bill");
    let stopped = workspace.generate(&["check", "--format", "json"]);
    assert_eq!(stopped.code, 1);
    let findings: serde_json::Value = serde_json::from_str(&stopped.out).expect("JSON");
    assert_eq!(
        findings,
        serde_json::json!([{"finding": "stale", "file": "tip_R.html"}])
    );
}
