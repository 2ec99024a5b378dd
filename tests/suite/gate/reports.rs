//! Where the gate reports: tables, job summaries, outputs of an action, JSON.

use std::fs;

use super::{commit, grow, lengthen};
use crate::support::workspace::Workspace;

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
    let start = "total=481\ndelta=8\n\
                 collections=[{\"name\":\"all\",\"pages\":6,\"bytes\":481,\"change\":8}]\n\
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

#[test]
fn spreadsheets_have_the_keys_of_json() {
    let workspace = Workspace::tip();
    commit(&workspace, "first");
    lengthen(&workspace, 2);
    workspace.write("catalog/tip_plain.html", "\u{feff}");
    workspace.write("catalog/tip_Z.html", "");
    for words in [
        &["check", "--baseline", "HEAD"][..],
        &["sizes"],
        &["history"],
    ] {
        let with = |format: &str| {
            let words = [words, &["--quiet", "--format", format]].concat();
            workspace.generate(&words).out
        };
        let json: serde_json::Value = serde_json::from_str(&with("json")).expect("JSON");
        let rows = json.as_array().expect("a list");
        assert!(!rows.is_empty(), "{words:?}");
        let csv = with("csv");
        let columns: Vec<&str> = csv.lines().next().expect("a header").split(',').collect();
        assert_eq!(csv.lines().count(), rows.len() + 1, "{csv}");
        for (row, line) in rows.iter().zip(csv.lines().skip(1)) {
            for (key, value) in row.as_object().expect("a row") {
                let has = columns.contains(&key.as_str());
                assert!(has, "{words:?}: no {key} in {columns:?}");
                let text = value.as_str().map_or(value.to_string(), str::to_owned);
                assert!(
                    value.is_null() || line.contains(&text),
                    "{key}: {text} in {line}"
                );
            }
        }
    }
}

#[test]
fn ci_systems_get_a_test_for_each_page() {
    let workspace = Workspace::tip();
    let junit = || workspace.generate(&["check", "--format", "junit"]);
    let good = junit().good();
    let start = "<testsuites name=\"gen check\" tests=\"8\" failures=\"0\">";
    assert!(good.contains(start), "{good}");
    let page = "<testcase classname=\"pages\" name=\"tip_R_GU\"";
    assert!(good.contains(&format!("{page}/>")), "{good}");
    lengthen(&workspace, 2);
    let failed = junit();
    assert_eq!(failed.code, 1, "{failed:?}");
    let text = failed.out;
    assert!(text.contains("tests=\"8\" failures=\"5\">"), "{text}");
    let failure = "<failure message=\"tip_R_GU grew by 2 ";
    assert!(
        text.contains(&format!("{page}>\n      {failure}")),
        "{text}"
    );
    assert!(text.contains("tip_R_GU.html is out of date"), "{text}");
}
