//! `gen golf` as a size coder runs it.

use crate::golf_files::golf_file;
use crate::support::workspace::{Run, Workspace};

/// A search of a page on which the default suites play few games.
const GOLF: [&str; 5] = ["golf", "index_U", "--effort", "usual", "--candidates"];

/// What comes after it.
const STATE: [&str; 2] = ["--state", "state"];

#[test]
fn a_saving_is_found_with_its_place_and_the_next_run_continues() {
    let workspace = Workspace::chess();
    workspace.edit(
        "templates/start.js",
        "=*/ board = [];",
        "=*/ turn = 5, board = [];",
    );
    let search = [&GOLF[..], &["16"], &STATE].concat();
    let found = workspace.generate(&search).good();
    let before: usize = workspace
        .generate(&["build", "index_U"])
        .good()
        .trim_end()
        .len();
    let line = format!("{} bytes instead of {before}: remove", before - 4);
    assert!(found.contains(&line), "{found}");
    assert!(found.contains("start.js:"), "{found}");
    assert!(found.contains("remove `turn = 5,`"), "{found}");
    assert!(found.contains("candidates in"), "{found}");
    let again = [&search[..], &["--host", "embedded"]].concat();
    let again = workspace.generate(&again).good();
    assert!(again.contains("\n0 candidates in"), "{again}");
    assert!(again.contains(&line), "{again}");
    let sizes = format!(": {before} bytes, {} with all savings", before - 4);
    assert!(again.contains(&sizes), "{again}");
}

