//! `gen minify`: modules, which a bundler of the user makes one script of.

use std::fs;

use serde_json::Value;

use crate::support::file::{folder_with, minify, minify_bare, write, write_esbuild};
use crate::support::needs::needs;
use crate::support::root;
use crate::support::workspace::{Workspace, generate};

/// A program that stands for esbuild: it writes the modules of the folder one after the other.
pub const BUNDLER: &str = r#"if grep -q broken "$entry"; then echo "main.js: it is broken" >&2; exit 1; fi
if grep -q warned "$entry"; then echo "a warning" >&2; fi
folder=$(dirname "$entry")
(echo '(()=>{'; cat "$folder/lib.js" "$entry" | sed '/^import/d;s/^export //'; echo '})()') > "$out"
if grep -q own.css "$entry"; then cp "$folder/own.css" "$(dirname "$out")/out.css"; fi
echo "{\"inputs\":{\"game/lib.js\":{},\"game/main.js\":{},\"<runtime>\":{}}}" > "$map"
"#;

const PAGE: &str = "<!doctype html>\n<title>G</title>\n<script type=module src=main.js></script>\n<p id=box>a</p>\n";

const MAIN: &str = "import { twice } from './lib.js';\nlet score = 0;\nonkeydown = event => {\n  \
    score += twice(event.keyCode);\n  document.title = score;\n};\n";

/// A folder with a page, modules, and a program in the place of a bundler.
pub fn game(program: &str) -> Workspace {
    let workspace = folder_with(&[
        ("index.html", PAGE),
        ("main.js", MAIN),
        ("lib.js", "export const twice = value => value * 2;\n"),
    ]);
    write_esbuild(&workspace, program);
    workspace
}

#[test]
fn a_page_and_a_script_have_their_modules_in_them() {
    let workspace = game(BUNDLER);
    let page = minify(&workspace, "game/index.html");
    for line in [
        "game/main.js: bundled with 1 other file by esbuild 9.8.7\n",
        "compared with the folder in chrome: ",
        "compared with the file and 2 files in it, in chrome: ",
        "sources: 3 files, ",
    ] {
        assert!(page.err.contains(line), "{line}: {page:?}");
    }
    // A module is strict, and runs after the page is read.
    let script = "'use strict';{let e=0;onkeydown=t=>{document.title=e+=(e=>e*2)(t.keyCode)}}";
    assert_eq!(
        page.good(),
        format!("<!doctype html><title>G</title><p id=box>a</p><script>{script}</script>")
    );
    let made = minify(&workspace, "game/main.js --wrapper none --format json");
    let json: Value = serde_json::from_str(&made.good()).expect("JSON");
    assert_eq!(json["page"], script);
    assert_eq!(json["sources"]["files"], 2);
    assert_eq!(json["files"]["inside"][0]["path"], "game/lib.js");
}

#[test]
fn the_style_sheets_of_modules_go_into_the_page() {
    let workspace = game(BUNDLER);
    write(&workspace, "game/own.css", "p { color: #ff0000 }\n");
    write(
        &workspace,
        "game/main.js",
        &format!("import './own.css';\n{MAIN}"),
    );
    let page = minify(&workspace, "game/index.html --no-check").good();
    assert!(page.contains("<style>p{color:red}</style>"), "{page}");
    let refused = minify(&workspace, "game/main.js --no-check");
    assert_eq!(refused.code, 2, "{refused:?}");
    assert!(
        refused
            .err
            .contains("help: name a page that has the module"),
        "{refused:?}"
    );
}

#[test]
fn without_a_bundler_one_sentence_says_how_to_get_one() {
    let workspace = game("");
    for (file, place) in [("main.js", ""), ("index.html", "game/index.html:3:21: ")] {
        let failed = minify_bare(&workspace, &format!("game/{file} --no-check"));
        let said = format!(
            "error: {place}game/main.js is a module, and there is no bundler: neither esbuild nor rolldown\n\
             help: install one: npm install --save-dev esbuild\n"
        );
        assert_eq!((failed.code, failed.err), (2, said));
    }
    let kept = minify_bare(&workspace, "game/index.html --no-check --keep-files");
    assert!(kept.good().contains("src=main.js"));
}

