//! `gen minify --watch` as a user runs it: files are saved while it runs.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;

use crate::support::file::{folder, folder_with, minify, write};
use crate::support::workspace::Workspace;
use crate::watch::Watch;

/// A page with a script and a style sheet.
fn game() -> Workspace {
    folder_with(&[
        (
            "index.html",
            "<link rel=stylesheet href=a.css><p>a</p><script src=a.js></script>",
        ),
        ("a.css", "p { color: red }"),
        ("a.js", "alert(1)"),
        ("other.txt", "a"),
    ])
}

/// The number of a line behind some words, and its change if there is one. `~` marks an estimate.
fn number(line: &str, before: &str) -> (bool, i64, Option<i64>) {
    let (_, rest) = line.split_once(before).expect("the words");
    let is_estimate = rest.starts_with('~');
    let rest = rest.trim_start_matches('~');
    let digits = rest.find(|c: char| !c.is_ascii_digit());
    let (digits, rest) = rest.split_at(digits.unwrap_or(rest.len()));
    let change = rest.split_once('(').and_then(|(words, change)| {
        let change = change.split_once(')')?.0.parse().ok();
        change.filter(|_| !words.contains(','))
    });
    (is_estimate, digits.parse().expect("a number"), change)
}

#[test]
fn each_save_has_two_lines_and_an_error_keeps_the_last_good_page() {
    let workspace = game();
    let command = "minify game/index.html --watch --out a.html --zip a.zip --limit 1000";
    let watch = Watch::of(&[], &workspace, command);
    let page = "<style>p{color:red}</style><p>a</p><script>alert(1)</script>";
    assert_eq!(workspace.read("a.html"), page);
    watch.until(" (final)");

    // A file that takes no part is no reason to start.
    write(&workspace, "game/other.txt", "b");
    write(&workspace, "game/a.js", "alert(10)");
    let heard = watch.until(" (first)");
    assert!(heard.starts_with("a.js: ~"), "{heard}");
    assert_eq!(heard.lines().count(), 1, "{heard}");
    for part in ["zip bytes (+", ", container ", " % of 1000"] {
        assert!(heard.contains(part), "{part}: {heard}");
    }
    let good = workspace.read("a.html");
    assert_eq!(good, page.replace("alert(1)", "alert(10)"));
    let heard = watch.until(" (final)");
    assert!(heard.starts_with("a.js: "), "{heard}");
    assert!(!heard.contains('~'), "{heard}");
    assert_eq!(heard.lines().count(), 1, "{heard}");
    assert_eq!(workspace.read("a.html"), good);
    let container = fs::read(workspace.path().join("a.zip")).expect("a container");
    let (_, bytes, _) = number(&heard, ", container ");
    assert_eq!(bytes, container.len() as i64);

    write(&workspace, "game/a.js", "alert(");
    let heard = watch.until("error: ");
    assert!(heard.contains("game/a.js:1: "), "{heard}");
    assert!(heard.contains("; the last good page stays"), "{heard}");
    fs::remove_file(workspace.path().join("game/a.css")).expect("removed");
    watch.until("there is no file `game/a.css`");
    assert_eq!(workspace.read("a.html"), good);
    let kept = fs::read(workspace.path().join("a.zip")).expect("a container");
    assert!(kept == container);

    // A file that comes back is seen too.
    write(&workspace, "game/a.js", "alert(1)");
    watch.until("there is no file `game/a.css`");
    write(&workspace, "game/a.css", "p { color: red }");
    watch.until("a.css: ");
    assert_eq!(workspace.read("a.html"), page);

    // So is one that has never taken part.
    write(&workspace, "game/a.js", "alert(2)");
    watch.until("a.js: ");
    write(
        &workspace,
        "game/index.html",
        "<script src=new.js></script>",
    );
    watch.until("there is no file `game/new.js`");
    write(&workspace, "game/new.js", "alert(3)");
    watch.until("new.js: ");
    watch.end();
}

#[test]
fn changes_are_counted_from_the_last_line_of_the_same_stage() {
    let workspace = folder();
    let script = |text: &str| {
        let used = "for(let at=0;at<9;at++){const value=at*2;console.log(value,at)}";
        format!("function shown(text){{return text+'!'}}{used}console.log(shown('{text}'))")
    };
    write(&workspace, "a.js", &script("a"));
    let watch = Watch::of(&[], &workspace, "minify a.js --watch --out a.html");
    watch.until(" (final)");
    let size = || workspace.read("a.html").len() as i64;
    let mut last = [None, Some(size())];
    for text in ["abc", "abcdefghijkl", "b"] {
        write(&workspace, "a.js", &script(text));
        let stages = [" (first)", " (final)"].map(|stage| {
            let heard = watch.until(stage);
            number(&heard, "a.js: ")
        });
        // Only its own strategies find the smaller form.
        assert!(stages[0].1 > stages[1].1, "{stages:?}");
        assert_eq!(size(), stages[1].1);
        for (last, (is_estimate, now, change)) in last.iter_mut().zip(stages) {
            assert!(!is_estimate);
            let change = change.expect("a change");
            assert!(last.is_none_or(|last| last + change == now), "{stages:?}");
            *last = Some(now);
        }
    }
    watch.end();
}