#[test]
fn a_search_refuses_a_wrong_page_and_a_damaged_state_and_drops_that_of_another_script() {
    let workspace = Workspace::chess();
    let glyph = "turn + /*= middle =*/] + ' '";
    workspace.edit("templates/draw.js", glyph, &format!("{glyph} + ' '"));
    let other = r#"{"source": "other", "seed": 1, "next": 9, "outcomes": {}, "counterexamples": [],
        "savings": []}"#;
    std::fs::create_dir(workspace.path().join("state")).expect("a folder");
    std::fs::write(workspace.path().join("state/index_L1.json"), other).expect("written");
    let failed = workspace.generate(&[&["golf", "index_L1"][..], &STATE].concat());
    assert!(failed.err.contains("it starts again"), "{failed:?}");
    assert_eq!(failed.code, 2, "{failed:?}");
    assert!(
        failed.err.contains("cannot search in index_L1"),
        "{failed:?}"
    );
    assert!(failed.err.contains("gen verify index_L1"), "{failed:?}");
    std::fs::write(workspace.path().join("state/index_M.json"), "{").expect("written");
    let failed = workspace.generate(&["golf", "index_M", "--state", "state"]);
    assert_eq!(failed.code, 2, "{failed:?}");
    assert!(
        failed
            .err
            .contains("remove the file to start the search again"),
        "{failed:?}"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn the_phase_is_shown_and_a_second_search_on_one_state_is_refused() {
    use crate::support::process::{pieces, wait_until};
    use crate::support::terminal;
    use std::sync::mpsc::channel;

    let workspace = Workspace::chess();
    let arguments = "golf index_L1 --host embedded --candidates 100000 --state state";
    let words: Vec<&str> = arguments.split(' ').collect();
    let (mut first, shown) = terminal::spawn(workspace.command(&words));
    let (send, output) = channel();
    // A progress bar ends its lines with a carriage return.
    pieces(shown, send);
    wait_until("the first page is played", || {
        output
            .try_iter()
            .any(|piece| piece.contains("playing the page as it is"))
    });
    let second = workspace.generate(&words);
    assert_eq!(second.code, 2, "{second:?}");
    assert!(
        second.err.contains("another search uses the state"),
        "{second:?}"
    );
    assert!(second.err.contains("help: wait for its end"), "{second:?}");
    first.kill().expect("it ends");
    first.wait().expect("it ends");
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_while_browsers_play_ends_the_search_and_loses_nothing() {
    use crate::support::process::{browsers_at_work, interrupt_groups_in, lead_group};
    use std::process::Stdio;
    use std::time::Duration;

    let workspace = Workspace::chess();
    workspace.edit(
        "templates/start.js",
        "=*/ board = [];",
        "=*/ turn = 5, board = [];",
    );
    let scratch = tempfile::tempdir().expect("a folder");
    let mut golf = workspace.command(&[&GOLF[..], &["16"], &STATE].concat());
    lead_group(golf.env("TMPDIR", scratch.path()));
    golf.stdout(Stdio::piped()).stderr(Stdio::piped());
    let golf = golf.spawn().expect("gen runs");
    browsers_at_work(scratch.path());
    // Time for all browsers to start; the search waits long for one that ends before.
    std::thread::sleep(Duration::from_secs(3));
    // The browsers end too.
    interrupt_groups_in(scratch.path());
    let ended = Run::of(golf.wait_with_output().expect("gen ends"));
    assert!(!ended.err.contains("error"), "{ended:?}");
    let text = ended.good();
    // Either the saving was still verified, or the next run tries the candidates again.
    let state: serde_json::Value =
        serde_json::from_str(&workspace.read("state/index_U.json")).expect("JSON");
    if text.contains("remove `turn = 5,`") {
        assert_eq!(state["savings"].as_array().map(Vec::len), Some(1), "{text}");
    } else {
        assert!(text.contains("\n0 candidates in"), "{text}");
        assert_eq!(state["next"], 0);
    }
}

/// The catalog of the example `tip`, with something to save in a fragment.
fn tip() -> Workspace {
    let workspace = Workspace::tip();
    let bill = "prompt('Bill?')";
    workspace.edit("templates/page.js", bill, &format!("({bill} || 0)"));
    workspace
}

fn golf_tip(workspace: &Workspace, words: &str) -> Run {
    let words = format!("{words} --host embedded --effort usual");
    golf_file(workspace, &words)
}

#[test]
fn a_variant_of_any_catalog_is_searched_and_the_next_run_continues() {
    let workspace = tip();
    let words = "tip_plain --candidates 250 --out small.html";
    let found = golf_tip(&workspace, words).good();
    assert!(found.contains("  page.js:3:4: "), "{found}");
    assert!(found.contains("`prompt('Bill?') || 0` becomes "), "{found}");
    let committed = workspace.read("catalog/tip_plain.html");
    let small = workspace.read("small.html");
    assert!(small.len() <= committed.len(), "{small}");
    let again = golf_tip(&workspace, words).good();
    assert!(again.contains("250 of an earlier run"), "{again}");
    assert!(again.contains("\n0 candidates in"), "{again}");
    assert!(again.contains("  page.js:3:4: "), "{again}");
    let (first, _) = found.rsplit_once("\n250 candidates in").expect("an end");
    assert!(again.starts_with(first), "{again}");
    // Another seed or script is another search.
    let other = golf_tip(&workspace, "tip_plain --candidates 1 --seed 2");
    assert!(other.err.contains("it starts again"), "{other:?}");
    workspace.edit("templates/page.js", ".toFixed(2)", ".toFixed('2')");
    let other = golf_tip(&workspace, "tip_plain --candidates 1 --seed 2");
    assert!(other.err.contains("it starts again"), "{other:?}");
    // A recorded scenario judges candidates too.
    workspace.edit("templates/scenarios/plain.toml", "46.00", "46.01");
    let wrong = golf_tip(&workspace, "tip_plain --fresh");
    assert_eq!(wrong.code, 2, "{wrong:?}");
    assert!(
        wrong.err.contains("`plain` of the suite scenarios"),
        "{wrong:?}"
    );
    assert!(wrong.err.contains("gen verify tip_plain"), "{wrong:?}");
}

#[test]
fn the_parts_of_a_search_in_a_variant_are_merged() {
    let workspace = tip();
    for part in ["1/2", "2/2"] {
        let words = format!("tip_plain --candidates 120 --shard {part}");
        golf_tip(&workspace, &words).good();
    }
    let states = "state/tip_plain.1-of-2.json state/tip_plain.2-of-2.json";
    let merged = golf_tip(&workspace, &format!("merge tip_plain {states}"));
    let merged = merged.good();
    assert!(merged.contains("  page.js:3:4: "), "{merged}");
    let other = "tip_plain --even --metric gzip --keep bill --fresh --candidates 20";
    let other = golf_tip(&workspace, other).good();
    assert!(other.contains(" gzip"), "{other}");
}

#[test]
#[ignore = "slow: the parts of a search in a variant of a smaller catalog are merged"]
fn the_parts_of_a_search_in_a_chess_page_are_merged() {
    let workspace = Workspace::chess();
    workspace.edit(
        "templates/start.js",
        "=*/ board = [];",
        "=*/ turn = 5, board = [];",
    );
    let words = "index_U --effort usual --candidates 8 --out small.html";
    let parts = ["1/2", "2/2"].map(|part| {
        let part = golf_file(&workspace, &format!("{words} --shard {part}")).good();
        assert!(part.contains(" savings of part "), "{part}");
        part
    });
    let is_found = |part: &&String| part.contains("remove `turn = 5,`");
    assert_eq!(parts.iter().filter(is_found).count(), 1, "{parts:?}");
    let states = "state/index_U.1-of-2.json state/index_U.2-of-2.json";
    let merged = golf_file(
        &workspace,
        &format!("merge index_U {states} --effort usual --out small.html"),
    )
    .good();
    assert!(merged.contains("remove `turn = 5,`"), "{merged}");
    let page = workspace.generate(&["build", "index_U"]).good();
    let small = workspace.read("small.html");
    assert_eq!(small.len() + 4, page.trim_end().len(), "{small}");
}
