//! `gen golf` as a size coder runs it.

use crate::support::workspace::{Run, Workspace};

const GOLF: [&str; 5] = ["golf", "index_P", "--proof", "usual", "--candidates"];

/// What comes after it.
const STATE: [&str; 2] = ["--state", "state"];

fn golf(workspace: &Workspace, candidates: &str) -> Run {
    workspace.generate(&[&GOLF[..], &[candidates], &STATE].concat())
}

#[test]
fn a_waste_is_found_with_its_place_and_the_search_goes_on_where_it_was() {
    let workspace = Workspace::chess();
    workspace.edit("templates/one_run.js", "for (\n", "for (\n  turn = 5,\n");
    let found = golf(&workspace, "48").good();
    let before: usize = workspace
        .generate(&["build", "index_P"])
        .good()
        .trim_end()
        .len();
    let line = format!("{} bytes instead of {before}: leave out", before - 4);
    assert!(found.contains(&line), "{found}");
    assert!(found.contains("one_run.js:"), "{found}");
    assert!(found.contains("leave out `turn = 5,`"), "{found}");
    assert!(found.contains("candidates in"), "{found}");
    let again = golf(&workspace, "48").good();
    assert!(again.contains("\n0 candidates in"), "{again}");
    assert!(
        again.contains(&format!("{} with all savings", before - 4)),
        "{again}"
    );
}

#[test]
fn a_page_that_is_wrong_is_not_golfed() {
    let workspace = Workspace::chess();
    let glyph = "board[at] * turn + /*= middle =*/]";
    workspace.edit("templates/draw.js", glyph, &format!("{glyph} + ' '"));
    let failed = golf(&workspace, "10");
    assert_eq!(failed.code, 2, "{failed:?}");
    assert!(
        failed.err.contains("index_P cannot be golfed"),
        "{failed:?}"
    );
    assert!(failed.err.contains("gen verify index_P"), "{failed:?}");
    std::fs::write(workspace.path().join("state/index_M.json"), "{").expect("written");
    let failed = workspace.generate(&["golf", "index_M", "--state", "state"]);
    assert_eq!(failed.code, 2, "{failed:?}");
    assert!(
        failed.err.contains("remove the file to begin anew"),
        "{failed:?}"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_while_browsers_play_ends_in_good_order_and_loses_nothing() {
    use crate::support::process::{browsers_at_work, interrupt_group};
    use std::os::unix::process::CommandExt;
    use std::process::Stdio;
    use std::time::Duration;

    let workspace = Workspace::chess();
    workspace.edit("templates/one_run.js", "for (\n", "for (\n  turn = 5,\n");
    let scratch = tempfile::tempdir().expect("a folder");
    let mut golf = workspace.command(&[&GOLF[..], &["48"], &STATE].concat());
    golf.env("TMPDIR", scratch.path()).process_group(0);
    golf.stdout(Stdio::piped()).stderr(Stdio::piped());
    let golf = golf.spawn().expect("gen runs");
    browsers_at_work(scratch.path());
    // Time for all of them to start: one that ends before is waited for in vain for a while.
    std::thread::sleep(Duration::from_secs(3));
    interrupt_group(&golf);
    let ended = Run::of(golf.wait_with_output().expect("gen ends"));
    assert!(!ended.err.contains("error"), "{ended:?}");
    let text = ended.good();
    // Either the saving was still proved, or the next run tries all of it anew.
    let state: serde_json::Value =
        serde_json::from_str(&workspace.read("state/index_P.json")).expect("JSON");
    if text.contains("leave out `turn = 5,`") {
        assert_eq!(state["savings"].as_array().map(Vec::len), Some(1), "{text}");
    } else {
        assert!(text.contains("\n0 candidates in"), "{text}");
        assert_eq!(state["next"], 0);
    }
}
