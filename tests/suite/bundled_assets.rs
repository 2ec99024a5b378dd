//! `gen minify`: what modules import besides scripts, by each bundler.

use std::fs;

use crate::support::file::{folder_with, minify, write};
use crate::support::needs::{bundlers, needs};
use crate::support::root;
use crate::support::workspace::{Workspace, generate};

fn game() -> Workspace {
    let workspace = folder_with(&[
        (
            "index.html",
            "<title>G</title><p id=box>a</p><script type=module src=/main.ts></script>",
        ),
        (
            "main.ts",
            "import sprite from './sprite.png';\nimport drawing from './drawing.svg';\nimport level from './level.json';\n\
             import { put } from './put';\nconst all: string[] = [sprite, drawing, level.name];\n\
             if (process.env.NODE_ENV !== 'production') all.push('for developers');\nonkeydown = () => put(all);\n",
        ),
        (
            "put.js",
            "export const put = all => { document.title = all };\n",
        ),
        ("drawing.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>"),
        ("level.json", "{ \"name\": \"first level\" }"),
        ("own.css", "p { color: #ff0000 }\n"),
    ]);
    let sprite = workspace.path().join("game/sprite.png");
    fs::write(sprite, b"\x89PNG").expect("written");
    workspace
}

#[test]
fn images_and_data_are_in_the_script() {
    for bundler in bundlers() {
        let workspace = game();
        let made = minify(&workspace, &format!("game/index.html --bundler {bundler}"));
        assert!(!made.err.contains("warning"), "{made:?}");
        let page = made.good();
        for part in [
            "data:image/png;base64,iVBORw==",
            "data:image/svg+xml,",
            "first level",
        ] {
            assert!(page.contains(part), "{part}: {page}");
        }
        assert!(!page.contains("for developers"), "{page}");
    }
}

#[test]
fn a_style_sheet_goes_into_the_page_or_is_refused() {
    let with_sheet = |workspace: &Workspace| {
        write(
            workspace,
            "game/main.ts",
            "import './own.css';\nalert(1);\n",
        );
    };
    if needs("esbuild") {
        let workspace = game();
        with_sheet(&workspace);
        let page = minify(&workspace, "game/index.html --no-check --bundler esbuild").good();
        assert!(page.contains("<style>p{color:red}</style>"), "{page}");
    }
    if needs("rolldown") {
        let workspace = game();
        with_sheet(&workspace);
        let failed = minify(&workspace, "game/index.html --no-check --bundler rolldown");
        assert_eq!(failed.code, 2, "{failed:?}");
        let help = "help: rolldown takes no style sheets: name them in the page with <link rel=stylesheet>, or install \
            esbuild: npm install --save-dev esbuild\n";
        assert!(failed.err.contains(help), "{failed:?}");
        assert!(
            failed.err.contains("cannot bundle game/main.ts"),
            "{failed:?}"
        );
    }
}

#[test]
fn rolldown_makes_one_file_of_the_folder_of_the_examples() {
    if !needs("rolldown") {
        return;
    }
    let page = root().join("examples/js13k/index.html");
    let page = page.to_str().expect("a path");
    let made = generate(&["minify", page, "--bundler", "rolldown"]);
    assert!(made.err.contains("sources: 6 files"), "{made:?}");
    assert!(made.err.contains("games, no difference"), "{made:?}");
    for file in ["main.ts", "game.ts", "keys.ts", "star.svg", "style.css"] {
        assert!(made.err.contains(file), "{file}: {made:?}");
    }
    let page = made.good();
    assert!(
        page.starts_with("<!doctype html>") && !page.contains("src=src"),
        "{page}"
    );
}
