//! `gen golf` in a file, with a program, the mirror or scenarios as the oracle.

use crate::support::root;
use crate::support::workspace::{Run, Workspace};

/// What comes after the words of a search.
const STATE: [&str; 2] = ["--state", "state"];

/// A folder with a page that has something to save, and an oracle for it.
fn file() -> Workspace {
    let workspace = Workspace::with(&root().join("examples/tip/templates"));
    let page = "<script>total=+prompt('How many?');alert(total+0-0+'!')</script>";
    let test = "#!/bin/sh\ngrep -q prompt $1 && grep -q '!' $1\n";
    for (name, text) in [("page.html", page), ("test.sh", test)] {
        std::fs::write(workspace.path().join(name), text).expect("written");
    }
    workspace
}

/// Searches in a file of the workspace, with a state.
pub fn golf_file(workspace: &Workspace, words: &str) -> Run {
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
        (
            "b.js",
            "// b\n'use strict';\nwith(a){alert(b)}",
            "error: b.js:3: ",
        ),
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
