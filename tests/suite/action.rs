//! The steps of the GitHub Action, as its runner starts them.

use std::fs;
use std::process::Output;

use crate::support::root;
use crate::support::workspace::Workspace;

/// A folder with two commits, and a shallow clone of it.
fn shallow() -> (Workspace, Workspace) {
    let workspace = Workspace::empty();
    workspace.git(&["init", "--quiet", "--initial-branch=main"]);
    for subject in ["first", "second"] {
        workspace.git(&["commit", "--quiet", "--allow-empty", "-m", subject]);
    }
    let clone = Workspace::empty();
    let origin = format!("file://{}", workspace.path().display());
    clone.git(&["clone", "--quiet", "--depth=1", &origin, "."]);
    (workspace, clone)
}

/// Runs a script of the action in a folder, as GitHub does.
fn bash(workspace: &Workspace, script: &str, variables: &[(&str, &str)]) -> Output {
    let words = [
        "--noprofile",
        "--norc",
        "-e",
        "-o",
        "pipefail",
        "-c",
        script,
    ];
    let mut command = workspace.system("bash", &words);
    command.envs(variables.iter().copied());
    for file in ["GITHUB_STEP_SUMMARY", "GITHUB_OUTPUT"] {
        command.env(file, workspace.path().join(file));
    }
    command.env("RUNNER_TEMP", workspace.path());
    command.output().expect("bash runs")
}

#[test]
fn a_fetch_that_fails_is_in_the_summary_and_the_gate_goes_on() {
    let script = fs::read_to_string(root().join(".github/fetch-baseline.sh")).expect("a script");
    let (_origin, clone) = shallow();
    let base = "0123456789012345678901234567890123456789";
    let run = bash(&clone, &script, &[("BASE", base), ("BASELINE", "")]);
    assert!(run.status.success(), "{run:?}");
    let summary = clone.read("GITHUB_STEP_SUMMARY");
    let failed = format!("`git fetch --depth 1 origin {base}` failed:\n\n    fatal: ");
    assert!(summary.contains(&failed), "{summary}");
    let output = format!("baseline={base}...HEAD\n");
    assert_eq!(clone.read("GITHUB_OUTPUT"), output);
    // An ancestor needs the history.
    let (_origin, clone) = shallow();
    let run = bash(&clone, &script, &[("BASE", ""), ("BASELINE", "HEAD~1")]);
    assert!(run.status.success(), "{run:?}");
    clone.git(&["rev-parse", "--quiet", "--verify", "HEAD~1"]);
}

#[test]
fn a_comparison_that_fails_is_in_the_summary_and_the_gate_goes_on() {
    let action = fs::read_to_string(root().join("action.yml")).expect("an action");
    let step = action.split_once("name: Compare with the previous commit");
    let (_, lines) = step
        .and_then(|(_, step)| step.split_once("run: |\n"))
        .expect("a step");
    let script = lines
        .lines()
        .map_while(|line| line.strip_prefix("        "));
    let script = script.collect::<Vec<_>>().join("\n");
    let (workspace, _clone) = shallow();
    let compare = |program: &str| {
        let summary = workspace.path().join("GITHUB_STEP_SUMMARY");
        let _ = fs::remove_file(&summary);
        let folders = [("CATALOG", "c"), ("TEMPLATES", "t"), ("BEFORE", "HEAD~1")];
        let run = bash(
            &workspace,
            &script,
            &[&folders[..], &[("GEN", program)]].concat(),
        );
        assert!(run.status.success(), "{run:?}");
        fs::read_to_string(summary).expect("a summary")
    };
    // `ls` knows none of the options, and says so.
    let failed = compare("ls");
    assert!(
        failed.contains("The comparison failed:\n\n    ls: "),
        "{failed}"
    );
    let good = compare("echo");
    assert!(
        good.contains("compare --format markdown --templates t "),
        "{good}"
    );
    assert!(!good.contains("failed"), "{good}");
}

#[test]
fn no_step_hides_an_error() {
    for file in ["action.yml", ".github/fetch-baseline.sh"] {
        let text = fs::read_to_string(root().join(file)).expect(file);
        assert!(
            !text.contains("|| true") && !text.contains("|| return 0"),
            "{file}"
        );
    }
}
