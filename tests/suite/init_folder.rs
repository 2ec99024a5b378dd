//! `gen init --from FOLDER`: catalogs of a page with files.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use crate::init::in_folder;
use crate::support::file::{folder, write};
use crate::support::workspace::Workspace;

/// A folder with a page, a style sheet and a module, and a program that stands for a bundler.
fn game() -> Workspace {
    let workspace = folder();
    fs::create_dir(workspace.path().join("game")).expect("a folder");
    for (name, text) in [
        (
            "game/index.html",
            "<!doctype html>\n<title>Game</title>\n<link rel=stylesheet href=style.css>\n\
             <script type=module src=main.js></script>\n<p id=out>0</p>\n",
        ),
        ("game/style.css", "p { color: #ff0000 }\n"),
        ("game/main.js", MODULE),
        ("game/lib.js", "export const twice = value => value * 2;\n"),
        (
            "bundle.sh",
            "#!/bin/sh\nfolder=$(dirname \"$1\")\necho '(() => {'\n\
             cat \"$folder/lib.js\" \"$1\" | sed '/^import/d;s/^export //'\necho '})();'\n",
        ),
    ] {
        write(&workspace, name, text);
    }
    let program = workspace.path().join("bundle.sh");
    fs::set_permissions(program, fs::Permissions::from_mode(0o755)).expect("rights");
    workspace
}

const MODULE: &str = "import { twice } from './lib.js';\n\nlet count = 1;\nonkeydown = event => {\n  \
    count = twice(count);\n  out.textContent = count;\n};\n";

const FROM_FOLDER: &str = "init stars --from game --bundler ./bundle.sh";

#[test]
fn a_catalog_starts_from_a_folder_and_builds_without_its_bundler() {
    let workspace = game();
    let words: Vec<&str> = FROM_FOLDER.split(' ').collect();
    workspace.generate(&words).good();
    let html = workspace.read("stars/templates/page.html");
    assert!(html.contains("<style>p { color: #ff0000 }"), "{html}");
    assert!(html.contains("<script src=\"page.js\">"), "{html}");
    fs::remove_file(workspace.path().join("bundle.sh")).expect("a file");
    let inside = |words: &[&str]| in_folder(&workspace, "stars", words);
    inside(&["--all"]).good();
    let page = workspace.read("stars/catalog/stars_plain.html");
    assert!(page.contains("out.textContent="), "{page}");
    assert!(page.contains("<style>p{color:red}</style>"), "{page}");
    let verified = inside(&["verify"]);
    assert!(verified.out.contains("0 findings"), "{verified:?}");
}

#[test]
fn a_catalog_takes_in_the_files_of_its_folder_again() {
    let workspace = game();
    let words: Vec<&str> = FROM_FOLDER.split(' ').collect();
    workspace.generate(&words).good();
    let refresh = || workspace.generate(&[&words[..], &["--refresh"]].concat());
    // Nothing has changed.
    assert_eq!(refresh().good(), "");
    let manifest = workspace.read("stars/templates/catalog.toml") + "# own\n";
    write(&workspace, "stars/templates/catalog.toml", &manifest);
    write(
        &workspace,
        "game/lib.js",
        "export const twice = value => value * 3;\n",
    );
    assert_eq!(refresh().good(), "stars/templates/page.js\n");
    let script = workspace.read("stars/templates/page.js");
    assert!(script.contains("value * 3"), "{script}");
    assert_eq!(workspace.read("stars/templates/catalog.toml"), manifest);
    write(&workspace, "game/style.css", "p { color: #00ff00 }\n");
    assert_eq!(refresh().good(), "stars/templates/page.html\n");
    let keys = MODULE.replace("onkeydown", "onkeyup");
    write(&workspace, "game/main.js", &keys);
    let made = refresh();
    let said = "warning: the script needs names that `keep` in stars/templates/catalog.toml does not have: `onkeyup`\n";
    assert!(made.err.contains(said), "{made:?}");
}

#[test]
fn a_folder_that_starts_no_catalog_is_refused() {
    let workspace = game();
    fs::create_dir(workspace.path().join("empty")).expect("a folder");
    write(&workspace, "lost.html", "<script src=none.js></script>");
    for (words, said) in [
        ("init new --from empty", "cannot read empty/index.html"),
        (
            "init new --from lost.html",
            "error: lost.html:1:9: there is no file `none.js`\n",
        ),
        (
            "init new --from game --bundler ./bundle.sh --refresh",
            "catalog.toml",
        ),
        (
            "init new --from game --bundler ./none.sh",
            "cannot run the bundler ./none.sh",
        ),
        ("init new --refresh", "--from"),
    ] {
        let words: Vec<&str> = words.split(' ').collect();
        workspace.generate(&words).refused(said);
        assert!(!workspace.path().join("new").exists());
    }
    // The catalog would be written over the files that it is made of.
    fs::create_dir_all(workspace.path().join("own/templates")).expect("a folder");
    write(&workspace, "own/templates/page.js", "alert(1)");
    write(
        &workspace,
        "own/templates/index.html",
        "<p>a</p><script src=page.js></script>",
    );
    write(
        &workspace,
        "own/templates/catalog.toml",
        "title = \"own\"\nentry = \"page.js\"\nhtml = \"page.html\"\n[naming]\nstem = \"own\"\nbare = \"plain\"\nparts = []\n",
    );
    write(
        &workspace,
        "own/templates/page.html",
        "<p>a</p><script src=page.js></script>",
    );
    let words = ["init", "own", "--from", "own/templates", "--refresh"];
    let said = "--refresh would overwrite own/templates/page.js";
    workspace.generate(&words).refused(said);
}
