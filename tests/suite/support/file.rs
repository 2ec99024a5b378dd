//! A folder with a script and a page, which have nothing to do with chess, and `gen minify` in it.

use std::fs;

use super::root;
use super::workspace::{Run, Workspace};

/// A folder with a script, and pages with it.
pub fn folder() -> Workspace {
    let workspace = Workspace::with(&root().join("examples/tip/templates"));
    let script = "total = 0;\nfor (;;) {\n  text = prompt('How many? ' + total);\n  if (text == null) break;\n  total += +text;\n}\nalert('\u{2211} ' + total);\n";
    write(&workspace, "sum.js", script);
    write(
        &workspace,
        "sum.html",
        &format!("<!doctype html>\n<title>Sum</title>\n<script>{script}</script>\n"),
    );
    workspace
}

/// Writes a file of the folder.
pub fn write(workspace: &Workspace, name: &str, text: &str) {
    fs::write(workspace.path().join(name), text).expect("written");
}

/// Runs `gen minify` with these words.
pub fn minify(workspace: &Workspace, words: &str) -> Run {
    let words: Vec<&str> = words.split(' ').collect();
    workspace.generate(&[&["minify"][..], &words].concat())
}