#[test]
fn what_the_bundler_says_is_passed_on() {
    let workspace = game(BUNDLER);
    write(&workspace, "game/main.js", &format!("{MAIN}// warned\n"));
    let warned = minify(&workspace, "game/main.js --no-check");
    assert!(
        warned
            .err
            .contains("warning: esbuild 9.8.7 says:\na warning\n"),
        "{warned:?}"
    );
    warned.good();
    write(&workspace, "game/main.js", &format!("{MAIN}// broken"));
    for file in ["main.js", "index.html"] {
        let failed = minify(&workspace, &format!("game/{file} --no-check"));
        assert_eq!(failed.code, 2, "{failed:?}");
        let said = "esbuild 9.8.7 cannot bundle game/main.js:\nmain.js: it is broken\nhelp: ";
        assert!(failed.err.contains(said), "{failed:?}");
    }
    write(
        &workspace,
        "game/main.js",
        &format!("{MAIN}\nonclick = () => import('./more.js');\n"),
    );
    let outside = minify(
        &workspace,
        "game/main.js --no-check --bundler node_modules/.bin/esbuild",
    );
    assert!(
        outside.err.contains("loads a module from outside"),
        "{outside:?}"
    );
}

#[test]
fn another_bundler_prints_the_script() {
    let workspace = game("");
    write(&workspace, "print.sh", "echo 'alert(1)'; echo \"// $1\"\n");
    let made = workspace.generate(&[
        "minify",
        "game/main.js",
        "--no-check",
        "--wrapper",
        "none",
        "--bundler",
        "sh print.sh",
    ]);
    assert!(
        made.err
            .contains("game/main.js: bundled by `sh print.sh`\n"),
        "{made:?}"
    );
    assert_eq!(made.good(), "\"use strict\";alert(1)");
    let failed = minify(&workspace, "game/main.js --no-check --bundler ./none");
    assert_eq!(failed.code, 2, "{failed:?}");
    assert!(
        failed.err.contains("cannot run the bundler ./none"),
        "{failed:?}"
    );
}

#[test]
fn esbuild_bundles_typescript() {
    if !needs("esbuild") {
        return;
    }
    let workspace = game("");
    write(
        &workspace,
        "game/a.ts",
        "import { b } from './b';\nconst c: number = b;\nalert(c);\n",
    );
    write(
        &workspace,
        "game/b.ts",
        "export const b: number = 2;\nexport const d = 3;\n",
    );
    let made = minify(&workspace, "game/a.ts --wrapper none");
    assert!(
        made.err.contains("bundled with 1 other file by esbuild "),
        "{made:?}"
    );
    assert_eq!(made.good(), "'use strict';alert(2)");
}

#[test]
fn the_folder_of_the_examples_becomes_one_file() {
    if !needs("esbuild") {
        return;
    }
    let workspace = Workspace::empty();
    let zip = workspace.path().join("stars.zip");
    let page = root().join("examples/js13k/index.html");
    let words = [
        "minify",
        page.to_str().expect("a path"),
        "--preset",
        "js13k",
    ];
    let words = [&words[..], &["--zip", zip.to_str().expect("a path")]].concat();
    let made = generate(&words);
    assert_eq!(made.code, 0, "{made:?}");
    assert!(made.err.contains("sources: 6 files"), "{made:?}");
    assert!(made.err.contains("games, no difference"), "{made:?}");
    let size = fs::metadata(zip).expect("a container").len();
    assert!(size <= 980, "{size}");
}

#[test]
fn what_a_browser_does_not_run_is_not_called_compared() {
    let workspace = game(BUNDLER);
    write(&workspace, "game/main.ts", MAIN);
    write(
        &workspace,
        "game/index.html",
        &PAGE.replace("main.js", "main.ts"),
    );
    let made = minify(&workspace, "game/index.html");
    let said = "not compared with the folder: a browser does not run main.ts as it is\n";
    assert!(made.err.contains(said), "{made:?}");
    // A browser needs the extension of a module, and a bundler does not.
    write(
        &workspace,
        "game/main.js",
        &MAIN.replace("./lib.js", "./lib"),
    );
    write(&workspace, "game/index.html", PAGE);
    let made = minify(&workspace, "game/index.html");
    let said = "not compared with the folder: without the bundler, the page shows something else: ";
    assert!(made.err.contains(said), "{made:?}");
    made.good();
}
