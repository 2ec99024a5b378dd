//! `gen minify`: a page with the files that it names becomes one file.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::support::file::{folder_with, write};
use crate::support::workspace::{Run, Workspace};

const PAGE: &str = "<!doctype html>\n<meta charset=utf-8>\n<title>Game</title>\n\
    <link rel=stylesheet href=style.css media=screen>\n<script src=lib.js></script>\n\
    <script defer src='main.js?v=2'></script>\n<canvas id=board width=20 height=20></canvas>\n\
    <img src='im%20g/\u{e9}.svg'>\n";

/// A game in a folder of its own: spaces and other letters are in its names.
fn game() -> Workspace {
    folder_with(&[
        ("index.html", PAGE),
        (
            "style.css",
            "@import 'more.css';\nbody { background: url('im g/a.gif') }\n",
        ),
        ("more.css", "body { color: #ff0000 }\n"),
        ("lib.js", "function helper(value) { return value * 2 }\n"),
        (
            "main.js",
            "let context = board.getContext('2d');\nonkeydown = event => {\n  \
             document.title = helper(event.keyCode);\n  context.fillRect(1, 2, 3, 4);\n};\n",
        ),
        ("im g/a.gif", "GIF89a"),
        (
            "im g/\u{e9}.svg",
            "<svg xmlns='http://www.w3.org/2000/svg'/>\n",
        ),
    ])
}

/// Runs `gen minify` for files of the folder.
fn run(workspace: &Workspace, words: &[&str]) -> Run {
    workspace.generate(&[&["minify"], words].concat())
}