/// A script with many different numbers.
fn long_script() -> String {
    let lines = (0..90).map(|at| format!("console.log({},'{}');", at * 7919 % 977, at * 31));
    format!("function go(){{{}}}", lines.collect::<String>())
}

#[test]
fn a_save_during_the_final_pass_drops_its_result() {
    let workspace = folder();
    let page = "<p onclick=go()>a</p><script src=a.js></script>";
    write(&workspace, "index.html", page);
    write(&workspace, "a.js", &long_script());
    // This search takes longer than the test.
    let command = "minify index.html --watch --pack --effort 1000000000 --metric bytes --out a.html --zip a.zip";
    let watch = Watch::of(&[], &workspace, command);
    let quick = workspace.read("a.html");
    assert!(quick.contains("console.log"), "{quick}");

    write(
        &workspace,
        "a.js",
        &long_script().replace("go(){", "go(){alert();"),
    );
    let heard = watch.until(" (first)");
    assert!(!heard.contains("(final)"), "{heard}");
    // The packed size is smaller than that of the page that was written.
    let (is_estimate, about, _) = number(&heard, "a.js: ");
    let (is_container_estimate, ..) = number(&heard, ", container ");
    assert!(is_estimate && is_container_estimate, "{heard}");
    let kept = workspace.read("a.html");
    assert!(
        kept.contains("alert()") && kept.contains("console.log"),
        "{kept}"
    );
    assert!((600..kept.len() as i64).contains(&about), "{heard}");

    // An error drops it too.
    fs::remove_file(workspace.path().join("a.js")).expect("removed");
    let heard = watch.until("; the last good page stays");
    assert!(!heard.contains("(final)"), "{heard}");
    assert_eq!(workspace.read("a.html"), kept);

    // A page without a script ends at once: the passes before it have ended, and nothing of them is written.
    write(&workspace, "index.html", "<p>last</p>");
    let heard = watch.until(" (final)");
    assert_eq!(heard.lines().count(), 2, "{heard}");
    let names = |line: &str| line.starts_with("index.html: ");
    assert!(heard.lines().all(names), "{heard}");
    let last = workspace.read("a.html");
    assert!(last.starts_with("<p>last"), "{last}");
    let rest = watch.end();
    assert!(!rest.contains("(final)"), "{rest}");
    assert_eq!(workspace.read("a.html"), last);
}

/// What a server answers.
fn get(address: &str, path: &str) -> String {
    let host = address.trim_start_matches("http://").trim_end_matches('/');
    let mut stream = TcpStream::connect(host).expect("a server");
    let request = format!("GET /{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("a request");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    answer
}

#[test]
fn the_last_good_page_is_served_and_a_browser_hears_of_the_next_one() {
    let workspace = game();
    let watch = Watch::of(&[], &workspace, "minify game/index.html --watch --serve");
    let heard = watch.until("serving http://127.0.0.1:");
    let address = heard.trim().trim_start_matches("serving ").to_owned();
    let shell = get(&address, "");
    assert!(shell.contains("<iframe src=/.gen-page>"), "{shell}");
    assert!(
        shell.contains("('1')") && shell.contains("'/.gen-next?'"),
        "{shell}"
    );
    let page = get(&address, ".gen-page");
    assert!(
        page.contains("text/html") && page.ends_with("<p>a</p><script>alert(1)</script>"),
        "{page}"
    );
    // A file beside the page, and none outside of its folder.
    assert!(get(&address, "other.txt").ends_with("\r\n\r\na"));
    assert!(get(&address, "../sum.js").starts_with("HTTP/1.1 404"));

    // A browser that waits hears of the next page, and not of an error.
    let asked = address.clone();
    // (After some time without a save, the number of the same page comes.)
    let next = thread::spawn(move || {
        loop {
            let next = get(&asked, ".gen-next?1");
            if !next.ends_with("\r\n\r\n1") {
                return next;
            }
        }
    });
    write(&workspace, "game/a.js", "alert(");
    watch.until("error: ");
    assert!(get(&address, ".gen-page").ends_with("<script>alert(1)</script>"));
    write(&workspace, "game/a.js", "alert(2)");
    let next = next.join().expect("an answer");
    assert!(next.ends_with("\r\n\r\n2"), "{next}");
    assert!(get(&address, ".gen-page").ends_with("<script>alert(2)</script>"));
    watch.end();
}

#[test]
fn only_a_file_can_be_watched() {
    let workspace = game();
    let line = "--watch prints lines for each save";
    for (words, said) in [
        ("- --watch", line),
        ("game/index.html --watch --format json", line),
        ("game/index.html --watch --in-place", "cannot be used with"),
        ("game/index.html --serve", "--watch"),
        (
            "game/a.js --watch --serve --wrapper none",
            "--serve shows a page",
        ),
    ] {
        minify(&workspace, words).refused(said);
    }
}
