//! Catalogs whose manifest names a page or a module that is bundled.

use std::fs;
use std::path::Path;

use crate::bundled::{BUNDLER, game};
use crate::support::file::write;
use crate::support::needs::needs;
use crate::support::workspace::Workspace;
use crate::watch::Watch;

const MANIFEST: &str = r#"title = "stars"
entry = "page.js"

[naming]
stem = "stars"
bare = "plain"
parts = ["L"]

[[wrapper]]
name = "script"
open = "<script>"
close = "</script>"

[source]
open = "<!doctype html><title>{name}</title><script>\n"
close = "</script>\n"
entry = "../game/main.js"

[[flag]]
letter = "L"
group = "text"
title = "large"
text = "counts in larger steps"
"#;

const PAGE: &str =
    "//% if L\nfactor = 30;\n//% else\nfactor = 20;\n//% endif\n//% include \"bundle.js\"\n";

const LIB: &str = "export const twice = value => value * 2;\n";

/// A catalog in the folder `templates` with a bundled module, and a program in the place of a bundler.
fn catalog(program: &str) -> Workspace {
    let workspace = game(program);
    let templates = workspace.path().join("templates");
    let _ = fs::remove_dir_all(&templates);
    let _ = fs::remove_dir_all(workspace.catalog());
    fs::create_dir_all(templates).expect("a folder");
    write(&workspace, "templates/catalog.toml", MANIFEST);
    write(&workspace, "templates/page.js", PAGE);
    let main = "import { twice } from './lib.js';\nalert(twice(factor));\n";
    write(&workspace, "game/main.js", main);
    workspace
}

fn page(workspace: &Workspace, name: &str) -> String {
    workspace.read(&format!("catalog/stars_{name}.html"))
}

#[test]
fn a_module_is_bundled_whenever_the_catalog_is_built() {
    let workspace = catalog(BUNDLER);
    let built = workspace.generate(&["--all"]);
    let said = "game/main.js: bundled with 1 other file by esbuild 9.8.7\n";
    assert!(built.err.contains(said), "{built:?}");
    built.good();
    for (name, factor) in [("plain", "20"), ("L", "30")] {
        let page = page(&workspace, name);
        assert!(page.contains(factor) && page.contains("*2"), "{page}");
    }
    // The script of a module is strict, also behind other code.
    let source = workspace.generate(&["source", "stars_L"]).good();
    assert!(
        source.contains("factor = 30;\n(() => {\n\"use strict\";\n"),
        "{source}"
    );
    workspace.generate(&["check"]).good();

    // No command takes the module in again.
    write(&workspace, "game/lib.js", &LIB.replace('2', "712"));
    let check = workspace.generate(&["check"]);
    assert_eq!(check.code, 1, "{check:?}");
    workspace.generate(&["--all"]).good();
    assert!(page(&workspace, "L").contains("712"));
    let verified = workspace.generate(&["verify"]);
    assert!(verified.out.contains("0 findings"), "{verified:?}");
}

#[test]
fn a_page_is_bundled_with_its_html() {
    let workspace = catalog(BUNDLER);
    write(&workspace, "game/style.css", "p { color: #ff0000 }\n");
    let html = "<!doctype html>\n<title>G</title>\n<link rel=stylesheet href=style.css>\n<p id=box>a</p>\n\
                <script type=module src=main.js></script>\n";
    write(&workspace, "game/index.html", html);
    let main = "import { twice } from './lib.js';\nalert(twice(4));\n";
    write(&workspace, "game/main.js", main);
    fs::remove_file(workspace.path().join("templates/page.js")).expect("removed");
    let manifest = "title = \"stars\"\nentry = \"bundle.js\"\nhtml = \"bundle.html\"\n\n[naming]\nstem = \"stars\"\n\
                    bare = \"plain\"\nparts = []\n\n[source]\nentry = \"../game/index.html\"\n";
    write(&workspace, "templates/catalog.toml", manifest);
    workspace.generate(&["--all"]).good();
    let built = page(&workspace, "plain");
    assert!(built.contains("<style>p{color:red}</style>"), "{built}");
    assert!(built.contains("alert("), "{built}");
    let source = workspace.generate(&["source", "stars_plain"]).good();
    assert!(source.contains("<script>\n\"use strict\";"), "{source}");
    write(&workspace, "game/style.css", "p { color: #00ff00 }\n");
    workspace.generate(&["--all"]).good();
    let built = page(&workspace, "plain");
    assert!(built.contains("p{color:#0f0}"), "{built}");
}