#[test]
fn local_files_go_into_the_page_and_it_is_played() {
    let workspace = game();
    let made = run(&workspace, &["game/index.html"]);
    let compared = "compared with the file and 6 files in it, in chrome: ";
    assert!(made.err.contains(compared), "{made:?}");
    let in_folder = "compared with the folder in chrome: ";
    assert!(made.err.starts_with(in_folder), "{made:?}");
    let page = made.good();
    for part in [
        "<style media=screen>body{color:red;background:url(data:image/gif;base64,R0lGODlh)}</style>",
        "<script>function helper(",
        "<img src=\"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>\">",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    // The deferred script runs after the page is read.
    assert!(page.ends_with("board.getContext`2d`;onkeydown=t=>{document.title=helper(t.keyCode),e.fillRect(1,2,3,4)}</script>"), "{page}");
    for name in ["lib.js", "main.js", "style.css", ".gif", ".svg"] {
        assert!(!page.contains(name), "{name}: {page}");
    }
}

#[test]
fn the_page_of_the_folder_shows_what_the_folder_shows_wherever_it_is_started() {
    let workspace = game();
    let outside = run(&workspace, &["game/index.html", "--no-check"]).good();
    let mut command = workspace.command(&["minify", "index.html", "--no-check"]);
    command.current_dir(workspace.path().join("game"));
    let inside = Run::of(command.output().expect("gen runs")).good();
    assert_eq!(outside, inside);
}

#[test]
fn json_lists_the_files() {
    let workspace = game();
    let words = [
        "game/index.html",
        "--no-check",
        "--format",
        "json",
        "--inline-limit",
        "10",
    ];
    let made = run(&workspace, &words);
    let note = "note: game/im g/\u{e9}.svg stays outside of the page (game/index.html:8:6): it is larger than the limit";
    assert!(made.err.contains(note), "{made:?}");
    let json: Value = serde_json::from_str(&made.good()).expect("JSON");
    let inside = json["files"]["inside"].as_array().expect("files");
    let paths: Vec<&str> = inside
        .iter()
        .filter_map(|one| one["path"].as_str())
        .collect();
    assert_eq!(
        paths,
        ["style.css", "im g/a.gif", "more.css", "lib.js", "main.js"]
    );
    assert_eq!(inside[1]["bytes"], 6);
    assert_eq!(json["files"]["beside"][0]["path"], "im g/\u{e9}.svg");
    assert_eq!(json["files"]["beside"][0]["bytes"], 42);
}

#[test]
fn the_container_has_the_files_that_stay() {
    let workspace = game();
    let words = "game/index.html --no-check --inline-limit 10 --zip a.zip --out a.html";
    let words: Vec<&str> = words.split(' ').collect();
    let made = run(&workspace, &words);
    assert!(made.err.contains("bytes with 2 files"), "{made:?}");
    assert_eq!(made.good(), "");
    let container = fs::read(workspace.path().join("a.zip")).expect("a container");
    let container = String::from_utf8_lossy(&container);
    for name in ["im g/\u{e9}.svg", "index.html"] {
        assert_eq!(container.matches(name).count(), 2, "{name}");
    }
    let page = workspace.read("a.html");
    assert!(page.contains("src=im%20g/\u{e9}.svg"), "{page}");
}

#[test]
fn a_file_that_cannot_go_in_is_an_error_with_its_place() {
    let workspace = game();
    write(&workspace, "above.js", "alert(1)");
    write(&workspace, "game/latin.js", "a='");
    fs::write(workspace.path().join("game/latin.js"), b"a='\xe9'").expect("written");
    for (page, error, help) in [
        (
            "<p>\n<script src=none.js></script>",
            "game/b.html:2:9: there is no file `game/none.js`",
            "help: correct the address, or leave all files outside of the page with --keep-files",
        ),
        (
            "<link rel=stylesheet href=bad.css>",
            "game/bad.css:2:3: there is no file `game/none.png`",
            "--keep-files",
        ),
        (
            "<script src=../above.js></script>",
            "`game/../above.js` is outside of the folder of the page",
            "help: add --allow game/..",
        ),
        (
            "<script src=latin.js></script>",
            "cannot read `game/latin.js`",
            "--keep-files",
        ),
        ("<img src='im g'>", "it is no file", "--keep-files"),
    ] {
        write(&workspace, "game/b.html", page);
        write(&workspace, "game/bad.css", "a{\nb:url(none.png)}");
        let failed = run(&workspace, &["game/b.html", "--no-check"]);
        assert_eq!(failed.code, 2, "{failed:?}");
        assert!(failed.err.contains(error), "{error}: {failed:?}");
        assert!(failed.err.contains(help), "{help}: {failed:?}");
    }
    write(
        &workspace,
        "game/b.html",
        "<script src=../above.js></script>",
    );
    let allowed = run(&workspace, &["game/b.html", "--no-check", "--allow", "."]);
    assert_eq!(allowed.good(), "<script>alert(1)</script>");
}

#[test]
#[cfg(unix)]
fn a_link_does_not_lead_out_of_the_folder() {
    let workspace = game();
    write(&workspace, "secret.js", "alert('secret')");
    let link = workspace.path().join("game/link.js");
    std::os::unix::fs::symlink("../secret.js", link).expect("a link");
    write(&workspace, "game/b.html", "<script src=link.js></script>");
    let failed = run(&workspace, &["game/b.html", "--no-check"]);
    assert_eq!(failed.code, 2, "{failed:?}");
    assert!(
        failed.err.contains("is outside of the folder"),
        "{failed:?}"
    );
}

#[test]
fn files_stay_if_the_user_wants_it() {
    let workspace = game();
    let page = run(
        &workspace,
        &["game/index.html", "--no-check", "--keep-files"],
    )
    .good();
    assert!(
        page.contains("src=lib.js") && page.contains("href=style.css"),
        "{page}"
    );
    let refused = run(
        &workspace,
        &["game/index.html", "--keep-files", "--allow", "."],
    );
    assert_eq!(refused.code, 2, "{refused:?}");
}

#[test]
fn a_file_that_goes_into_the_page_is_not_overwritten() {
    let workspace = game();
    let main = workspace.path().join("game/main.js");
    let before = fs::read(&main).expect("a file");
    let words = ["game/index.html", "--no-check", "--out", "game/main.js"];
    let refused = run(&workspace, &words);
    assert_eq!(refused.code, 2, "{refused:?}");
    assert!(
        refused.err.contains("--out would overwrite game/main.js"),
        "{refused:?}"
    );
    assert_eq!(fs::read(&main).expect("a file"), before);
}

#[test]
fn an_error_in_a_script_has_its_place_in_its_own_file() {
    let workspace = game();
    write(&workspace, "game/wrong.js", "let a = 1;\nlet = = 2;\n");
    write(
        &workspace,
        "game/b.html",
        "<p>\n<script src=wrong.js></script>",
    );
    let failed = run(&workspace, &["game/b.html"]);
    assert_eq!(failed.code, 2, "{failed:?}");
    assert!(failed.err.contains("game/wrong.js:2: "), "{failed:?}");
    // Behind a file of several lines, the lines are those of the page.
    write(
        &workspace,
        "game/b.html",
        "<script src=main.js></script>\n<p>\n<script>let = = 2</script>",
    );
    let kept = run(&workspace, &["game/b.html", "--no-check"]);
    assert!(
        kept.err.contains("the script on line 3 stays as it is"),
        "{kept:?}"
    );
}

#[test]
fn stdin_has_no_files() {
    let page = b"<script src=none.js></script><p>";
    let made = crate::support::workspace::generate_with_input(&["minify", "-"], page);
    assert_eq!(made.good(), "<script src=none.js></script><p>");
    assert!(!Path::new("none.js").exists());
}

#[test]
fn the_report_counts_sources_and_container_against_the_limit() {
    let workspace = game();
    let words = "game/index.html --no-check --preset js13k --zip a.zip --out a.json --format json";
    let words: Vec<&str> = words.split(' ').collect();
    let made = run(&workspace, &words);
    let container = fs::read(workspace.path().join("a.zip"))
        .expect("a container")
        .len();
    let left = 13_312 - container;
    for line in [
        "sources: 7 files, ".to_owned(),
        format!("a.zip: {container} bytes with 1 file\n"),
        format!("js13k: {container} of 13312 bytes, {left} left\n"),
    ] {
        assert!(made.err.contains(&line), "{line}: {made:?}");
    }
    made.good();
    let json: Value = serde_json::from_str(&workspace.read("a.json")).expect("JSON");
    assert_eq!(json["sources"]["files"], 7);
    assert_eq!(json["container"], container);
    assert_eq!(json["limit"]["used"], container);
    assert_eq!(json["limit"]["left"], left);
    let unwritten = run(
        &workspace,
        &["game/index.html", "--no-check", "--preset", "js13k"],
    );
    let line = format!("as a container: {container} bytes with 1 file\n");
    assert!(unwritten.err.contains(&line), "{unwritten:?}");
}

#[test]
fn files_beside_a_page_count() {
    let workspace = game();
    let words = [
        "game/index.html",
        "--no-check",
        "--inline-limit",
        "10",
        "--limit",
        "1",
    ];
    let made = run(&workspace, &words);
    let all = made.out.len() + 42;
    let line = format!("limit: {all} of 1 bytes");
    assert!(made.err.contains(&line), "{made:?}");
}

#[test]
fn a_page_that_shows_something_else_with_its_files_in_it_is_a_finding() {
    let workspace = game();
    write(
        &workspace,
        "game/b.html",
        "<p id=box>a</p><script src=own.js></script>",
    );
    write(
        &workspace,
        "game/own.js",
        "box.textContent = document.scripts[0].src.length > 3",
    );
    let made = run(&workspace, &["game/b.html"]);
    let said = "warning: the page in its folder shows something else than with its files in it: \
        `text true`, then `text false`";
    assert!(made.err.contains(said), "{made:?}");
    assert_eq!(made.code, 1, "{made:?}");
    // What a script loads is there while the page is played; only a synchronous request is waited for.
    write(
        &workspace,
        "game/own.js",
        "var a = new XMLHttpRequest; try { a.open('get', 'level.json', false); a.send(); \
         alert(a.responseText) } catch {}",
    );
    write(&workspace, "game/level.json", "[1]");
    let made = run(
        &workspace,
        &["game/b.html", "--format", "json", "--preset", "js13k"],
    );
    for line in [
        "note: game/level.json stays outside of the page: a script loads it (the check waits for synchronous",
        "as a container: ",
        " bytes with 2 files\n",
    ] {
        assert!(made.err.contains(line), "{line}: {made:?}");
    }
    let json: Value = serde_json::from_str(&made.good()).expect("JSON");
    assert_eq!(json["in_folder"]["host"], "chrome");
    assert_eq!(json["files"]["beside"][0]["path"], "level.json");
    assert!(json["in_folder"]["outputs"].as_u64() > Some(0), "{json}");
    assert_eq!(json["compared"]["outputs"], json["in_folder"]["outputs"]);
}
