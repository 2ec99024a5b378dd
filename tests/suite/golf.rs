//! `gen golf` as a size coder runs it.

use crate::support::root;
use crate::support::workspace::{Run, Workspace};

/// A search of a page on which the default suites play few games.
const GOLF: [&str; 5] = ["golf", "index_U", "--effort", "usual", "--candidates"];

/// What comes after it.
const STATE: [&str; 2] = ["--state", "state"];

#[test]
fn a_saving_is_found_with_its_place_and_the_next_run_continues() {
    let workspace = Workspace::chess();
    workspace.edit("templates/start.js", "board = [];", "turn = 5, board = [];");
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
    use std::process::Stdio;
    use std::sync::mpsc::channel;

    let workspace = Workspace::chess();
    let arguments = "golf index_L1 --host embedded --candidates 100000 --state state";
    // `script` runs a command in a terminal of its own.
    let line = format!("exec {} {arguments}", env!("CARGO_BIN_EXE_gen"));
    let mut command = workspace.system(
        "script",
        &[
            "--quiet",
            "--return",
            "--flush",
            "--command",
            &line,
            "typescript",
        ],
    );
    command.env("TERM", "xterm").stdin(Stdio::piped());
    let mut first = command.stdout(Stdio::piped()).spawn();
    let first = first.as_mut().expect("script, of util-linux, runs");
    let (send, output) = channel();
    // A progress bar ends its lines with a carriage return.
    pieces(first.stdout.take().expect("an output"), send);
    wait_until("the first page is played", || {
        output
            .try_iter()
            .any(|piece| piece.contains("playing the page as it is"))
    });
    let words: Vec<&str> = arguments.split(' ').collect();
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
    workspace.edit("templates/start.js", "board = [];", "turn = 5, board = [];");
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

/// A folder with a page that has something to save, and an oracle for it.
#[cfg(unix)]
fn file() -> Workspace {
    let workspace = Workspace::with(&root().join("examples/tip/templates"));
    let page = "<script>total=+prompt('How many?');alert(total+0-0+'!')</script>";
    let test = "#!/bin/sh\ngrep -q prompt $1 && grep -q '!' $1\n";
    for (name, text) in [("page.html", page), ("test.sh", test)] {
        std::fs::write(workspace.path().join(name), text).expect("written");
    }
    workspace
}

#[cfg(unix)]
fn golf_file(workspace: &Workspace, words: &str) -> Run {
    let words: Vec<&str> = words.split(' ').collect();
    workspace.generate(&[&["golf"], &words[..], &STATE].concat())
}

#[test]
#[cfg(unix)]
fn a_file_is_searched_with_a_program_as_the_oracle() {
    let workspace = file();
    let search = |words: &str| {
        let words: Vec<&str> = words.split(' ').collect();
        let oracle = ["golf", "page.html", "--oracle", "sh test.sh"];
        workspace.generate(&[&oracle, &words[..], &STATE].concat())
    };
    let found = search("--candidates 300 --out small.html").good();
    assert!(found.contains(" instead of "), "{found}");
    let page = workspace.read("small.html");
    assert!(page.contains("prompt") && page.contains('!'), "{page}");
    assert!(!page.contains("-0"), "{page}");
    let again = search("--candidates 300").good();
    assert!(again.contains("300 of an earlier run"), "{again}");
    // Other kinds of edits are another search.
    let kind = ["--edit", "keep a part", "--candidates", "40"];
    let oracle = ["golf", "page.html", "--oracle", "sh test.sh"];
    let only = workspace.generate(&[&oracle[..], &kind, &STATE].concat());
    assert!(only.err.contains("it starts again"), "{only:?}");
    let only = only.good();
    let savings = only.lines().filter(|line| line.contains(" instead of "));
    assert!(savings.clone().count() > 0, "{only}");
    savings.for_each(|line| assert!(line.contains(": keep a part"), "{only}"));
    let wrong = workspace.generate(&["golf", "page.html", "--oracle", "false", "--fresh"]);
    assert_eq!(wrong.code, 2, "{wrong:?}");
    assert!(wrong.err.contains("rejects the page as it is"), "{wrong:?}");
}

#[test]
#[cfg(unix)]
fn a_search_for_packed_pages_takes_what_packs_smaller() {
    let workspace = file();
    // The packer keeps the order of calls.
    let line = |sum: &str| format!("document.title={sum};prompt('a number');");
    let lines = [line("left(1)+right(2)").repeat(9), line("right(2)+left(1)")].concat();
    let page = format!("<script>{lines}</script>");
    std::fs::write(workspace.path().join("page.html"), page).expect("written");
    // The sizes before and after each saving, and the page.
    let search = |words: &[&str]| {
        let file = [
            "golf",
            "page.html",
            "--oracle",
            "test -s",
            "--out",
            "small.html",
        ];
        let more = "--keep left --keep right --candidates 200";
        let more: Vec<&str> = more.split(' ').collect();
        let run = workspace.generate(&[&file[..], &more, words, &STATE].concat());
        let printed = run.good();
        let savings = printed.lines().filter_map(|line| {
            let (after, rest) = line.split_once(" bytes instead of ")?;
            let before = rest.split(':').next()?;
            Some((before.parse().ok()?, after.parse().ok()?))
        });
        let savings: Vec<(usize, usize)> = savings.collect();
        (savings, workspace.read("small.html"))
    };
    let swap = ["--edit", "swap operands"];
    let (savings, plain) = search(&swap);
    assert_eq!(savings, []);
    let (savings, packed) = search(&[&swap[..], &["--pack", "--pack-effort", "20000"]].concat());
    assert!(!savings.is_empty());
    assert!(
        packed.contains("eval(") && packed.len() < plain.len(),
        "{packed}"
    );
    // After so few steps, a first look often promises what the whole search does not hold.
    let (savings, _) = search(&["--pack", "--pack-effort", "200"]);
    assert!(!savings.is_empty());
    let is_saving = |(before, after): &(usize, usize)| after < before;
    assert!(savings.iter().all(is_saving), "{savings:?}");
    // The two searches have states of their own.
    for state in ["page.html.json", "page.html.packed.json"] {
        assert!(
            workspace.path().join("state").join(state).exists(),
            "{state}"
        );
    }
}

#[test]
#[cfg(unix)]
fn the_parts_of_a_search_are_merged() {
    let workspace = file();
    for part in ["1/2", "2/2"] {
        let words =
            format!("page.html --oracle mirror --host embedded --candidates 60 --shard {part}");
        golf_file(&workspace, &words).good();
    }
    let merged = golf_file(
        &workspace,
        "merge page.html state/page.html.1-of-2.json state/page.html.2-of-2.json \
         --oracle mirror --host embedded --out small.html",
    );
    let merged = merged.good();
    assert!(merged.contains(" instead of "), "{merged}");
    let page = workspace.read("small.html");
    assert!(
        page.contains("prompt(`How many?`)") || page.contains("prompt('How many?')"),
        "{page}"
    );
    assert!(!page.contains("-0"), "{page}");
}

#[test]
#[cfg(unix)]
fn an_oracle_that_cannot_start_or_that_contradicts_itself_is_an_error() {
    let workspace = file();
    let search = |oracle: &str| {
        let words = [
            "golf",
            "page.html",
            "--fresh",
            "--candidates",
            "20",
            "--oracle",
            oracle,
        ];
        let run = workspace.generate(&[&words[..], &STATE].concat());
        assert_eq!(run.code, 2, "{run:?}");
        run.err
    };
    let missing = search("no-such-program");
    assert!(
        missing.contains("cannot start `no-such-program`"),
        "{missing}"
    );
    assert!(
        missing.contains("help: name a program that is installed"),
        "{missing}"
    );
    let once = "echo >> runs; test $(grep -c '' runs) = 1";
    std::fs::write(workspace.path().join("once.sh"), once).expect("written");
    let other = search("sh once.sh");
    assert!(
        other.contains("answers differently on the same file"),
        "{other}"
    );
}

/// The message is not about the oracle: the page is ours.
#[test]
fn a_page_that_is_different_before_any_edit_is_named_with_the_reason() {
    let workspace = file();
    let search = |script: &str, host: &str| {
        std::fs::write(workspace.path().join("a.js"), script).expect("written");
        let words = format!("a.js --oracle mirror --host {host} --candidates 20 --fresh");
        golf_file(&workspace, &words)
    };
    let own_name = "function longName(){alert(1)}\nlongName();alert(longName.name)";
    let wrong = search(own_name, "embedded");
    assert_eq!(wrong.code, 2, "{wrong:?}");
    let said = "its shortened page shows something else than the file, before any edit";
    assert!(wrong.err.contains(said), "{wrong:?}");
    assert!(wrong.err.contains("--keep"), "{wrong:?}");
    assert!(!wrong.err.contains("the oracle"), "{wrong:?}");
    let kept = "a.js --oracle mirror --host embedded --candidates 20 --fresh --keep longName";
    golf_file(&workspace, kept).good();
    let random = "alert(crypto.getRandomValues(new Uint32Array(9)).join())";
    let wrong = search(random, "chrome");
    assert_eq!(wrong.code, 2, "{wrong:?}");
    assert!(
        wrong.err.contains("shows something else each time"),
        "{wrong:?}"
    );
}

#[test]
fn errors_in_a_file_have_its_name_and_no_advice_for_catalogs() {
    let workspace = file();
    for (name, text, said) in [
        ("a.js", "a=1;\nalert(a", "error: a.js:2: Expected"),
        (
            "a.html",
            "<p>\n<script>\nalert(1</script>",
            "error: a.html:3: Expected",
        ),
        ("b.js", "// b\na=1;\nwith(a){alert(b)}", "error: b.js:3: "),
    ] {
        std::fs::write(workspace.path().join(name), text).expect("written");
        let failed = golf_file(&workspace, &format!("{name} --oracle mirror --fresh"));
        assert_eq!(failed.code, 2, "{failed:?}");
        assert!(failed.err.contains(said), "{failed:?}");
        for word in ["fragment", "manifest", "composed", "include"] {
            assert!(!failed.err.contains(word), "{failed:?}");
        }
    }
    // As `gen minify`, it keeps names that an element may have.
    std::fs::write(workspace.path().join("a.js"), "unread=1;alert(2)").expect("written");
    let found = golf_file(
        &workspace,
        "a.js --oracle mirror --host embedded --candidates 20",
    );
    assert!(found.err.contains("the name `unread` stays"), "{found:?}");
    found.good();
}

#[test]
#[cfg(unix)]
fn a_program_that_takes_too_long_rejects_the_page() {
    let workspace = file();
    let slow = "golf page.html --time-limit 1 --oracle";
    let words: Vec<&str> = slow.split(' ').collect();
    let slow = workspace.generate(&[&words[..], &["sleep 600;"], &STATE].concat());
    assert_eq!(slow.code, 2, "{slow:?}");
    assert!(
        slow.err.contains("the program takes more than 1 s"),
        "{slow:?}"
    );
}

#[test]
#[cfg(unix)]
fn scenarios_judge_a_file_and_those_without_what_is_shown_compare_with_it() {
    let workspace = file();
    let write = |text: &str| {
        std::fs::write(workspace.path().join("scenarios.toml"), text).expect("written");
    };
    let words =
        "page.html --oracle scenarios.toml --host embedded --candidates 200 --out small.html";
    // The exclamation mark is in no scenario's way.
    write(
        "[[scenario]]\nanswers = [\"7\"]\nshown = [\"prompt: How many?\", \"alert: 7!\"]\n\n[[scenario]]\nanswers = [\"12\"]\n",
    );
    let found = golf_file(&workspace, words).good();
    assert!(found.contains("  page.html:1: "), "{found}");
    let page = workspace.read("small.html");
    assert!(page.contains('!') && !page.contains("-0"), "{page}");
    write("answers = [\"7\"]\nshown = [\"prompt: How many?\", \"alert: 8!\"]");
    let wrong = golf_file(&workspace, &format!("{words} --fresh"));
    assert_eq!(wrong.code, 2, "{wrong:?}");
    assert!(
        wrong.err.contains("it fails the game `scenarios`"),
        "{wrong:?}"
    );
    for (text, message) in [
        ("with = [\"G\"]", "the scenario scenarios names flags"),
        ("step = 1", "cannot parse the scenario scenarios.toml"),
    ] {
        write(text);
        let failed = golf_file(&workspace, words);
        assert_eq!(failed.code, 2, "{failed:?}");
        assert!(failed.err.contains(message), "{failed:?}");
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
fn the_parts_of_a_search_in_a_chess_page_are_merged() {
    let workspace = Workspace::chess();
    workspace.edit("templates/start.js", "board = [];", "turn = 5, board = [];");
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
