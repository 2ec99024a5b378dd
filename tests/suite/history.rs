//! `gen history`: sizes from the commits of the record.

use serde_json::Value;

use crate::support::workspace::Workspace;

/// Three commits: the second makes four pages larger, the third does not change sizes.
fn repository() -> Workspace {
    let workspace = Workspace::tip();
    let commit = |message: &str| {
        workspace.git(&["add", "."]);
        let date = "--date=2026-01-02T03:04:05Z";
        workspace.git(&["commit", "--quiet", date, "-m", message]);
    };
    workspace.git(&["init", "--quiet", "--initial-branch=main"]);
    commit("Add six pages");
    workspace.edit("templates/parts/group.js", "'How many?'", "'How many ?'");
    workspace.generate(&["record"]).good();
    commit("Separate the question mark");
    std::fs::write(workspace.path().join("notes"), "").expect("written");
    commit("Add notes");
    workspace
}

#[test]
fn the_commits_of_the_record_are_listed() {
    let workspace = repository();
    let table = workspace.generate(&["history"]).good();
    let lines: Vec<_> = table.lines().collect();
    assert_eq!(lines.len(), 3, "{table}");
    assert!(lines[1].contains("2026-01-02") && lines[1].contains(" 473 "));
    assert!(lines[2].contains(" 477 ") && lines[2].contains(" +4 "));
    assert!(lines[2].trim_end().ends_with("Separate the question mark"));

    let data = workspace.generate(&["history", "--format=json"]).good();
    let data: Value = serde_json::from_str(&data).expect("JSON");
    assert_eq!(data[0]["pages"], 6);
    assert_eq!(data[0]["change"], Value::Null);
    assert_eq!(data[1]["change"], 4);
    assert_eq!(data[1]["commit"].as_str().expect("a hash").len(), 40);

    let rows = workspace.generate(&["history", "--format=csv"]).good();
    assert!(rows.starts_with("date,commit,pages,bytes,change,subject\n2026-01-02,"));
    assert!(
        rows.ends_with(",6,477,4,Separate the question mark\n"),
        "{rows}"
    );
}

#[test]
fn one_page_has_a_history() {
    let workspace = repository();
    let rows = workspace
        .generate(&["history", "tip_GU", "--format=csv"])
        .good();
    assert!(rows.contains(",1,73,,Add six pages\n"), "{rows}");
    assert!(rows.contains(",1,74,1,Separate"), "{rows}");
    assert_eq!(workspace.generate(&["history", "tip_Q"]).code, 2);
}

#[test]
fn the_chart_is_a_picture_of_all_versions() {
    let chart = repository().generate(&["history", "--format=svg"]).good();
    assert!(chart.starts_with("<svg xmlns=") && chart.ends_with("</svg>\n"));
    assert_eq!(chart.matches("<circle").count(), 2);
    assert!(chart.contains("2026-01-02: 477 bytes"), "{chart}");
}

#[test]
fn the_badge_is_an_endpoint_of_shields_io() {
    let badge = repository().generate(&["history", "--format=badge"]).good();
    let badge: Value = serde_json::from_str(&badge).expect("JSON");
    let expected = serde_json::json!({
        "schemaVersion": 1, "label": "tip", "message": "6 pages, 477 bytes", "color": "blue"
    });
    assert_eq!(badge, expected);
}

#[test]
fn a_folder_without_commits_has_no_history() {
    let refused = Workspace::tip().generate(&["history"]);
    assert_eq!((refused.code, refused.out.as_str()), (2, ""));
    let expected = "error: no commit has sizes in catalog/sizes.json\nhelp: commit the record";
    assert!(refused.err.starts_with(expected), "{}", refused.err);
}
