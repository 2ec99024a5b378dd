//! `gen minify`: where the parts of a result come from, as a source map and as bytes of each file.

mod bundlers;
mod contributions;
pub mod maps;

use std::fs;

use serde_json::Value;

use crate::support::file::folder_with;
use crate::support::workspace::Workspace;

/// A page with scripts in files, in the page and in an attribute.
const PAGE: &str = "<!doctype html>\n<meta charset=utf-8>\n<title>\u{1F600}\u{e9}</title>\n\
    <link rel=stylesheet href=style.css>\n<script src=lib.js></script><hr>\n<script>\n\
    const end = 'no';\nfunction late(value) {\n  return helper(value).inPage + end;\n}\n</script>\n\
    <p onclick='late(7).inHandler'>a</p>\n<img src=a.png>\n<script src=main.js></script>\n";

const MAIN: &str = "\n// The keys.\nfunction pressed(event) {\n  const key = event.key;\n  \
    if (key == 'Escape') {\n    throw new Error('escaped');\n  }\n  \
    document.title = late(key.length).inMain;\n}\n\nonkeydown = pressed;\n";

fn game() -> Workspace {
    let workspace = folder_with(&[
        ("index.html", PAGE),
        ("style.css", "@import 'more.css';\np { color: #ff0000 }\n"),
        ("more.css", "p { margin: 0px; background: url(a.png) }\n"),
        (
            "lib.js",
            "// Helpers.\nfunction helper(value) {\n  const tag = '</script>';\n  return value.inLib + tag.length;\n}\n",
        ),
        ("main.js", MAIN),
        ("a.png", "PNG of many bytes"),
    ]);
    fs::create_dir_all(workspace.path().join("out")).expect("a folder");
    workspace
}

pub fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}
