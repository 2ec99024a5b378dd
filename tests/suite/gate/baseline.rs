//! The baseline of `gen check`: a revision, a file, or the record of a merge.

use std::fs;

use super::{commit, grow, lengthen};
use crate::support::workspace::{Run, Workspace};

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
        // More of one revision does not show where two histories meet.
        let deepens = refused.err.contains("`git fetch --deepen=100`");
        assert_eq!(deepens, baseline.contains("..."), "{}", refused.err);
    }
    let folder = [
        "check",
        "--baseline",
        "templates",
        "--allow-missing-baseline",
    ];
    assert_eq!(clone.generate(&folder).code, 0);
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
    let first = head(&workspace);
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
        let place = format!("(merge base {}: ", &first[..7]);
        assert_eq!(base.out.matches(&place).count(), 4, "{base:?}");
    }
    let full = workspace.generate(&["check", "--baseline", &first]);
    assert_eq!(
        full.out.matches(&format!("({}: ", &first[..7])).count(),
        4,
        "{full:?}"
    );
    assert!(!full.out.contains(&first), "{full:?}");
}

/// The full hash of the last commit.
fn head(workspace: &Workspace) -> String {
    let text = workspace
        .system("git", &["rev-parse", "HEAD"])
        .output()
        .expect("git runs");
    String::from_utf8(text.stdout)
        .expect("UTF-8")
        .trim()
        .to_owned()
}

#[test]
fn a_branch_may_have_the_name_of_a_folder() {
    let workspace = Workspace::tip();
    commit(&workspace, "first");
    workspace.git(&["branch", "templates"]);
    lengthen(&workspace, 2);
    workspace.generate(&["record"]).good();
    let checked = workspace.generate(&["check", "--baseline", "templates"]);
    assert_eq!(checked.code, 1, "{checked:?}");
    assert_eq!(checked.out.matches(" grew by 2 ").count(), 4, "{checked:?}");
}

#[test]
fn a_record_may_come_from_a_pipe() {
    let workspace = Workspace::tip();
    let before = workspace.read("catalog/sizes.json");
    fs::write(workspace.path().join("before.json"), before).expect("written");
    lengthen(&workspace, 2);
    workspace.generate(&["record"]).good();
    let line = "cat before.json | exec \"$0\" check --baseline /dev/stdin";
    let words = ["-c", line, env!("CARGO_BIN_EXE_gen")];
    let output = workspace.system("sh", &words).output();
    let checked = Run::of(output.expect("sh runs"));
    assert_eq!(checked.code, 1, "{checked:?}");
    assert_eq!(checked.out.matches(" grew by 2 ").count(), 4, "{checked:?}");
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
        // A second build keeps them too, as in a rebase.
        workspace.generate(&["--all"]).good();
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
fn an_empty_name_is_an_error_and_not_the_index() {
    let workspace = Workspace::tip();
    commit(&workspace, "first");
    lengthen(&workspace, 2);
    workspace.generate(&["record"]).good();
    workspace.git(&["add", "."]);
    let refused = workspace.generate(&["check", "--baseline", ""]);
    assert_eq!(refused.code, 2, "{refused:?}");
    assert!(refused.err.contains("name of the baseline is empty"));
    // The record has its place in the folder of the catalog.
    let checked = workspace.generate(&["check", "--baseline", "HEAD:"]);
    assert_eq!(checked.out.matches(" grew by 2 ").count(), 4, "{checked:?}");
}

#[test]
fn the_accepted_sizes_of_a_merge_count_if_the_record_is_deleted() {
    const PLAIN: (&str, &str) = ("'Bill?'", "'B?'");
    const GROUP: (&str, &str) = (super::QUESTION, "'How?'");
    let workspace = Workspace::tip();
    commit(&workspace, "first");
    workspace.git(&["branch", "side"]);
    // Each branch makes other pages smaller, so each has larger pages than the merge.
    workspace.edit("templates/page.js", PLAIN.0, PLAIN.1);
    workspace.generate(&["record"]).good();
    commit(&workspace, "shorten the first question");
    workspace.git(&["switch", "--quiet", "side"]);
    workspace.edit("templates/parts/group.js", GROUP.0, GROUP.1);
    workspace.generate(&["record"]).good();
    commit(&workspace, "shorten the second question");
    workspace.git(&["merge", "--quiet", "-X", "ours", "main", "-m", "merge"]);
    workspace.generate(&["--all"]).good();
    workspace.git(&["add", "."]);
    workspace.git(&["commit", "--quiet", "--amend", "-m", "merge"]);
    assert_eq!(workspace.generate(&["check"]).code, 0);

    fs::remove_file(workspace.catalog().join("sizes.json")).expect("removed");
    workspace.edit("templates/page.js", PLAIN.1, PLAIN.0);
    workspace.edit("templates/parts/group.js", GROUP.1, GROUP.0);
    workspace.generate(&["--all"]).good();
    let checked = workspace.generate(&["check"]);
    assert_eq!(checked.code, 1, "{checked:?}");
    for grown in ["tip_plain grew by 3 ", "tip_G grew by 10 "] {
        assert!(checked.out.contains(grown), "{checked:?}");
    }
}