#[test]
fn an_entry_that_cannot_be_bundled_is_refused() {
    let workspace = catalog("");
    let refused = |said: &str| workspace.generate(&["--all"]).refused(said);
    let none = workspace.generate_with(&["--all"], &[("PATH", Path::new("/nowhere"))]);
    assert_eq!(none.code, 2, "{none:?}");
    for said in [
        "game/main.js is a module, and there is no bundler",
        "help: install one: npm install --save-dev esbuild",
    ] {
        assert!(none.err.contains(said), "{none:?}");
    }
    write(&workspace, "game/main.js", "alert(factor);\n//% if L\n");
    refused("its bundle has the syntax of a template: //% if L");
    write(&workspace, "game/main.js", "alert(factor);\n");
    workspace.generate(&["--all"]).good();
    write(&workspace, "templates/bundle.js", "alert(1);\n");
    refused("its bundle is the fragment bundle.js, and there is a file of this name");
    fs::remove_file(workspace.path().join("templates/bundle.js")).expect("removed");
    for (entry, said) in [
        ("../game/none.js", "cannot read templates/../game/none.js"),
        ("../game/main.css", "is no page and no module"),
        ("../game/main", "is no page and no module"),
    ] {
        let manifest = MANIFEST.replace("../game/main.js", entry);
        write(&workspace, "templates/catalog.toml", &manifest);
        refused(said);
    }
    let manifest = MANIFEST.replace("close = \"</script>\\n\"\n", "");
    write(&workspace, "templates/catalog.toml", &manifest);
    refused("there is no [source] with `open` and `close`");

    // The files that were bundled are not written over.
    write(&workspace, "templates/catalog.toml", MANIFEST);
    workspace
        .generate(&["build", "stars_L", "--out", "game/main.js"])
        .refused("game/main.js");
    assert_eq!(workspace.read("game/main.js"), "alert(factor);\n");
}

#[test]
fn a_watch_sees_the_modules() {
    let workspace = catalog(BUNDLER);
    let watch = Watch::of(&[], &workspace, "watch --no-verify --write");
    assert!(page(&workspace, "L").contains("*2"));
    write(&workspace, "game/lib.js", &LIB.replace('2', "2000"));
    let heard = watch.until(" rebuilt in ");
    assert!(heard.contains("bundle.js: +"), "{heard}");
    watch.until("files written");
    assert!(
        page(&workspace, "L").contains("*2000"),
        "{}",
        page(&workspace, "L")
    );
    write(&workspace, "game/main.js", "import './lib.js';\nbroken\n");
    let heard = watch.until("still watching");
    assert!(heard.contains("main.js: it is broken"), "{heard}");
    write(&workspace, "game/main.js", "alert(factor + 1);\n");
    let heard = watch.until(" rebuilt in ");
    assert!(heard.contains("bundle.js: -"), "{heard}");
    watch.end();
}

#[test]
fn esbuild_bundles_the_entry_of_a_catalog() {
    if !needs("esbuild") {
        return;
    }
    let workspace = catalog("");
    let manifest = MANIFEST.replace("main.js", "main.ts");
    write(&workspace, "templates/catalog.toml", &manifest);
    let main = "import { twice } from './lib';\ndeclare const factor: number;\nalert(twice(factor) as number);\n";
    write(&workspace, "game/main.ts", main);
    write(
        &workspace,
        "game/lib.ts",
        "export const twice = (value: number): number => value * 2;\n",
    );
    workspace.generate(&["--all"]).good();
    let built = page(&workspace, "L");
    assert!(built.contains("alert("), "{built}");
}
