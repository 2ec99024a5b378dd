//! `gen minify`: addresses that begin with `/` lead from the folder of the page.

use std::fs;

use crate::support::file::{folder_with, minify, write};
use crate::support::workspace::Workspace;

const PAGE: &str = "<!doctype html>\n<meta charset=utf-8>\n<link rel=stylesheet href=/css/style.css>\n\
    <img id=box src='/img/a.gif'>\n<p style='background:url(/img/a.gif)'>\n<script src=/main.js></script>\n";

fn game() -> Workspace {
    let workspace = folder_with(&[
        ("index.html", PAGE),
        (
            "css/style.css",
            "@import '/css/more.css';\nbody { background: url(/img/a.gif) }\n",
        ),
        ("css/more.css", "body { color: #ff0000 }\n"),
        ("img/a.gif", "GIF89a"),
        (
            "main.js",
            "onkeydown = event => document.title = event.keyCode + box.id;\n",
        ),
    ]);
    fs::create_dir(workspace.path().join("game/below")).expect("a folder");
    workspace
}

#[test]
fn files_of_the_root_go_into_the_page() {
    let workspace = game();
    let made = minify(&workspace, "game/index.html");
    for line in [
        "compared with the folder in chrome: ",
        "compared with the file and 4 files in it, in chrome: ",
    ] {
        assert!(made.err.contains(line), "{line}: {made:?}");
    }
    assert!(!made.err.contains("warning"), "{made:?}");
    let page = made.good();
    assert!(
        !page.contains("/css") && !page.contains("/img/") && !page.contains("main"),
        "{page}"
    );
    assert_eq!(
        page.matches("data:image/gif;base64,R0lGODlh").count(),
        3,
        "{page}"
    );
    assert!(page.contains("color:red"), "{page}");
}

#[test]
fn the_error_of_a_page_below_the_root_says_how_to_write_its_addresses() {
    let workspace = game();
    for (page, place) in [
        (PAGE, "3:22: there is no file `game/below/css/style.css`"),
        (
            "<p>\n<img src=/img/a.gif>",
            "2:6: there is no file `game/below/img/a.gif`",
        ),
        (
            "<style>a{b:url(/img/a.gif)}</style>",
            "1:12: there is no file `game/below/img/a.gif`",
        ),
        (
            "<script type=module src=/main.js></script>",
            "1:21: there is no file `game/below/main.js`",
        ),
    ] {
        write(&workspace, "game/below/index.html", page);
        let failed = minify(&workspace, "game/below/index.html --no-check");
        assert_eq!(failed.code, 2, "{failed:?}");
        for part in [
            format!("game/below/index.html:{place}"),
            "help: an address that begins with `/` leads from the folder of the page; if the page lies below the root"
                .to_owned(),
        ] {
            assert!(failed.err.contains(&part), "{part}: {failed:?}");
        }
    }
    // Another host is no file.
    write(
        &workspace,
        "game/below/index.html",
        "<img src=//a.invalid/img/a.gif>",
    );
    let made = minify(&workspace, "game/below/index.html --no-check");
    assert!(
        made.err
            .contains("note: the page needs //a.invalid/img/a.gif"),
        "{made:?}"
    );
    made.good();
}
