//! `gen minify --watch` as a user runs it: files are saved while it runs.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;

use crate::support::file::{folder, minify, write};
use crate::support::workspace::Workspace;
use crate::watch::Watch;

/// A page with a script and a style sheet.
fn game() -> Workspace {
    let workspace = folder();
    fs::create_dir(workspace.path().join("game")).expect("a folder");
    for (name, text) in [
        (
            "index.html",
            "<link rel=stylesheet href=a.css><p>a</p><script src=a.js></script>",
        ),
        ("a.css", "p { color: red }"),
        ("a.js", "alert(1)"),
        ("other.txt", "a"),
    ] {
        write(&workspace, &format!("game/{name}"), text);
    }
    workspace
}

#[test]
fn each_save_has_a_line_and_an_error_keeps_the_last_good_page() {
    let workspace = game();
    let command = "minify game/index.html --watch --out a.html --zip a.zip --limit 1000";
    let watch = Watch::of(&[], &workspace, command);
    let page = "<style>p{color:red}</style><p>a</p><script>alert(1)</script>";
    assert_eq!(workspace.read("a.html"), page);

    // A file that takes no part is no reason to start.
    write(&workspace, "game/other.txt", "b");
    write(&workspace, "game/a.js", "alert(10)");
    let heard = watch.until("a.js: ");
    assert_eq!(heard.lines().count(), 1, "{heard}");
    for part in ["zip bytes (+", ", container ", " % of 1000"] {
        assert!(heard.contains(part), "{part}: {heard}");
    }
    let good = workspace.read("a.html");
    assert_eq!(good, page.replace("alert(1)", "alert(10)"));
    let container = fs::read(workspace.path().join("a.zip")).expect("a container");

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
    let line = "--watch prints a line for each save";
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
