//! `gen golf` as a size coder runs it.

use crate::support::workspace::Workspace;

const GOLF: [&str; 5] = ["golf", "index_P", "--proof", "usual", "--candidates"];

fn golf(workspace: &Workspace, candidates: &str) -> crate::support::workspace::Run {
    let state = ["--state", "state"];
    workspace.generate(&[&GOLF[..], &[candidates], &state[..]].concat())
}

#[test]
fn a_waste_is_found_with_its_place_and_the_search_goes_on_where_it_was() {
    let workspace = Workspace::chess();
    workspace.edit("templates/one_run.js", "for (\n", "for (\n  turn = 5,\n");
    let found = golf(&workspace, "128").good();
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
    let again = golf(&workspace, "128").good();
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
